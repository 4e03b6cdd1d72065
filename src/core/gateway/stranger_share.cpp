#include "core/gateway/stranger_share.h"

#include <utility>

namespace agent_runtime {

StrangerShare::Place::Place(StrangerShare &share, Time now, std::function<void()> turn_away) :
		share_(share),
		self_(share.strangers_.insert(share.strangers_.end(), { now, std::move(turn_away) })) {}

StrangerShare::Place::~Place() {
	share_.strangers_.erase(self_);
	if (share_.when_free_) {
		share_.when_free_();
	}
}

void StrangerShare::Place::renew(Time now) {
	self_->since = now;
	share_.strangers_.splice(share_.strangers_.end(), share_.strangers_, self_);
}

std::optional<StrangerShare::Time> StrangerShare::make_way(Time now) {
	if (strangers_.size() < places_) {
		return std::nullopt;
	}
	const Time due = strangers_.front().since + moment_;
	if (now < due) {
		return due;
	}
	// Moved out before the call, which destroys the entry.
	const std::function<void()> turn_away = std::move(strangers_.front().turn_away);
	turn_away();
	return std::nullopt;
}

} // namespace agent_runtime

#include "core/agents/call_book.h"

#include <string>
#include <utility>

namespace agent_runtime {

void CallBook::open(const Open &call, RealTime now, RealTime deadline) {
	const Lock lock(mutex_);
	open_.emplace(call.call, Entry{ call, now, deadline });
}

std::optional<CallKind> CallBook::kind_of(CallId call) const {
	const Lock lock(mutex_);
	const auto found = open_.find(call);
	return found != open_.end() ? std::optional(found->second.call.kind) : std::nullopt;
}

Result<CallBook::Open> CallBook::close(CallId call) {
	const Lock lock(mutex_);
	const auto found = open_.find(call);
	if (found == open_.end()) {
		return Status(StatusCode::not_found,
				"call_id: " + (call.is_none() ? std::string("the call") : call.to_string()) +
						" is not open: it was answered, its time ran out, or a newer one took its "
						"place");
	}
	const Open closed = found->second.call;
	open_.erase(found);
	return closed;
}

bool CallBook::is_open(CallId call) const {
	const Lock lock(mutex_);
	return open_.contains(call);
}

bool CallBook::forget(CallId call) {
	const Lock lock(mutex_);
	return open_.erase(call) > 0;
}

bool CallBook::cancel(CallId walk) {
	const Lock lock(mutex_);
	if (open_.erase(walk) > 0) {
		untold_.add(walk);
	}
	return untold_.contains(walk);
}

bool CallBook::is_untold(CallId walk) const {
	const Lock lock(mutex_);
	return untold_.contains(walk);
}

void CallBook::told(CallId walk) {
	const Lock lock(mutex_);
	untold_.take(walk);
}

void CallBook::note_end(const Open &call) {
	if (call.kind == CallKind::walk) {
		untold_.add(call.call);
	}
}

std::vector<CallBook::Open> CallBook::close_all() {
	std::vector<Open> closed;
	const Lock lock(mutex_);
	for (const auto &[id, entry] : std::exchange(open_, {})) {
		closed.push_back(entry.call);
		note_end(entry.call);
	}
	return closed;
}

std::vector<CallBook::Open> CallBook::close_all_of_steps() {
	std::vector<Open> closed;
	const Lock lock(mutex_);
	std::erase_if(open_, [&](const auto &each) AR_REQUIRES(mutex_) {
		if (!is_of_step(each.first)) {
			return false;
		}
		closed.push_back(each.second.call);
		note_end(each.second.call);
		return true;
	});
	return closed;
}

std::vector<CallBook::Open> CallBook::take_expired(RealTime now) {
	std::vector<Open> expired;
	const Lock lock(mutex_);
	for (auto each = open_.begin(); each != open_.end();) {
		if (each->second.deadline <= now) {
			expired.push_back(each->second.call);
			note_end(each->second.call);
			each = open_.erase(each);
		} else {
			++each;
		}
	}
	return expired;
}

std::vector<CallBook::Slow> CallBook::take_slow(RealTime now) {
	std::vector<Slow> slow;
	const Lock lock(mutex_);
	for (auto &[id, entry] : open_) {
		if (!entry.told_slow && entry.slow_at() <= now) {
			entry.told_slow = true;
			slow.push_back({ entry.call, now - entry.opened });
		}
	}
	return slow;
}

std::optional<RealTime> CallBook::next_deadline() const {
	const Lock lock(mutex_);
	std::optional<RealTime> next;
	for (const auto &[call, entry] : open_) {
		const RealTime due = entry.told_slow ? entry.deadline : entry.slow_at();
		next = next ? std::min(*next, due) : due;
	}
	return next;
}

std::size_t CallBook::size() const {
	const Lock lock(mutex_);
	return open_.size();
}

} // namespace agent_runtime

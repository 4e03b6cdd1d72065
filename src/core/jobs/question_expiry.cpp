#include "core/jobs/question_expiry.h"

#include "core/questions/question_store.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_AT_ONCE = 100;
constexpr Micros LONGEST_WITHOUT_LOOK = std::chrono::seconds(60);

} // namespace

Micros QuestionExpiry::work() {
	const RealTime now = clock_.now();
	if (now < next_look_) {
		return next_look_ - now;
	}
	next_look_ = now + BETWEEN_LOOKS;
	return std::clamp(look(), BETWEEN_LOOKS, LONGEST_WITHOUT_LOOK);
}

Micros QuestionExpiry::look() {
	const Result<std::optional<WallTime>> first = first_expiry(reading_);
	if (!first.ok()) {
		log_.warning(
				"questions whose time is up cannot be looked for: " + first.status().message());
		return LONGEST_WITHOUT_LOOK;
	}
	if (!first.value()) {
		return LONGEST_WITHOUT_LOOK;
	}
	const WallTime now = clock_.wall_now();
	if (*first.value() > now) {
		return *first.value() - now;
	}
	const Status ended = writes_.commit(
			[](DecisionScope &scope) { return expire_questions(scope, MOST_AT_ONCE).status(); });
	if (!ended.ok()) {
		log_.warning("questions whose time is up cannot be ended: " + ended.message());
	}
	return Micros(0);
}

} // namespace agent_runtime

#include "core/models/backoff.h"

#include <algorithm>

namespace agent_runtime {

std::optional<Micros> backoff(
		int attempt, const RetryPolicy &policy, Rng &chance, std::optional<Micros> retry_after) {
	if (attempt > policy.retries || retry_after.value_or(Micros()) > policy.longest_wait) {
		return std::nullopt;
	}
	Micros whole = std::min(policy.first_wait, policy.longest_wait);
	for (int doubled = 1; doubled < attempt && whole < policy.longest_wait; ++doubled) {
		whole = whole > policy.longest_wait / 2 ? policy.longest_wait : whole * 2;
	}
	const Micros wait(chance.between(whole.count() / 2, whole.count()));
	if (!retry_after || wait >= *retry_after) {
		return wait;
	}
	// Adds up to the first wait, since all callers that were refused at once were told the same
	// time.
	return *retry_after + Micros(chance.between(0, policy.first_wait.count()));
}

} // namespace agent_runtime

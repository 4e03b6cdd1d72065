#pragma once

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/mind/provider.h"

#include <optional>

namespace agent_runtime {

// How long to wait after the attempt of this number, from 1, has failed; none when that was the
// last. Waits double, and each is between half of itself and the whole, so that those who failed
// together do not come back together. Nobody comes back before `retry_after`, and who would have to
// wait longer than the policy's longest does not wait at all.
std::optional<Micros> backoff(int attempt, const RetryPolicy &policy, Rng &chance,
		std::optional<Micros> retry_after = std::nullopt);

} // namespace agent_runtime

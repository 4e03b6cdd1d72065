#pragma once

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/mind/provider.h"

#include <optional>

namespace agent_runtime {

// How long to wait after attempt number `attempt`, counted from 1, has failed; none when that was
// the last. Each wait is about twice the one before, and lies between half of itself and the whole,
// so that callers that failed together do not return together. No caller returns before
// `retry_after`. A caller that would have to wait longer than the policy's longest gives up.
std::optional<Micros> backoff(int attempt, const RetryPolicy &policy, Rng &chance,
		std::optional<Micros> retry_after = std::nullopt);

} // namespace agent_runtime

#pragma once

// Makes the trace ids of a world. They are computed from its seed and from what begins something,
// so that no sequence of chance is disturbed, agents can make them side by side, and a replay gets
// the same ones.
// Thread rule: any thread.

#include "core/base/ids.h"
#include "core/base/rng.h"
#include "core/base/trace_id.h"

#include <cstdint>

namespace agent_runtime {

// What begins something. Each kind counts for itself.
enum class TraceRoot : std::uint8_t { input, own_thought, routine };

// Never none. `what` and `count` together identify one such beginning.
inline TraceId trace_of(
		std::uint64_t seed, TraceRoot root, std::uint64_t what, std::uint64_t count) {
	std::uint64_t state = seed ^ (static_cast<std::uint64_t>(root) + 1);
	state = splitmix64(state) ^ what;
	state = splitmix64(state) ^ count;
	const std::uint64_t high = splitmix64(state);
	return TraceId(high, splitmix64(state) | 1);
}

} // namespace agent_runtime

#pragma once

#include "core/base/time.h"

#include <cstdint>

namespace agent_runtime {

// How agents behave, in sim time. Constant while a runtime runs; a recording contains a copy.
struct AgentSettings {
	std::uint64_t seed = 0;
	// For trace ids, which differ from start to start of the same world, but not in a replay.
	std::uint64_t trace_seed = 0;
	// Sim time advances in whole ticks, so that nothing depends on when a thread woke up.
	Micros tick{ 10'000 };
	// An agent thinks on its own initiative after this long in Idle, plus up to the jitter. It
	// counts from when it began to rest. If it listens meanwhile to something that does not concern
	// it, the count goes on, or an agent in a noisy place would never think.
	Micros think_interval{ 5'000'000 };
	Micros think_jitter{ 2'000'000 };
	// How long an agent listens before it thinks about what it was told.
	Micros listening{ 300'000 };
	// The offline mind's time for a thought, plus up to the spread.
	Micros offline_thought{ 600'000 };
	Micros offline_spread{ 900'000 };
	// Speaking lasts as long as the text takes to read; 0: at once.
	double characters_per_second = 20.0;
	// A thought that is not answered by then has failed.
	Micros thought_deadline{ 120'000'000 };
	float hearing_radius = 6.0f; // in tiles; 0: everybody
	// How many of those who merely overhear may answer; each can do so again only after the
	// cooldown.
	int overhearing_thinkers = 1;
	Micros overhearing_cooldown{ 20'000'000 };
	int interruptions_per_thought = 2;
	// An agent that waits longer than this for its mind is reported as stuck, and goes on waiting.
	Micros stuck_after{ 15'000'000 };
	// In tiles a second, for agents without a speed of their own.
	double walk_speed = 3.0;
	// How many places a step may look at to find paths; the rest is left to the next step.
	std::uint32_t path_quota = 200'000;
	// How long the game may take to walk an agent somewhere, in real time.
	Micros walk_deadline{ 30'000'000 };
	// The same for an action of the game, and for describing what an agent perceives.
	Micros action_deadline{ 30'000'000 };
	Micros context_deadline{ 500'000 };
	Micros tool_deadline{ 30'000'000 };
	// In how many rounds a mind may use tools before it decides, and how many at once.
	std::uint32_t tool_rounds = 8;
	std::uint32_t tools_at_once = 16;

	// The first tick at or after `time`.
	SimTime on_tick(SimTime time) const {
		const std::int64_t since_start = time.time_since_epoch().count();
		return SimTime(Micros{ (since_start + tick.count() - 1) / tick.count() * tick.count() });
	}
};

} // namespace agent_runtime

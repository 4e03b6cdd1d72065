#pragma once

// The requests about the world's time and the state of the runtime, with their fields and replies.
// Thread rule: immutable.

#include "core/base/clock.h"
#include "core/requests/request_words.h"

#include <cstdint>

namespace agent_runtime {

struct PauseWorldRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "world_pause_request",
		.sentence = "Stop the world's time, or let it go on." };
	bool paused = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "paused",
						 .sentence = "Whether the world stands still.",
						 .required = true },
					&PauseWorldRequest::paused),
		};
	}
};

struct StepWorldRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "world_step_request",
		.sentence = "Let a paused world make its next step." };
	static constexpr auto fields() { return FieldRows{}; }
};

struct TimeScaleRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "time_scale_request",
		.sentence = "Set how fast the world's time goes." };
	double scale = 1.0;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "scale",
						 .sentence = "Sim seconds in a real second.",
						 .required = true,
						 .min = ScaledClock::SMALLEST_SCALE,
						 .max = ScaledClock::LARGEST_SCALE },
					&TimeScaleRequest::scale),
		};
	}
};

struct HealthReply {
	std::uint64_t agents = 0;
	std::uint64_t waiting_events = 0;
	double lag_seconds = 0.0;
	bool stored = false;
	bool paused = false;
	bool stands_still = false;
	std::uint64_t store_queue_bytes = 0;
	double longest_store_wait_seconds = 0.0;
	double time_scale = 1.0;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "agents", .sentence = "How many agents there are.", .required = true },
					&HealthReply::agents),
			bind({ .name = "waiting_events",
						 .sentence = "How many events the game has still to be shown.",
						 .required = true },
					&HealthReply::waiting_events),
			bind({ .name = "lag_seconds",
						 .sentence = "How far the world is behind its clock.",
						 .required = true },
					&HealthReply::lag_seconds),
			bind({ .name = "stored",
						 .sentence = "Whether what happens is stored.",
						 .required = true },
					&HealthReply::stored),
			bind({ .name = "paused",
						 .sentence = "Whether the world stands still by request, or with the game.",
						 .required = true },
					&HealthReply::paused),
			bind({ .name = "stands_still",
						 .sentence = "Whether it does since the storage takes nothing more.",
						 .required = true },
					&HealthReply::stands_still),
			bind({ .name = "store_queue_bytes",
						 .sentence = "How much waits to be written.",
						 .required = true },
					&HealthReply::store_queue_bytes),
			bind({ .name = "longest_store_wait_seconds",
						 .sentence = "For how long at the most something has waited for that.",
						 .required = true },
					&HealthReply::longest_store_wait_seconds),
			bind({ .name = "time_scale",
						 .sentence = "Sim seconds in a real second.",
						 .required = true },
					&HealthReply::time_scale),
		};
	}
};

struct HealthRequest {
	using Reply = HealthReply;
	static constexpr RequestWords WORDS{ .name = "health_request",
		.sentence = "Tell how the runtime fares." };
	static constexpr auto fields() { return FieldRows{}; }
};

} // namespace agent_runtime

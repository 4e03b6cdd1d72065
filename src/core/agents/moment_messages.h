#pragma once

// Values of the moment in the form of the vocabulary: they are never stored, and only the latest
// counts. Thread rule: immutable.

#include "core/agents/agent_fields.h"
#include "core/base/field.h"

namespace agent_runtime::vocabulary {

inline constexpr Field OF_AGENT_POSITION[] = { AGENT, WHERE };
inline constexpr Field OF_PATH[] = {
	AGENT,
	{ .name = "path",
			.kind = any,
			.sentence = "The places on its way, a list of positions; empty: the agent stands.",
			.required = true,
			.max_length = LARGEST_RESULT },
	{ .name = "speed",
			.kind = number,
			.sentence = "How fast it walks, in tiles a sim second.",
			.required = true },
};
inline constexpr Field OF_TURNED[] = { AGENT, FACING };
inline constexpr Field OF_TEXT[] = {
	AGENT,
	{ .name = "text",
			.sentence = "What its mind has written since the last time.",
			.required = true,
			.max_length = LARGEST_RESULT },
};

inline constexpr MessageType MOMENTS[] = {
	{ "agent_position", MessageKind::transient, "Where a moving agent is at the moment.",
			OF_AGENT_POSITION, "agent_position_changed" },
	{ "agent_path_changed", MessageKind::transient, "The way on which an agent is.", OF_PATH,
			"agent_path_changed" },
	{ "agent_turned", MessageKind::transient, "Where an agent looks now.", OF_TURNED,
			"agent_turned" },
	{ "agent_text", MessageKind::transient, "What a mind is writing at the moment.", OF_TEXT,
			"agent_text_streamed" },
};

} // namespace agent_runtime::vocabulary

#pragma once

// What is said from outside.
// Thread rule: immutable once posted.

#include "core/agents/input_rows.h"
#include "core/agents/message.h"
#include "core/base/trace_id.h"

#include <cstddef>
#include <string>

namespace agent_runtime {

// Said or published by a player, or by the game in an agent's name.
struct SayInput {
	static constexpr std::string_view KIND = "say";

	ParticipantId from;
	std::string from_name;
	ParticipantId to;
	TilePosition position; // where a player stands; an agent speaks from its own place
	std::string content;
	std::string type{ AGENT_SPOKE };
	Reach reach = Reach::nearby;
	std::string channel = {};
	std::size_t most_hearers = 0; // at the time of posting; set by Simulation::post()
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "from" }, &SayInput::from),
			bind({ .name = "from_name" }, &SayInput::from_name),
			bind({ .name = "to" }, &SayInput::to),
			bind({ .name = "position" }, &SayInput::position),
			bind({ .name = "content" }, &SayInput::content),
			bind({ .name = "type" }, &SayInput::type),
			enum_field({ .name = "reach" }, &SayInput::reach, Reach::everybody),
			bind({ .name = "channel" }, &SayInput::channel),
		};
	}
};

} // namespace agent_runtime

#pragma once

// The requests about where agents walk and stand, with their fields and replies.
// Thread rule: immutable.

#include "core/agents/agent_messages.h"

#include <optional>
#include <string>

namespace agent_runtime {

struct MoveRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "move_request",
		.sentence = "Send an agent to a place.",
		.changes = true };
	AgentId agent;
	TilePosition position;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::AGENT, &MoveRequest::agent),
			bind({ .name = "position", .sentence = "Where to walk, in tiles.", .required = true },
					&MoveRequest::position),
		};
	}
};

// Exactly one of target, beside and seat.
struct WalkRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "walk_request",
		.sentence = "Let an agent walk somewhere.",
		.changes = true };
	AgentId agent;
	std::optional<TilePosition> target;
	std::optional<AgentId> beside;
	bool seat = false;
	std::string face;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &WalkRequest::agent),
			bind({ .name = "target", .sentence = "The tile to walk to." }, &WalkRequest::target),
			bind({ .name = "beside",
						 .kind = identifier,
						 .sentence = "The agent to walk up to, in place of a target." },
					&WalkRequest::beside),
			bind({ .name = "seat", .sentence = "To the agent's own seat, in place of a target." },
					&WalkRequest::seat),
			bind({ .name = "face",
						 .sentence = "Where to look on arrival, at a target.",
						 .values = NAMES_OF<Facing> },
					&WalkRequest::face),
		};
	}
};

struct StopWalkRequest : OneAgent {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "stop_walk_request",
		.sentence = "Let an agent stop where it is.",
		.changes = true };
};

struct SeatRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "seat_request",
		.sentence = "Give an agent a seat of its own.",
		.changes = true };
	AgentId agent;
	std::string seat;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::AGENT, &SeatRequest::agent),
			bind({ .name = "seat",
						 .sentence = "The seat's name on the map; empty: the agent has none any "
									 "more.",
						 .required = true,
						 .one_line = true },
					&SeatRequest::seat),
		};
	}
};

struct OwnerRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "position_owner_request",
		.sentence = "Settle who says where an agent is.",
		.changes = true };
	AgentId agent;
	std::string owner;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::AGENT, &OwnerRequest::agent),
			bind({ .name = "owner",
						 .sentence = "runtime: the world moves it; game: the game does, and "
									 "reports.",
						 .required = true,
						 .values = vocabulary::OWNERS },
					&OwnerRequest::owner),
		};
	}
};

struct ReportPositionRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "report_position",
		.sentence = "Tell where the game has moved an agent.",
		.changes = true };
	AgentId agent;
	TilePosition position;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::AGENT, &ReportPositionRequest::agent),
			bind(vocabulary::WHERE, &ReportPositionRequest::position),
		};
	}
};

} // namespace agent_runtime

#pragma once

// What running agents in a step leaves behind, in the order in which they were run. Each helper
// thread fills one of its own; the step puts them together in the order of the agents' numbers.
// Thread rule: worker only; one thread at a time.

#include "core/agents/event.h"
#include "core/auto_mode/director.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace agent_runtime {

// A row of agent_conversations: one line as one participant heard or said it.
struct ConversationRow {
	AgentId owner;
	MessagePtr message;
};

// Which of an agent's thoughts.
struct ThoughtId {
	AgentId agent;
	std::uint32_t number = 0;

	auto operator<=>(const ThoughtId &other) const = default;
};

// A thought to be asked of a mind.
struct ThoughtRequest {
	AgentId agent;
	std::uint32_t thought = 0;
	SimTime due; // of a mind that thinks in this process
	ProfilePtr profile;
	float attention = 1.0f;
	CallId call = {}; // to the game, whose mind it is
	MindRequest request = {};
	TraceId trace = {}; // what it belongs to
};

// What an agent wants done that concerns more than itself; each is done when the step merges.
struct Utterance {
	ParticipantId to;
	std::string content;
	std::uint64_t talk = 0; // that it belongs to
	// Of a turn in a conversation that is led: empty words are not said, the keyword counts.
	bool is_turn = false;
	bool has_keyword = false;
};
// Its turn in a conversation that is led has come to nothing.
struct TurnFailed {
	TurnFailure failure = TurnFailure::mind;
};
// It has finished speaking, as one who takes part in a conversation that is led.
struct SpeechEnded {};
// To its seat.
struct SeatWish {};
struct MoveWish {
	TilePosition target;
};
struct InvitationWish {
	AgentId with;
	std::string subject;
	bool to_task = false;
};
struct InvitationAnswer {
	Invitation invitation;
	bool accept = false;
	std::string reason;
};
struct GameWish {
	std::string name;
	std::string arguments;
};
struct ContextWish {};
// The tools of its engagement that have neither a call nor an outcome.
struct ToolsWish {};
// Its newest thought is no longer wanted; the number of that thought.
struct ThoughtCancelled {
	std::uint32_t thought = 0;
};

struct Wish {
	AgentId agent;
	std::variant<Utterance, MoveWish, InvitationWish, InvitationAnswer, GameWish, ContextWish,
			ToolsWish, ThoughtCancelled, TurnFailed, SpeechEnded, SeatWish>
			what;
	TraceId trace = {}; // what it belongs to
};

struct Outbox {
	std::vector<Event> events;
	std::vector<ConversationRow> conversations;
	std::vector<ThoughtRequest> thoughts;
	std::vector<Wish> wishes;

	void clear() {
		events.clear();
		conversations.clear();
		thoughts.clear();
		wishes.clear();
	}
};

} // namespace agent_runtime

#pragma once

// What agents leave behind when they run in a step, in the order in which they ran. Each helper
// thread fills one of its own, and the step puts them together in the order of the agents' numbers.
// Thread rule: worker only; one thread at a time.

#include "core/agents/event.h"
#include "core/auto_mode/director.h"
#include "core/base/trace_id.h"
#include "core/mind/thought.h"

#include <cstdint>
#include <vector>

namespace agent_runtime {

// A row of agent_conversations: one line as one participant heard or said it.
struct ConversationRow {
	AgentId owner;
	MessagePtr message;
};

// Something that an agent wants done and that concerns others, too. Each wish is carried out when
// the step merges.
struct Utterance {
	ParticipantId to;
	std::string content;
	std::uint64_t talk = 0; // the talk that it belongs to
	// For a turn in a conversation that is led: empty words are not said, and the keyword counts.
	bool is_turn = false;
	bool has_keyword = false;
};
// Its turn in a conversation that is led has failed.
struct TurnFailed {
	TurnFailure failure = TurnFailure::mind;
};
// It has finished speaking, in a conversation that is led.
struct SpeechEnded {};
// It wants to go to its seat.
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
// It wants to use those tools of its engagement that have neither a call nor an outcome.
struct ToolsWish {};
// Its newest thought is no longer wanted; contains the number of that thought.
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

#pragma once

// What running agents in a step leaves behind, in the order in which they were run. Each helper
// thread fills one of its own; the step puts them together in the order of the agents' numbers.
// Thread rule: worker only; one thread at a time.

#include "core/agents/event.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <vector>

namespace agent_runtime {

// A row of agent_conversations: one line as one participant heard or said it.
struct ConversationRow {
	AgentId owner;
	MessagePtr message;
};

struct ThoughtRequest {
	AgentId agent;
	std::uint32_t thought = 0;
	SimTime due;
	MindRequest request;
};

struct Utterance {
	AgentId speaker;
	ParticipantId to;
	std::string content;
};

struct MoveWish {
	AgentId agent;
	TilePosition target;
};

struct Outbox {
	std::vector<Event> events;
	std::vector<ConversationRow> conversations;
	std::vector<ThoughtRequest> thoughts;
	std::vector<Utterance> utterances;
	std::vector<MoveWish> moves;

	void clear() {
		events.clear();
		conversations.clear();
		thoughts.clear();
		utterances.clear();
		moves.clear();
	}
};

} // namespace agent_runtime

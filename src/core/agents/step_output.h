#pragma once

#include "core/agents/game_call.h"
#include "core/agents/input.h"
#include "core/agents/moving_positions.h"
#include "core/agents/outbox.h"
#include "core/agents/shown_walks.h"

#include <string>
#include <vector>

namespace agent_runtime {

// How a request that an input carried has ended.
struct RequestOutcome {
	RequestId request;
	Status status;
};

// A task that agents have agreed upon: it is given to both with an id of its own.
struct AgreedTask {
	AgentId agent;
	AgentId partner;
	std::string name;
	AgentId proposed_by;
};

struct ConfiguredAgent {
	AgentId agent;
	ProfilePtr profile;
};

// All that comes of one step of the world.
struct StepOutput {
	StepNumber step;
	SimTime time;
	std::vector<Event> events;
	std::vector<ConversationRow> conversations;
	std::vector<RequestOutcome> outcomes;
	std::vector<RequestId> reached; // whose inputs were all taken by now (post_end_of)
	std::vector<MovingPosition> positions; // of agents that are on their way
	std::vector<AgentPath> paths; // that are new, for who shows them
	std::vector<AgentTurn> turns; // where agents look now
	std::vector<GameCall> calls;
	std::vector<CallId> given_up; // calls whose outcome no longer matters
	std::vector<CancelledWalk> cancelled_walks; // of earlier steps, before the calls of this one
	// Thoughts of minds that answer when they do (MindAnswerInput), and those of them whose answer
	// is not wanted any more.
	std::vector<ThoughtRequest> thoughts;
	std::vector<ThoughtId> withdrawn;
	std::vector<AgreedTask> agreed;
	std::vector<ConfiguredAgent> configured; // anew, to be kept
	std::vector<Input> inputs; // in the order taken; only while recording
	bool recorded = false; // it belongs to a recording, even when nothing happened in it

	// Whether there is anything to be written or shown.
	bool is_empty() const {
		return events.empty() && conversations.empty() && configured.empty() && !recorded;
	}
};

} // namespace agent_runtime

#pragma once

#include "core/agents/event_buffers.h"
#include "core/agents/game_call.h"
#include "core/agents/input.h"
#include "core/agents/moving_positions.h"
#include "core/agents/outbox.h"
#include "core/agents/shown_walks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// How a request that came with an input has ended.
struct RequestOutcome {
	RequestId request;
	Status status;
};

// A task that agents have agreed on. Each of the two gets it, with an id of its own.
struct AgreedTask {
	AgentId agent;
	AgentId partner;
	std::string name;
	AgentId proposed_by;
	TraceId trace; // what the agreement belongs to
};

struct ConfiguredAgent {
	AgentId agent;
	ProfilePtr profile;
};

// Everything that comes of one step of the world.
struct StepOutput {
	StepNumber step;
	SimTime time;
	std::vector<Event> events;
	std::vector<ConversationRow> conversations;
	std::vector<RequestOutcome> outcomes;
	std::vector<RequestId> reached; // whose inputs were all taken by now (post_end_of)
	std::vector<MovingPosition> positions; // of agents that are on their way
	std::vector<AgentPath> paths; // that are new, for who shows them
	std::vector<AgentFacing> turns; // where agents look now
	std::vector<GameCall> calls;
	std::vector<CallId> given_up; // calls whose outcome no longer matters
	// of earlier steps; they go before the calls of this one
	std::vector<CancelledWalk> cancelled_walks;
	// Thoughts for minds that answer when they are ready (ThoughtAnswer), and those of them whose
	// answer is no longer wanted.
	std::vector<ThoughtRequest> thoughts;
	std::vector<ThoughtId> withdrawn;
	std::vector<AgreedTask> agreed;
	std::vector<ConfiguredAgent> configured; // new configurations, to be stored
	std::vector<Input> inputs; // in the order taken; only while recording
	bool recorded = false; // it belongs to a recording, even if nothing happened in it

	std::shared_ptr<EventBuffers>
			buffers; // where the events' memory goes in the end; null: nowhere

	~StepOutput() {
		if (buffers != nullptr) {
			buffers->give_back(std::move(events));
		}
	}
	// Whether there is nothing to write or show.
	bool is_empty() const {
		return events.empty() && conversations.empty() && configured.empty() && !recorded;
	}
};

} // namespace agent_runtime

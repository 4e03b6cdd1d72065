#pragma once

#include "core/agents/walk_messages.h"
#include "core/runtime/world_parts.h"

namespace agent_runtime {

// Answers the requests about where agents walk, sit and are.
// Owned by Runtime. Thread rule: any thread.
class WalkRequests {
public:
	using Types = RequestTypes<MoveRequest, WalkRequest, StopWalkRequest, SeatRequest, OwnerRequest,
			ReportPositionRequest>;

	explicit WalkRequests(const WorldParts &parts) :
			parts_(parts) {}

	Status answer(const MoveRequest &request, RequestId number);
	// Completed when the walk is over.
	Status answer(const WalkRequest &request, RequestId number);
	Status answer(const StopWalkRequest &request, RequestId number);
	Status answer(const SeatRequest &request, TraceId trace = {});
	Status answer(const OwnerRequest &request, TraceId trace = {});
	Status answer(const ReportPositionRequest &request, TraceId trace = {});

	// agent_arrived, agent_blocked and the input's request report how that ends.
	Status walk(const WalkInput &walk);
	Status set_moved_by_game(AgentId agent, bool moved_by_game, TraceId trace = {});

private:
	const WorldParts parts_;
};

} // namespace agent_runtime

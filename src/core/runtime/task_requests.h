#pragma once

#include "core/agents/task_messages.h"
#include "core/runtime/world_parts.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace agent_runtime {

// Answers the requests about what agents work on, and numbers their tasks.
// Owned by Runtime. Thread rule: any thread.
class TaskRequests {
public:
	using Types = RequestTypes<AssignTaskRequest, FinishTaskRequest, ListTasksRequest>;

	explicit TaskRequests(const WorldParts &parts) :
			parts_(parts) {}

	Result<AssignTaskReply> answer(const AssignTaskRequest &request, TraceId trace = {});
	Status answer(const FinishTaskRequest &request, RequestId number);
	Status answer(const ListTasksRequest &request, RequestId number);

	// An id that no task has had.
	Result<TaskId> number();
	Result<TaskPtr> new_task(const std::string &name, const std::string &description,
			ParticipantId by, AgentId partner);
	// Numbers up to this one are taken.
	void skip_to(std::uint64_t number);

private:
	const WorldParts parts_;
	std::atomic<std::uint64_t> newest_{ 0 }; // guards no other data
};

} // namespace agent_runtime

#include "core/runtime/task_requests.h"

#include "core/agents/task_rows.h"
#include "core/requests/request_table.h"
#include "core/store/read.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace agent_runtime {

Result<TaskId> TaskRequests::number() {
	const TaskId id(newest_.fetch_add(1, std::memory_order_relaxed) + 1);
	Status covered = parts_.store.ids().cover(IdKind::tasks, id.number());
	return covered.ok() ? Result(id) : covered;
}

Result<TaskPtr> TaskRequests::new_task(const std::string &name, const std::string &description,
		ParticipantId by, AgentId partner) {
	const Result<TaskId> id = number();
	if (!id.ok()) {
		return id.status();
	}
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->id = id.value();
	task->name = name;
	task->description = description;
	task->assigned_by = by;
	task->partner = partner;
	return TaskPtr(std::move(task));
}

void TaskRequests::skip_to(std::uint64_t number) {
	newest_.store(
			std::max(number, newest_.load(std::memory_order_relaxed)), std::memory_order_relaxed);
}

Result<AssignTaskReply> TaskRequests::answer(const AssignTaskRequest &request, TraceId trace) {
	if (Status status = parts_.known(request.agent); !status.ok()) {
		return status;
	}
	LiveWorld &world = parts_.world;
	const SharedLock lock(world.mutex);
	if (world.is_stopping()) {
		return has_stopped();
	}
	const Result<TaskPtr> task =
			new_task(request.name, request.description, ParticipantId::player(0), AgentId());
	if (!task.ok()) {
		return task.status();
	}
	world.current->post(AssignInput{ request.agent, task.value(), trace });
	return AssignTaskReply{ task.value()->id };
}

Status TaskRequests::answer(const FinishTaskRequest &request, RequestId number) {
	parts_.world.post(
			FinishInput{ request.task, request.status == "completed", request.result, number });
	return Status();
}

Status TaskRequests::answer(const ListTasksRequest &request, RequestId number) {
	if (Status status = parts_.require_store(); !status.ok()) {
		return status;
	}
	return read<ListTasksReply>(
			parts_.store.reader(),
			[request](Database &database) { return list_tasks(database, request); },
			[this, number](const Result<ListTasksReply> &tasks) {
				complete(parts_.requests, number, tasks);
			});
}

} // namespace agent_runtime

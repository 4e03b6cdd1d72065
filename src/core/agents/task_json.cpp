#include "core/agents/task_json.h"

#include "core/agents/json_fields.h"

namespace agent_runtime {

using nlohmann::json;

json task_to_json(const AgentTask &task) {
	json result{ { "task_id", task.id.to_string() }, { "task_name", task.name },
		{ "status", task_status_name(task.status) }, { "description", task.description },
		{ "result", task.result } };
	if (!task.assigned_by.is_none()) {
		result["assigned_by"] = task.assigned_by.to_string();
	}
	if (!task.partner.is_none()) {
		result["partner"] = task.partner.to_string();
	}
	return result;
}

AgentTask task_from_json(const json &from) {
	AgentTask task;
	task.id = TaskId::parse(text_of(from, "task_id")).value_or(TaskId());
	task.name = text_of(from, "task_name");
	task.status = parse_task_status(text_of(from, "status")).value_or(TaskStatus::assigned);
	task.description = text_of(from, "description");
	task.result = text_of(from, "result");
	task.assigned_by = participant_of(from, "assigned_by");
	task.partner = agent_of(from, "partner");
	return task;
}

} // namespace agent_runtime

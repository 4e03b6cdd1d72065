#include "core/agents/task_json.h"

#include "core/agents/event.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

// The fields are those of the event that tells of a task.

json task_to_json(const AgentTask &task) {
	const TaskChanged event{ std::make_shared<const AgentTask>(task) };
	json written = json::object();
	event_form<TaskChanged>().write(&event, written);
	return written;
}

AgentTask task_from_json(const json &from) {
	return *event_form<TaskChanged>().read(from, Subject()).get_if<TaskChanged>()->task;
}

} // namespace agent_runtime

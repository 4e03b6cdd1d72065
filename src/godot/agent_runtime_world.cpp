// Methods for scripts about many agents at once, the bus, tasks, and time.

#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <string>
#include <utility>
#include <vector>

using namespace godot;
using agent_runtime::agent_id_from;
using agent_runtime::agent_state_name;
using agent_runtime::AgentId;
using agent_runtime::AgentState;
using agent_runtime::AgentStateFields;
using agent_runtime::AssignTaskReply;
using agent_runtime::AssignTaskRequest;
using agent_runtime::config_from;
using agent_runtime::FinishTaskRequest;
using agent_runtime::GameMinds;
using agent_runtime::json_from;
using agent_runtime::ListAgentsReply;
using agent_runtime::ListAgentsRequest;
using agent_runtime::mind_from;
using agent_runtime::PauseAgentRequest;
using agent_runtime::PauseWorldRequest;
using agent_runtime::PublishRequest;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::ResumeAgentRequest;
using agent_runtime::SpawnManyReply;
using agent_runtime::SpawnManyRequest;
using agent_runtime::Status;
using agent_runtime::StepAgentRequest;
using agent_runtime::StepWorldRequest;
using agent_runtime::SubscribeRequest;
using agent_runtime::task_id_from;
using agent_runtime::TaskId;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using nlohmann::json;

namespace {

// A state may be given as a number of AgentRuntime.State.
Dictionary with_state_name(const Dictionary &p_filter) {
	const Variant state = p_filter.get("state", Variant());
	const int64_t number = state.get_type() == Variant::INT ? int64_t(state) : -1;
	if (number < AgentRuntime::STATE_IDLE || number > AgentRuntime::STATE_SPEAKING) {
		return p_filter;
	}
	Dictionary filter = p_filter.duplicate();
	filter["state"] = to_godot(agent_state_name(static_cast<AgentState>(number)));
	return filter;
}

} // namespace

template <typename Request>
Error AgentRuntime::command_agent(const char *p_call, const String &p_agent_id, Request p_request) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		p_request.agent = agent.value();
		status = live->command(p_call, p_request);
	}
	return report_call(p_call, status);
}

void AgentRuntime::set_paused(bool p_paused) {
	paused = p_paused;
	if (live != nullptr) {
		const Status set = live->runtime().requests().call(PauseWorldRequest{ p_paused }).status();
		report_call("set_paused", set);
	}
}

bool AgentRuntime::is_paused() const {
	return live != nullptr ? live->runtime().is_world_paused() : paused;
}

Error AgentRuntime::step_once() {
	Status status = require_running();
	if (status.ok()) {
		status = live->runtime().requests().call(StepWorldRequest()).status();
	}
	return report_call("step_once", status);
}

PackedStringArray AgentRuntime::spawn_agents(const Variant &p_config, int64_t p_count) {
	PackedStringArray spawned;
	const Variant mind = mind_from(p_config);
	Status status = require_running();
	if (status.ok() && mind.get_type() != Variant::NIL) {
		status = GameMinds::check(mind);
	}
	if (status.ok()) {
		tell_map();
		const Result<json> config = config_from(p_config);
		const Result<SpawnManyReply> many = config.ok()
				? live->runtime().requests().call_with<SpawnManyRequest>(
						  { { "agent_config", config.value() }, { "count", p_count } })
				: config.status();
		status = many.status();
		for (const AgentId id : many.ok() ? many.value().agents : std::vector<AgentId>()) {
			set_mind_of(id, mind, config.value());
			spawned.push_back(to_godot(id.to_string()));
		}
	}
	report_call("spawn_agents", status);
	return spawned;
}

TypedArray<Dictionary> AgentRuntime::list_agents(const Dictionary &p_filter) const {
	TypedArray<Dictionary> found;
	Status status = require_running();
	const Result<json> filter = json_from(with_state_name(p_filter), "filter");
	status = status.ok() ? filter.status() : status;
	if (status.ok()) {
		const Result<ListAgentsReply> reply =
				live->runtime().requests().call_with<ListAgentsRequest>(filter.value());
		status = reply.status();
		for (const AgentStateFields &state :
				reply.ok() ? reply.value().agents : std::vector<AgentStateFields>()) {
			found.push_back(agent_runtime::shown_state(state));
		}
	}
	report_call("list_agents", status);
	return found;
}

Error AgentRuntime::pause_agent(const String &p_agent_id) {
	return command_agent("pause_agent", p_agent_id, PauseAgentRequest());
}

Error AgentRuntime::resume_agent(const String &p_agent_id) {
	return command_agent("resume_agent", p_agent_id, ResumeAgentRequest());
}

Error AgentRuntime::step_agent(const String &p_agent_id) {
	return command_agent("step_agent", p_agent_id, StepAgentRequest());
}

Error AgentRuntime::publish_message(const Dictionary &p_message) {
	Status status = require_running();
	const Result<json> message = json_from(p_message, "message");
	status = status.ok() ? message.status() : status;
	if (status.ok()) {
		status = live->runtime().requests().call_with<PublishRequest>(message.value()).status();
	}
	return report_call("publish_message", status);
}

Error AgentRuntime::subscribe(const String &p_agent_id, const Dictionary &p_subscription) {
	Result<json> subscription = json_from(p_subscription, "subscription");
	if (!subscription.ok()) {
		return report_call("subscribe", subscription.status());
	}
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		subscription.value()["agent_id"] = agent.value().to_string();
		status = live->runtime()
						 .requests()
						 .call_with<SubscribeRequest>(subscription.value())
						 .status();
	}
	return report_call("subscribe", status);
}

String AgentRuntime::assign_task(
		const String &p_agent_id, const String &p_task_name, const String &p_description) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		const Result<AssignTaskReply> task = live->runtime().requests().call(
				AssignTaskRequest{ agent.value(), to_utf8(p_task_name), to_utf8(p_description) });
		if (task.ok()) {
			return to_godot(task.value().task.to_string());
		}
		status = task.status();
	}
	report_call("assign_task", status);
	return String();
}

Error AgentRuntime::finish_task(const String &p_task_id, bool p_completed, const String &p_result) {
	Status status = require_running();
	const Result<TaskId> task = task_id_from(p_task_id, "task_id");
	status = status.ok() ? task.status() : status;
	if (status.ok()) {
		status = live->command("finish_task",
				FinishTaskRequest{
						task.value(), p_completed ? "completed" : "failed", to_utf8(p_result) });
	}
	return report_call("finish_task", status);
}

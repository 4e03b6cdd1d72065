#include "core/runtime/runtime.h"

#include <utility>

// What callers in this process ask with values that the vocabulary has as JSON: configurations that
// scripts have made, and states that they are shown.

namespace agent_runtime {

using nlohmann::json;

Result<AgentId> Runtime::spawn_agent(const json &config) {
	const Result<SpawnRequest> request = parse_fields<SpawnRequest>({ { "agent_config", config } });
	const Result<SpawnReply> spawned =
			request.ok() ? agent_requests_.answer(request.value()) : request.status();
	return spawned.ok() ? Result(spawned.value().agent) : spawned.status();
}

Result<std::vector<AgentId>> Runtime::spawn_agents(const json &config, std::int64_t count) {
	const Result<SpawnManyRequest> request =
			parse_fields<SpawnManyRequest>({ { "agent_config", config }, { "count", count } });
	Result<SpawnManyReply> spawned =
			request.ok() ? agent_requests_.answer(request.value()) : request.status();
	return spawned.ok() ? Result(std::move(spawned).value().agents) : spawned.status();
}

Result<json> Runtime::agent_state(AgentId agent) const {
	AgentStateRequest request;
	request.agent = agent;
	const Result<AgentStateFields> state = agent_requests_.answer(request);
	return state.ok() ? Result(write_fields(state.value())) : state.status();
}

std::vector<AgentId> Runtime::agents() const {
	std::vector<AgentId> ids;
	directory_.for_each([&](AgentId id, const ProfilePtr &) { ids.push_back(id); });
	return ids;
}

Status Runtime::subscribe(AgentId agent, const json &subscription) {
	json message = subscription;
	message["agent_id"] = agent.is_none() ? "none" : agent.to_string();
	const Result<SubscribeRequest> request = parse_fields<SubscribeRequest>(message);
	return request.ok() ? bus_requests_.answer(request.value()) : request.status();
}

Result<TaskId> Runtime::assign_task(
		AgentId agent, const std::string &name, const std::string &description) {
	const Result<AssignTaskReply> task = table_.call(AssignTaskRequest{ agent, name, description });
	return task.ok() ? Result(task.value().task) : task.status();
}

Result<json> Runtime::start_auto_mode(const json &options) {
	json fields = options.is_object() ? options : json::object();
	fields.erase("type"); // of a whole request
	const Result<StartTalkRequest> request = parse_fields<StartTalkRequest>(fields);
	const Result<TalkStateFields> talk =
			request.ok() ? talk_requests_.answer(request.value()) : request.status();
	return talk.ok() ? Result(write_fields(talk.value())) : talk.status();
}

json Runtime::auto_mode_state(ConversationId talk) const {
	const std::optional<TalkStateFields> state = talks_.state(talk, sim_clock_.now());
	return state ? write_fields(*state) : json::object();
}

json Runtime::auto_mode_conversations() const {
	json shown = json::array();
	for (const TalkStateFields &state : talks_.states(sim_clock_.now())) {
		shown.push_back(write_fields(state));
	}
	return shown;
}

Result<json> Runtime::last_prompt(AgentId agent) const {
	const Result<LastPromptReply> prompt = mind_requests_.answer(LastPromptRequest{ agent });
	return prompt.ok() ? Result(prompt.value().written) : prompt.status();
}

} // namespace agent_runtime

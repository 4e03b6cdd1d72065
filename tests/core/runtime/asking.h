#pragma once

// Requests that tests and benchmarks make again and again, with configurations as scripts write
// them and states as scripts see them.

#include "core/runtime/runtime.h"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

inline Result<AgentId> spawn_agent(const Runtime &runtime, const nlohmann::json &config) {
	const Result<SpawnReply> spawned =
			runtime.requests().call_with<SpawnRequest>({ { "agent_config", config } });
	return spawned.ok() ? Result(spawned.value().agent) : spawned.status();
}

inline Result<std::vector<AgentId>> spawn_agents(
		const Runtime &runtime, const nlohmann::json &config, std::int64_t count) {
	const Result<SpawnManyReply> spawned = runtime.requests().call_with<SpawnManyRequest>(
			{ { "agent_config", config }, { "count", count } });
	return spawned.ok() ? Result(spawned.value().agents) : spawned.status();
}

inline Result<nlohmann::json> agent_state(const Runtime &runtime, AgentId agent) {
	AgentStateRequest request;
	request.agent = agent;
	const Result<AgentStateFields> state = runtime.requests().call(request);
	return state.ok() ? Result(write_fields(state.value())) : state.status();
}

inline Status send_message(
		const Runtime &runtime, ParticipantId from, ParticipantId to, const std::string &content) {
	return runtime.requests().call(SayRequest{ from, to, content }).status();
}

inline Status assign_seat(const Runtime &runtime, AgentId agent, const std::string &seat) {
	return runtime.requests().call(SeatRequest{ agent, seat }).status();
}

inline Status report_position(const Runtime &runtime, AgentId agent, TilePosition position) {
	return runtime.requests().call(ReportPositionRequest{ agent, position }).status();
}

inline Status set_attention(const Runtime &runtime, AgentId agent, float weight) {
	return runtime.requests().call(AttentionRequest{ agent, weight }).status();
}

inline Status set_world_paused(const Runtime &runtime, bool paused) {
	return runtime.requests().call(PauseWorldRequest{ paused }).status();
}

inline Result<TaskId> assign_task(const Runtime &runtime, AgentId agent, const std::string &name,
		const std::string &description = "") {
	const Result<AssignTaskReply> task =
			runtime.requests().call(AssignTaskRequest{ agent, name, description });
	return task.ok() ? Result(task.value().task) : task.status();
}

// Also with the fields of a whole request.
inline Result<nlohmann::json> start_auto_mode(const Runtime &runtime, nlohmann::json options) {
	options.erase("type");
	const Result<TalkStateFields> talk = runtime.requests().call_with<StartTalkRequest>(options);
	return talk.ok() ? Result(write_fields(talk.value())) : talk.status();
}

// Newest first.
inline nlohmann::json auto_mode_conversations(const Runtime &runtime) {
	const Result<ListTalksReply> talks = runtime.requests().call(ListTalksRequest());
	return write_fields(talks.value()).at("conversations");
}

// Empty when there is none with this id.
inline nlohmann::json auto_mode_state(const Runtime &runtime, ConversationId talk) {
	const Result<ListTalksReply> talks = runtime.requests().call(ListTalksRequest{ talk });
	return talks.ok() ? write_fields(talks.value().conversations.front())
					  : nlohmann::json::object();
}

inline Result<nlohmann::json> last_prompt(const Runtime &runtime, AgentId agent) {
	const Result<LastPromptReply> prompt = runtime.requests().call(LastPromptRequest{ agent });
	return prompt.ok() ? Result(write_reply(prompt.value())) : prompt.status();
}

} // namespace agent_runtime

#pragma once

#include "core/agents/agent_messages.h"
#include "core/runtime/world_parts.h"

#include <string>

namespace agent_runtime {

// Answers the requests that bring agents to life, end them, pause them, and show them. Owned by
// Runtime. Thread rule: any thread.
class AgentRequests {
public:
	using Types = RequestTypes<SpawnRequest, SpawnManyRequest, TerminateRequest, PauseAgentRequest,
			ResumeAgentRequest, StepAgentRequest, AgentStateRequest, ListAgentsRequest>;

	explicit AgentRequests(const WorldParts &parts) :
			parts_(parts) {}

	// The agent lives from the next step on. With the key of an existing agent, returns that one.
	Result<SpawnReply> answer(const SpawnRequest &request, TraceId trace = {});
	// Agents that share everything but their ids and chance. All of them or none.
	Result<SpawnManyReply> answer(const SpawnManyRequest &request, TraceId trace = {});
	Status answer(const TerminateRequest &request, TraceId trace = {});
	Status answer(const PauseAgentRequest &request, RequestId number);
	Status answer(const ResumeAgentRequest &request, RequestId number);
	Status answer(const StepAgentRequest &request, RequestId number);
	Result<AgentStateFields> answer(const AgentStateRequest &request) const;
	Result<ListAgentsReply> answer(const ListAgentsRequest &request) const;

	Status terminate(AgentId agent, const std::string &reason, TraceId trace = {});

private:
	ProfilePtr profile_from(const AgentConfigFields &config) const;
	Result<ProfilePtr> checked_profile(const AgentConfigFields &config) const;
	Status pause(AgentId agent, PauseChange change, RequestId number);

	const WorldParts parts_;
};

} // namespace agent_runtime

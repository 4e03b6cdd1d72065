#pragma once

#include "core/agents/agent_messages.h"
#include "core/runtime/world_parts.h"

#include <string>

namespace agent_runtime {

// Answers the requests that bring agents to life, end them, let them pause, and show them.
// Owned by Runtime. Thread rule: any thread.
class AgentRequests {
public:
	using Types = RequestTypes<SpawnRequest, SpawnManyRequest, TerminateRequest, PauseAgentRequest,
			ResumeAgentRequest, StepAgentRequest, AgentStateRequest, ListAgentsRequest>;

	explicit AgentRequests(const WorldParts &parts) :
			parts_(parts) {}

	// The agent lives from the next step on. With a key that an agent has, gives that one.
	Result<SpawnReply> answer(const SpawnRequest &request);
	// Agents that share all but their ids and chance. All of them or none.
	Result<SpawnManyReply> answer(const SpawnManyRequest &request);
	Status answer(const TerminateRequest &request);
	Status answer(const PauseAgentRequest &request, RequestId number);
	Status answer(const ResumeAgentRequest &request, RequestId number);
	Status answer(const StepAgentRequest &request, RequestId number);
	Result<AgentStateFields> answer(const AgentStateRequest &request) const;
	Result<ListAgentsReply> answer(const ListAgentsRequest &request) const;

	Status terminate(AgentId agent, const std::string &reason);

private:
	ProfilePtr profile_from(const AgentConfigFields &config) const;
	Result<ProfilePtr> checked_profile(const AgentConfigFields &config) const;
	Status pause(AgentId agent, PauseChange change, RequestId number);

	const WorldParts parts_;
};

} // namespace agent_runtime

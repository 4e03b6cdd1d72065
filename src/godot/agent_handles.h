#pragma once

#include "godot/agent_handle.h"

#include <godot_cpp/classes/ref.hpp>

#include <unordered_map>

namespace agent_runtime {

// The handles that one runtime has given out. While an agent lives everybody gets the same one,
// whether or not anybody still holds it. Agents that nobody has asked for have none. Owned by the
// node, which a handler may free. Thread rule: main thread only.
class AgentHandles {
public:
	~AgentHandles() { end_all(); }

	// `p_profile` is null for a player.
	godot::Ref<AgentHandle> get(
			godot::ObjectID p_runtime, ParticipantId p_who, const AgentProfile *p_profile);
	// The agent is gone. A handler may do anything.
	void terminate(AgentId p_agent, const std::string &p_reason);
	// The runtime stops. Emits nothing, since the agents are not gone.
	void end_all();

private:
	std::unordered_map<ParticipantId, godot::Ref<AgentHandle>> handles;
};

} // namespace agent_runtime

#pragma once

#include "godot/agent_handle.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/core/object_id.hpp>

#include <cstddef>
#include <unordered_map>

namespace agent_runtime {

// The handles that one runtime has given out. While an agent lives everybody gets the same one,
// whether or not anybody still holds it. That of an agent that is gone is the game's alone, and is
// the agent's again if a world is loaded in which it lives. Agents that nobody has asked for have
// none. Owned by the node, which a handler may free. Thread rule: main thread only.
class AgentHandles {
public:
	~AgentHandles() { end_all(); }

	// `p_profile` is null for a player.
	godot::Ref<AgentHandle> get(
			godot::ObjectID p_runtime, ParticipantId p_who, const AgentProfile *p_profile);
	// The agent lives, perhaps again.
	void begin(godot::ObjectID p_runtime, AgentId p_agent, const AgentProfile &p_profile);
	// The agent is gone. A handler may do anything.
	void terminate(AgentId p_agent, const std::string &p_reason);
	// The runtime stops. Emits nothing, since the agents are not gone.
	void end_all();

private:
	// That of an agent that was gone, if the game still holds it.
	godot::Ref<AgentHandle> take_left(ParticipantId p_who);
	void leave(ParticipantId p_who, const godot::Ref<AgentHandle> &p_handle);

	std::unordered_map<ParticipantId, godot::Ref<AgentHandle>> handles;
	// Of agents that are gone; those that nobody holds any more are swept at this size.
	std::unordered_map<ParticipantId, godot::ObjectID> left;
	std::size_t sweep_at = 64;
};

} // namespace agent_runtime

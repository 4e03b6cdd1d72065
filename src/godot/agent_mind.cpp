#include "godot/agent_mind.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void AgentMind::think(const Ref<AgentThought> &p_thought) {
	GDVIRTUAL_CALL(_think, p_thought);
}

void AgentMind::stop_thinking(const Ref<AgentThought> &p_thought) {
	GDVIRTUAL_CALL(_cancel, p_thought);
}

void AgentMind::_bind_methods() {
	GDVIRTUAL_BIND(_think, "thought");
	GDVIRTUAL_BIND(_cancel, "thought");
}

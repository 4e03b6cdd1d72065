#pragma once

#include "godot/agent_thought.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/gdvirtual.gen.inc>

// A mind of the game's own, which a script extends; many agents may share one. Main thread only.
class AgentMind : public godot::Resource {
	GDCLASS(AgentMind, godot::Resource)

protected:
	static void _bind_methods();

	GDVIRTUAL1(_think, godot::Ref<AgentThought>)
	GDVIRTUAL1(_cancel, godot::Ref<AgentThought>)

public:
	// Whether its script has the method.
	bool can_think() const { return GDVIRTUAL_IS_OVERRIDDEN(_think); }
	void think(const godot::Ref<AgentThought> &p_thought);
	// The thought was cancelled.
	void stop_thinking(const godot::Ref<AgentThought> &p_thought);
};

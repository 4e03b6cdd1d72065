#pragma once

// The minds that a game brings itself, and what they are thinking about. A mind is an AgentMind, or
// a callable that takes the thought. They outlive a run, thoughts do not.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "godot/agent_mind.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <map>
#include <optional>
#include <string>

namespace agent_runtime {

// Owned by the node, which any callable of a mind may free. Main thread only.
class GameMinds {
public:
	// Of no agent: the mind of all that have none of their own. Null takes a mind back.
	Status set(AgentId p_agent, const godot::Variant &p_mind);
	// Not ok for what is no mind.
	static Status check(const godot::Variant &p_mind);

	// Asks the agent's mind. The thought ends in any case.
	void ask(CallId p_call, AgentId p_agent, const godot::Ref<AgentThought> &p_thought);
	void cancel(CallId p_call);
	void cancel_all();
	// It has been answered.
	void forget(CallId p_call) { open.erase(p_call); }

private:
	struct Mind {
		godot::Ref<AgentMind> resource; // or
		godot::Callable callable;
	};
	struct Open {
		godot::Ref<AgentThought> thought;
		godot::Ref<AgentMind> mind; // null: a callable
	};

	static void end(const Open &p_open);
	// What keeps the mind from thinking.
	static std::optional<std::string> find_problem(const Mind *p_mind);
	const Mind *mind_of(AgentId p_agent) const;

	std::map<AgentId, Mind> minds; // that of no agent: everybody's
	std::map<CallId, Open> open;
};

} // namespace agent_runtime

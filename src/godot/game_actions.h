#pragma once

// What a game lets its agents do and use, and how it describes what they perceive: the callables
// behind register_action, register_tool and set_context_provider. They outlive a stop, so that a
// restarted runtime knows them, too.

#include "godot/game_functions.h"

#include <godot_cpp/variant/callable.hpp>

#include <string>
#include <vector>

namespace agent_runtime {

// Owned by the node. Main thread only.
class GameActions {
public:
	// For an action without a callable, the signal action_requested is emitted.
	GameFunctions &actions() { return own_actions; }
	const GameFunctions &actions() const { return own_actions; }
	GameFunctions &tools() { return own_tools; }
	const GameFunctions &tools() const { return own_tools; }
	Status set_context_provider(const godot::Callable &p_callable);

	// Not ok for a name that minds could not distinguish: that of a built-in action, or of one of
	// the others.
	static Status check_free(const std::string &p_name, const GameFunctions &p_others);

	// The agent is gone, and with it what was registered for it alone.
	void forget_agent(AgentId p_agent);
	// Another run begins, in which these agents live, and in which ids mean the same as before or
	// not.
	void begin(const std::vector<AgentId> &p_there, bool p_keeps_ids);
	// Passes all of it to a runtime that has just started.
	void tell(Runtime &p_runtime) const;

	CallAnswer give_context(const GameCall &p_call) const;

private:
	GameFunctions own_actions{ "action" };
	GameFunctions own_tools{ "tool" };
	godot::Callable context_provider;
};

} // namespace agent_runtime

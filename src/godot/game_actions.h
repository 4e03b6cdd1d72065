#pragma once

// What a game lets its agents do, and how it tells what they perceive: the callables behind
// register_action and set_context_provider. They outlive a run, so that a runtime that is started
// anew knows them too.
//
// A call of the runtime (GameCall) comes in on the main thread, and ends in exactly one answer:
// what the callable returned, a failure that says why, or, when it returned nothing, what
// complete_action or fail_action says later. The runtime itself ends what is never answered.

#include "core/agents/game_call.h"
#include "core/mind/action_table.h"
#include "core/runtime/runtime.h"

#include <godot_cpp/variant/callable.hpp>

#include <map>
#include <optional>
#include <string>

namespace agent_runtime {

// Owned by the node. Main thread only.
class GameActions {
public:
	// A null callable is none: the game learns of the action by the signal action_requested.
	Status add(const std::string &p_name, ActionInfo p_action, const godot::Callable &p_callable);
	Status remove(const std::string &p_name);
	Status set_context_provider(const godot::Callable &p_callable);

	// A runtime that has just been started learns all of it.
	void tell(Runtime &p_runtime) const;

	// Whether nobody but a handler of the signal can do it.
	bool is_for_signal(const GameCall &p_call) const;
	// Calls the callable of an action. The answer to it, or nothing when it comes later: by itself,
	// or, from a function that waits for something, through `p_later`, which is then called with
	// what it returned at last, and the id of the call.
	std::optional<CallAnswer> perform(const GameCall &p_call, const godot::Callable &p_later) const;
	CallAnswer give_context(const GameCall &p_call) const;

private:
	ActionTable table;
	std::map<std::string, godot::Callable> callables; // by the name of the action
	godot::Callable context_provider;
};

// The answer that an action has come to this. Not ok when it is nothing that JSON can say.
Result<CallAnswer> completed_action(CallId p_call, const godot::Variant &p_result);

} // namespace agent_runtime

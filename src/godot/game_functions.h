#pragma once

// Functions of the game that minds choose by name, behind register_action and register_tool. A call
// of the runtime (GameCall) comes in on the main thread and ends in exactly one answer: what the
// callable returned, a failure with its reason or, if it returned nothing, what the game says
// later. The runtime itself ends calls that are never answered.

#include "core/agents/game_call.h"
#include "core/mind/action_table.h"
#include "core/mind/offer_scope.h"
#include "core/runtime/runtime.h"

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// All functions of one kind. Main thread only.
class GameFunctions {
public:
	// `p_noun` is what messages call one of them: "action".
	explicit GameFunctions(std::string p_noun);

	// One of this name for the same agents is replaced.
	Status add(const std::string &p_name, ActionInfo p_info, const godot::Callable &p_callable,
			const OfferScope &p_scope);
	Status remove(const std::string &p_name, const OfferScope &p_scope);

	// One function as it is registered now.
	struct Entry {
		std::optional<ActionInfo> info; // none: it is not
		godot::Callable callable;
	};
	Entry entry(const std::string &p_name, const OfferScope &p_scope) const;
	// Takes back what was added meanwhile.
	void restore(const std::string &p_name, const OfferScope &p_scope, Entry p_entry);
	// Removes those of agents for which this is true.
	void forget_agents(const std::function<bool(AgentId)> &p_is_gone);
	const std::map<OfferScope, ActionTable> &all() const { return tables; }
	// For whomever it is.
	bool has(const std::string &p_name) const;
	const std::string &what() const { return noun; }

	// Whether it was added without a callable.
	bool is_for_signal(const GameCall &p_call) const;
	// Calls the callable. Returns the answer, or nothing when it comes later: either by itself, or
	// from a function that waits for something through `p_later`, which is then called with the
	// final result and the id of the call.
	std::optional<CallAnswer> perform(const GameCall &p_call, const godot::Callable &p_later) const;

private:
	// Null when it is not registered (any more).
	const godot::Callable *find(const GameCall &p_call) const;

	const std::string noun;
	std::map<OfferScope, ActionTable> tables; // none of them is empty
	// By whom they are for, and the name of the function.
	std::map<std::pair<OfferScope, std::string>, godot::Callable> callables;
};

// The answer for a call with this result. Not ok when JSON cannot express it.
Result<CallAnswer> done_with(CallId p_call, CallKind p_kind, const godot::Variant &p_result);
// Also reports the failure to the game's author. `p_what` is "the action open_door".
CallAnswer failed_with(
		const GameCall &p_call, const std::string &p_what, const std::string &p_reason);
// Why it cannot be called, in the words of a failure.
std::optional<std::string> find_problem(const godot::Callable &p_callable);
// `p_takes` says which arguments it must take.
Status check_callable(const godot::Callable &p_callable, int64_t p_arguments, const char *p_takes);
// Calls it. Returns what prevented that, in the words of a failure.
std::optional<std::string> call(const godot::Callable &p_callable,
		const std::vector<godot::Variant> &p_arguments, godot::Variant &r_result);
// The object that a function returns while it waits for something, or null. It emits "completed" at
// its end.
godot::Object *coroutine_of(const godot::Variant &p_result);

} // namespace agent_runtime

#pragma once

// Functions of the game that minds choose by name: those behind register_action and those behind
// register_tool. A call of the runtime (GameCall) comes in on the main thread, and ends in exactly
// one answer: what the callable returned, a failure that says why, or, when it returned nothing,
// what the game says later. The runtime itself ends what is never answered.

#include "core/agents/game_call.h"
#include "core/mind/action_table.h"
#include "core/runtime/runtime.h"

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// All of one kind. Main thread only.
class GameFunctions {
public:
	// `p_noun` is what one of them is called in what is said about it: "action".
	explicit GameFunctions(std::string p_noun);

	Status add(const std::string &p_name, ActionInfo p_info, const godot::Callable &p_callable);
	Status remove(const std::string &p_name);
	const ActionTable &all() const { return table; }
	const std::string &what() const { return noun; }

	// Whether it was added without a callable.
	bool is_for_signal(const GameCall &p_call) const;
	// Calls the callable. The answer to it, or nothing when it comes later: by itself, or, from a
	// function that waits for something, through `p_later`, which is then called with what it
	// returned at last, and the id of the call.
	std::optional<CallAnswer> perform(const GameCall &p_call, const godot::Callable &p_later) const;

private:
	const std::string noun;
	ActionTable table;
	std::map<std::string, godot::Callable> callables; // by the name of the function
};

// The answer that a call has come to this. Not ok when it is nothing that JSON can say.
Result<CallAnswer> done_with(CallId p_call, CallKind p_kind, const godot::Variant &p_result);
// Says so to whoever wrote the game too. `p_what` is "the action open_door".
CallAnswer failed_with(
		const GameCall &p_call, const std::string &p_what, const std::string &p_reason);
// What stands against calling it, in the words of a failure.
std::optional<std::string> find_problem(const godot::Callable &p_callable);
// `p_takes` says what it has to take.
Status check_callable(const godot::Callable &p_callable, int64_t p_arguments, const char *p_takes);
// Calls it; what has kept that from being done, in the words of a failure.
std::optional<std::string> call(const godot::Callable &p_callable,
		const std::vector<godot::Variant> &p_arguments, godot::Variant &r_result);
// What a function returns that waits for something, or null: it emits "completed" at its end.
godot::Object *coroutine_of(const godot::Variant &p_result);

} // namespace agent_runtime

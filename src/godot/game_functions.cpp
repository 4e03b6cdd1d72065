#include "godot/game_functions.h"

#include "core/base/counted.h"
#include "core/base/field_problem.h"
#include "core/base/json_io.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <algorithm>
#include <limits>
#include <utility>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr int64_t ARGUMENTS = 3; // agent, arguments, call
constexpr char COROUTINE[] = "GDScriptFunctionState";

// How many arguments a callable takes, as far as that is known.
struct Arity {
	int64_t least = 0;
	int64_t most = std::numeric_limits<int64_t>::max();
};

// `p_wanted` is the number that it will get; if it fits, the callable is not examined further.
Arity arity_of(const Callable &p_callable, int64_t p_wanted) {
	const int64_t count = p_callable.get_argument_count();
	if (count == p_wanted) {
		return { p_wanted, p_wanted };
	}
	if (!p_callable.is_standard()) {
		// How few arguments a lambda accepts cannot be found out. Other callables, such as those
		// with bound arguments, may not know their number, and return 0 or less.
		const bool is_lambda = Variant(p_callable).stringify().ends_with("lambda)");
		return { 0, count > 0 || is_lambda ? count : Arity().most };
	}
	Object *object = p_callable.get_object();
	const TypedArray<Dictionary> methods = object->get_method_list();
	for (int64_t i = 0; i < methods.size(); i++) {
		const Dictionary method = methods[i];
		if (StringName(method["name"]) != p_callable.get_method()) {
			continue;
		}
		const int64_t most = Array(method["args"]).size();
		const bool is_variadic = (static_cast<int64_t>(method["flags"]) & METHOD_FLAG_VARARG) != 0;
		return { most - Array(method["default_args"]).size(), is_variadic ? Arity().most : most };
	}
	return {};
}

} // namespace

std::optional<std::string> find_problem(const Callable &p_callable) {
	if (p_callable.is_valid()) {
		return std::nullopt;
	}
	return "its callable is no longer valid: the object was freed, or has no such method";
}

Status check_callable(const Callable &p_callable, int64_t p_arguments, const char *p_takes) {
	if (!p_callable.is_valid()) {
		return FieldProblem{ "callable", "is not valid",
			"give a method of an object that is there, or a lambda" }
				.to_status();
	}
	const Arity arity = arity_of(p_callable, p_arguments);
	if (p_arguments >= arity.least && p_arguments <= arity.most) {
		return Status();
	}
	return FieldProblem{ "callable",
		p_arguments < arity.least
				? "wants " + counted(arity.least, "argument") + ", and gets " +
						std::to_string(p_arguments)
				: "takes " + std::to_string(arity.most) + " of " + counted(p_arguments, "argument"),
		"let it take " + std::string(p_takes) }
			.to_status();
}

std::optional<std::string> call(
		const Callable &p_callable, const std::vector<Variant> &p_arguments, Variant &r_result) {
	std::vector<const Variant *> pointers;
	pointers.reserve(p_arguments.size());
	for (const Variant &argument : p_arguments) {
		pointers.push_back(&argument);
	}
	GDExtensionCallError error{};
	Variant(p_callable)
			.callp("call", pointers.data(), static_cast<int>(pointers.size()), r_result, error);
	switch (error.error) {
		case GDEXTENSION_CALL_OK:
			return std::nullopt;
		case GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS:
		case GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS:
			return "its callable takes " + std::to_string(error.expected) +
					" arguments, and gets " + std::to_string(p_arguments.size());
		case GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT:
			return "its callable does not take what it gets as argument " +
					std::to_string(error.argument + 1);
		default:
			return "its callable cannot be called";
	}
}

CallAnswer failed_with(
		const GameCall &p_call, const std::string &p_what, const std::string &p_reason) {
	ERR_PRINT("AgentRuntime: " + to_godot(p_what) + " of " + to_godot(p_call.agent.to_string()) +
			" failed: " + to_godot(p_reason));
	return { p_call.call, p_call.kind, CallOutcome::failed, p_reason, "" };
}

Object *coroutine_of(const Variant &p_result) {
	Object *state = p_result.get_validated_object();
	return state != nullptr && state->is_class(COROUTINE) ? state : nullptr;
}

Result<CallAnswer> done_with(CallId p_call, CallKind p_kind, const Variant &p_result) {
	const Result<json> result = json_from(p_result, "result");
	if (!result.ok()) {
		return result.status();
	}
	return CallAnswer{ p_call, p_kind, CallOutcome::done, "",
		result.value().is_null() ? std::string() : result.value().dump() };
}

GameFunctions::GameFunctions(std::string p_noun) :
		noun(std::move(p_noun)) {}

Status GameFunctions::add(const std::string &p_name, ActionInfo p_info, const Callable &p_callable,
		const OfferScope &p_scope) {
	if (!p_callable.is_null()) {
		Status callable = check_callable(p_callable, ARGUMENTS,
				"agent_id: String, arguments: Dictionary and call_id: String");
		if (!callable.ok()) {
			return callable;
		}
	}
	ActionTable &table = tables[p_scope];
	Status added = table.add(p_name, std::move(p_info));
	if (added.ok()) {
		callables[{ p_scope, p_name }] = p_callable;
	} else if (table.all().empty()) {
		tables.erase(p_scope);
	}
	return added;
}

Status GameFunctions::remove(const std::string &p_name, const OfferScope &p_scope) {
	const auto found = tables.find(p_scope);
	if (found == tables.end() || !found->second.remove(p_name)) {
		return FieldProblem{ "name",
			quoted_name(p_name) + " is not the name of a registered " + noun + p_scope.in_words(),
			"give one that register_" + noun + " was called with" }
				.to_status();
	}
	if (found->second.all().empty()) {
		tables.erase(found);
	}
	callables.erase({ p_scope, p_name });
	return Status();
}

GameFunctions::Entry GameFunctions::entry(
		const std::string &p_name, const OfferScope &p_scope) const {
	const auto table = tables.find(p_scope);
	const ActionInfo *const info = table != tables.end() ? table->second.find(p_name) : nullptr;
	return info != nullptr ? Entry{ *info, callables.at({ p_scope, p_name }) } : Entry();
}

void GameFunctions::restore(const std::string &p_name, const OfferScope &p_scope, Entry p_entry) {
	if (p_entry.info) {
		const Status added = tables[p_scope].add(p_name, *std::move(p_entry.info));
		(void)added.ok(); // it was added before
		callables[{ p_scope, p_name }] = p_entry.callable;
		return;
	}
	const Status removed = remove(p_name, p_scope);
	(void)removed.ok(); // it was added just now
}

void GameFunctions::forget_agents(const std::function<bool(AgentId)> &p_is_gone) {
	const auto goes = [&](const OfferScope &scope) {
		return scope.is_for_agent() && p_is_gone(scope.agent);
	};
	std::erase_if(tables, [&](const auto &each) { return goes(each.first); });
	std::erase_if(callables, [&](const auto &each) { return goes(each.first.first); });
}

bool GameFunctions::has(const std::string &p_name) const {
	return std::any_of(tables.begin(), tables.end(),
			[&](const auto &each) { return each.second.find(p_name) != nullptr; });
}

const Callable *GameFunctions::find(const GameCall &p_call) const {
	const auto found = callables.find({ p_call.offered_to, p_call.action });
	return found != callables.end() ? &found->second : nullptr;
}

bool GameFunctions::is_for_signal(const GameCall &p_call) const {
	const Callable *const found = find(p_call);
	return found != nullptr && found->is_null();
}

std::optional<CallAnswer> GameFunctions::perform(
		const GameCall &p_call, const Callable &p_later) const {
	const std::string what = "the " + noun + " " + p_call.action;
	const Callable *const found = find(p_call);
	if (found == nullptr) {
		return failed_with(p_call, what, "it is no longer registered");
	}
	// A copy, because the callable may unregister itself, or free the node.
	const Callable callable = *found;
	if (const std::optional<std::string> problem = find_problem(callable)) {
		return failed_with(p_call, what, *problem);
	}
	const Result<json> arguments = parse_json(p_call.arguments);
	if (!arguments.ok()) {
		return failed_with(p_call, what, arguments.status().message());
	}
	const String call_id = to_godot(p_call.call.to_string());
	Variant result;
	if (const std::optional<std::string> problem = call(callable,
				{ to_godot(p_call.agent.to_string()), to_variant(arguments.value()), call_id },
				result)) {
		return failed_with(p_call, what, *problem);
	}
	if (Object *coroutine = coroutine_of(result)) {
		coroutine->connect("completed", p_later.bind(call_id));
		return std::nullopt;
	}
	if (result.get_type() == Variant::NIL) {
		return std::nullopt;
	}
	const Result<CallAnswer> answer = done_with(p_call.call, p_call.kind, result);
	return answer.ok() ? answer.value() : failed_with(p_call, what, answer.status().message());
}

} // namespace agent_runtime

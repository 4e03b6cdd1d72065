// What agents of AgentRuntime may do in the game, and how the game answers.

#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/offer_options.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <string>
#include <string_view>
#include <utility>

using namespace godot;
using agent_runtime::ActionInfo;
using agent_runtime::call_id_from;
using agent_runtime::CallAnswer;
using agent_runtime::CallId;
using agent_runtime::CallKind;
using agent_runtime::CallOutcome;
using agent_runtime::GameFunctions;
using agent_runtime::GameGifts;
using agent_runtime::json_from;
using agent_runtime::offer_options_from;
using agent_runtime::OfferKind;
using agent_runtime::OfferOptions;
using agent_runtime::OfferScope;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::Status;
using agent_runtime::to_utf8;
using nlohmann::json;

namespace {

// The runtime's messages mention calls; for a walk, the parameter has another name here.
Status with_parameter(const Status &p_status, const char *p_parameter) {
	constexpr std::string_view FIELD = "call_id: ";
	return p_status.message().starts_with(FIELD)
			? Status(p_status.code(),
					  std::string(p_parameter) + ": " + p_status.message().substr(FIELD.size()))
			: p_status;
}

} // namespace

Status AgentRuntime::add_function(OfferKind p_kind, const String &p_name,
		const String &p_description, const Dictionary &p_schema, const Callable &p_callable,
		const Dictionary &p_options) {
	const bool is_tool = p_kind == OfferKind::tool;
	GameFunctions &own = is_tool ? actions.tools() : actions.actions();
	const std::string name = to_utf8(p_name);
	const Result<json> schema = json_from(p_schema, "schema");
	if (!schema.ok()) {
		return schema.status();
	}
	Status status = actions.check_free(name, is_tool ? actions.actions() : actions.tools());
	const Result<OfferOptions> options = offer_options_from(p_options, true);
	status = status.ok() ? options.status() : status;
	if (status.ok() && is_tool && p_callable.is_null()) {
		status = agent_runtime::check_callable(p_callable, 0, "");
	}
	if (status.ok() && options.value().scope.is_for_agent()) {
		status = require_running(); // who lives is known only while it starts
	}
	if (!status.ok()) {
		return status;
	}
	const OfferScope &scope = options.value().scope;
	const ActionInfo info{ to_utf8(p_description), schema.value(), options.value().deadline };
	GameFunctions::Entry before = own.entry(name, scope);
	status = own.add(name, info, p_callable, scope);
	if (status.ok() && live != nullptr) {
		GameGifts &gifts = live->runtime().gifts();
		status = is_tool ? gifts.register_tool(name, info, scope)
						 : gifts.register_action(name, info, scope);
		if (!status.ok()) {
			own.restore(name, scope, std::move(before));
		}
	}
	return status;
}

Status AgentRuntime::remove_function(
		OfferKind p_kind, const String &p_name, const Dictionary &p_options) {
	const bool is_tool = p_kind == OfferKind::tool;
	const std::string name = to_utf8(p_name);
	const Result<OfferOptions> options = offer_options_from(p_options, false);
	if (!options.ok()) {
		return options.status();
	}
	const OfferScope &scope = options.value().scope;
	Status status = (is_tool ? actions.tools() : actions.actions()).remove(name, scope);
	if (status.ok() && live != nullptr) {
		GameGifts &gifts = live->runtime().gifts();
		status =
				is_tool ? gifts.unregister_tool(name, scope) : gifts.unregister_action(name, scope);
	}
	return status;
}

Error AgentRuntime::register_action(const String &p_name, const String &p_description,
		const Dictionary &p_schema, const Callable &p_callable, const Dictionary &p_options) {
	return report_call("register_action",
			add_function(
					OfferKind::action, p_name, p_description, p_schema, p_callable, p_options));
}

Error AgentRuntime::unregister_action(const String &p_name, const Dictionary &p_options) {
	return report_call("unregister_action", remove_function(OfferKind::action, p_name, p_options));
}

Error AgentRuntime::set_context_provider(const Callable &p_callable) {
	const Status status = actions.set_context_provider(p_callable);
	if (status.ok() && live != nullptr) {
		live->runtime().gifts().set_gives_context(!p_callable.is_null());
	}
	return report_call("set_context_provider", status);
}

// A result that JSON cannot express also ends the action, as failed.
Error AgentRuntime::complete_action(const String &p_call_id, const Variant &p_result) {
	if (const Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return report_call("complete_action", thread);
	}
	const Result<CallAnswer> answer =
			agent_runtime::done_with(CallId(), CallKind::action, p_result);
	if (!answer.ok()) {
		answer_call("fail_action", p_call_id, CallKind::action, CallOutcome::failed,
				answer.status().message());
		return report_call("complete_action", answer.status());
	}
	return answer_call("complete_action", p_call_id, CallKind::action, CallOutcome::done, "",
			answer.value().result);
}

Error AgentRuntime::fail_action(const String &p_call_id, const String &p_reason) {
	return answer_call(
			"fail_action", p_call_id, CallKind::action, CallOutcome::failed, to_utf8(p_reason));
}

// For a function that had to wait for something. If it has answered by itself, no second answer is
// needed. After a restart its call id means another call.
void AgentRuntime::end_action(const Variant &p_result, const String &p_call_id, int64_t p_start) {
	if (p_start == starts && p_result.get_type() != Variant::NIL) {
		complete_action(p_call_id, p_result);
	}
}

Callable AgentRuntime::action_ending() {
	return callable_mp(this, &AgentRuntime::end_action).bind(starts);
}

Error AgentRuntime::answer_call(const char *p_method, const String &p_call_id, CallKind p_kind,
		CallOutcome p_outcome, const std::string &p_reason, const std::string &p_result) {
	const char *const parameter = p_kind == CallKind::walk ? "walk_id" : "call_id";
	Status status = require_running();
	if (status.ok()) {
		const Result<CallId> call = call_id_from(p_call_id, parameter);
		status = call.ok() ? live->runtime().answer_call(
									 { call.value(), p_kind, p_outcome, p_reason, p_result })
						   : call.status();
	}
	return report_call(p_method, with_parameter(status, parameter));
}

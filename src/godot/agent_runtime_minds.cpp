// What thinks for the agents of AgentRuntime: minds of the game's own, the tools that minds use,
// what they were asked and what they may cost.

#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <string>
#include <utility>

using namespace godot;
using agent_runtime::agent_id_from;
using agent_runtime::AgentId;
using agent_runtime::AttentionRequest;
using agent_runtime::CallAnswer;
using agent_runtime::CallId;
using agent_runtime::CallKind;
using agent_runtime::CallOutcome;
using agent_runtime::CapsRequest;
using agent_runtime::GameCall;
using agent_runtime::json_from;
using agent_runtime::LastPromptReply;
using agent_runtime::LastPromptRequest;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using agent_runtime::to_variant;
using agent_runtime::UsageRequest;
using nlohmann::json;

Error AgentRuntime::set_agent_mind(const String &p_agent_id, const Variant &p_mind) {
	const Result<AgentId> agent =
			p_agent_id.is_empty() ? Result(AgentId()) : agent_id_from(p_agent_id, "agent_id");
	Status status = agent_runtime::check_thread();
	if (status.ok()) {
		status = agent.status();
	}
	if (status.ok() && p_mind.get_type() != Variant::NIL && !agent.value().is_none()) {
		status = minds.check_backend(agent.value());
	}
	return report_call("set_agent_mind", status.ok() ? minds.set(agent.value(), p_mind) : status);
}

void AgentRuntime::set_mind_of(AgentId p_agent, const Variant &p_mind, const json &p_config) {
	minds.agent_reserved(p_agent, p_config.value("cli_backend", ""));
	if (p_mind.get_type() != Variant::NIL) {
		report_call("spawn_agent", minds.set(p_agent, p_mind));
	}
}

void AgentRuntime::ask_mind(const GameCall &p_call) {
	if (p_call.withdrawn) {
		minds.cancel(p_call.call);
		return;
	}
	const Result<json> prompt = agent_runtime::parse_json(p_call.arguments);
	Ref<AgentThought> thought;
	thought.instantiate();
	thought->begin({ ObjectID(get_instance_id()), starts, p_call.call,
			to_godot(p_call.agent.to_string()), to_godot(p_call.account),
			prompt.ok() ? Dictionary(to_variant(prompt.value())) : Dictionary() });
	minds.ask(p_call.call, p_call.agent, thought);
}

Status AgentRuntime::end_thought(int64_t p_start, const CallAnswer &p_answer) {
	if (p_start != starts || live == nullptr) {
		return Status(StatusCode::not_found, "the runtime in which the thought began has stopped");
	}
	Status status = live->runtime().answer_call(p_answer);
	if (status.ok()) {
		minds.forget(p_answer.call);
	}
	return status;
}

Status AgentRuntime::stream_thought(int64_t p_start, CallId p_call, std::string p_text) {
	if (p_start != starts || live == nullptr) {
		return Status(StatusCode::not_found, "the runtime in which the thought began has stopped");
	}
	return live->runtime().stream_thought(p_call, std::move(p_text));
}

Error AgentRuntime::register_tool(const String &p_name, const String &p_description,
		const Dictionary &p_schema, const Callable &p_callable, const Dictionary &p_options) {
	return report_call("register_tool",
			add_function(agent_runtime::OfferKind::tool, p_name, p_description, p_schema,
					p_callable, p_options));
}

Error AgentRuntime::unregister_tool(const String &p_name, const Dictionary &p_options) {
	return report_call(
			"unregister_tool", remove_function(agent_runtime::OfferKind::tool, p_name, p_options));
}

// A result that JSON cannot express also ends the call, as failed.
Error AgentRuntime::answer_tool(const String &p_call_id, const Variant &p_result) {
	if (const Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return report_call("answer_tool", thread);
	}
	const Result<CallAnswer> answer = agent_runtime::done_with(CallId(), CallKind::tool, p_result);
	if (!answer.ok()) {
		answer_call("fail_tool", p_call_id, CallKind::tool, CallOutcome::failed,
				answer.status().message());
		return report_call("answer_tool", answer.status());
	}
	return answer_call(
			"answer_tool", p_call_id, CallKind::tool, CallOutcome::done, "", answer.value().result);
}

Error AgentRuntime::fail_tool(const String &p_call_id, const String &p_reason) {
	return answer_call(
			"fail_tool", p_call_id, CallKind::tool, CallOutcome::failed, to_utf8(p_reason));
}

// For a function that had to wait for something. After a restart its call id means another call.
void AgentRuntime::end_tool(const Variant &p_result, const String &p_call_id, int64_t p_start) {
	if (p_start == starts && p_result.get_type() != Variant::NIL) {
		answer_tool(p_call_id, p_result);
	}
}

Callable AgentRuntime::tool_ending() {
	return callable_mp(this, &AgentRuntime::end_tool).bind(starts);
}

Error AgentRuntime::set_attention(const String &p_agent_id, double p_weight) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		status = live->runtime()
						 .requests()
						 .call(AttentionRequest{ agent.value(), static_cast<float>(p_weight) })
						 .status();
	}
	return report_call("set_attention", status);
}

Dictionary AgentRuntime::get_last_prompt(const String &p_agent_id) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		const Result<LastPromptReply> prompt =
				live->runtime().requests().call(LastPromptRequest{ agent.value() });
		if (prompt.ok()) {
			return to_variant(agent_runtime::write_fields(prompt.value()));
		}
		status = prompt.status();
	}
	report_call("get_last_prompt", status);
	return Dictionary();
}

PackedStringArray AgentRuntime::get_unused_script_steps() const {
	PackedStringArray steps;
	if (report_call("get_unused_script_steps", require_running()) == OK) {
		for (const std::string &step : live->runtime().unused_script_steps()) {
			steps.push_back(to_godot(step));
		}
	}
	return steps;
}

Ref<AgentReply> AgentRuntime::get_mind_usage(const String &p_account) {
	const Status running = require_running();
	const Result<std::string> account = agent_runtime::account_from(p_account, "account");
	UsageRequest request;
	request.account = account.value_or("");
	return ask("get_mind_usage", running.ok() ? account.status() : running, request);
}

Ref<AgentReply> AgentRuntime::set_mind_caps(const Dictionary &p_caps, const String &p_account) {
	const Result<std::string> account = agent_runtime::account_from(p_account, "account");
	if (!account.ok()) {
		return refuse("set_mind_caps", account.status());
	}
	Dictionary message = p_caps.duplicate();
	message["type"] = to_godot(CapsRequest::WORDS.name);
	if (!account.value().empty()) {
		message["account"] = to_godot(account.value());
	}
	return ask_message("set_mind_caps", message);
}

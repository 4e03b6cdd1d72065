#include "godot/agent_thought.h"

#include "core/base/field_problem.h"
#include "core/mind/action_json.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/array.hpp>

#include <string>

using namespace godot;
using agent_runtime::CallOutcome;
using agent_runtime::FieldProblem;
using agent_runtime::json_from;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_utf8;
using nlohmann::json;

namespace {

// Words, or one of the actions that action_json.h lists.
Result<json> decision_from(const Variant &p_answer) {
	const bool is_text =
			p_answer.get_type() == Variant::STRING || p_answer.get_type() == Variant::STRING_NAME;
	if (!is_text && p_answer.get_type() != Variant::DICTIONARY) {
		return FieldProblem{ "answer", "is neither a String nor a Dictionary",
			"give words to be said, or an action such as {\"action\": \"wait\"}" }
				.to_status();
	}
	Result<json> decision = json_from(p_answer, "answer");
	if (decision.ok() && is_text && String(p_answer).strip_edges().is_empty()) {
		return FieldProblem{ "answer", "has no words",
			"give {\"action\": \"wait\"} for an agent that says nothing" }
				.to_status();
	}
	if (decision.ok() && !is_text) {
		const Status action = agent_runtime::action_from_json(decision.value()).status();
		return action.ok() ? decision : Status(action.code(), "answer: " + action.message());
	}
	return decision;
}

} // namespace

void AgentThought::begin(const Question &p_question) {
	runtime = p_question.runtime;
	run = p_question.run;
	call = p_question.call;
	agent_id = p_question.agent_id;
	account = p_question.account;
	prompt = p_question.prompt;
}

void AgentThought::cancel() {
	if (state == State::OPEN) {
		state = State::CANCELLED;
		emit_signal("cancelled");
	}
}

void AgentThought::take_result(const Variant &p_result) {
	if (p_result.get_type() == Variant::NIL || state != State::OPEN) {
		return;
	}
	if (answer(p_result) != OK && state == State::OPEN) {
		fail("its mind returned what is no answer");
	}
}

String AgentThought::get_last_message() const {
	const Array messages = prompt.get("messages", Array());
	if (messages.is_empty()) {
		return String();
	}
	const Dictionary last = messages[messages.size() - 1];
	return last.get("text", "");
}

// An answer after a cancel is not a mistake, since whoever answers late cannot always know.
Error AgentThought::check_open(const char *p_method) const {
	if (const Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return report_call(p_method, thread);
	}
	if (state == State::ANSWERED) {
		return report_call(p_method,
				Status(StatusCode::failed_precondition,
						"the thought has ended already; each is answered once"));
	}
	return state == State::CANCELLED ? ERR_UNAVAILABLE : OK;
}

Error AgentThought::end(const char *p_method, CallOutcome p_outcome, const std::string &p_reason,
		const std::string &p_result) {
	AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	const Status status = node != nullptr
			? node->end_thought(
					  run, { call, agent_runtime::CallKind::mind, p_outcome, p_reason, p_result })
			: Status(StatusCode::not_found, "the runtime is gone");
	if (status.code() == StatusCode::not_found) {
		cancel(); // nobody waits for it any more, though that was not reported yet
		return ERR_UNAVAILABLE;
	}
	if (status.ok()) {
		state = State::ANSWERED;
	}
	return report_call(p_method, status);
}

Error AgentThought::answer(const Variant &p_answer) {
	if (const Error error = check_open("answer"); error != OK) {
		return error;
	}
	const Result<json> decision = decision_from(p_answer);
	return decision.ok() ? end("answer", CallOutcome::done, "", decision.value().dump())
						 : report_call("answer", decision.status());
}

Error AgentThought::stream(const String &p_text) {
	if (const Error error = check_open("stream"); error != OK) {
		return error;
	}
	AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	const Status status = node != nullptr ? node->stream_thought(run, call, to_utf8(p_text))
										  : Status(StatusCode::not_found, "the runtime is gone");
	if (status.code() == StatusCode::not_found) {
		return ERR_UNAVAILABLE;
	}
	return report_call("stream", status);
}

Error AgentThought::fail(const String &p_message) {
	if (const Error error = check_open("fail"); error != OK) {
		return error;
	}
	return end("fail", CallOutcome::failed, to_utf8(p_message), "");
}

void AgentThought::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_agent_id"), &AgentThought::get_agent_id);
	ClassDB::bind_method(D_METHOD("get_account"), &AgentThought::get_account);
	ClassDB::bind_method(D_METHOD("get_prompt"), &AgentThought::get_prompt);
	ClassDB::bind_method(D_METHOD("get_last_message"), &AgentThought::get_last_message);
	ClassDB::bind_method(D_METHOD("is_open"), &AgentThought::is_open);
	ClassDB::bind_method(D_METHOD("is_cancelled"), &AgentThought::is_cancelled);
	ClassDB::bind_method(D_METHOD("answer", "answer"), &AgentThought::answer);
	ClassDB::bind_method(D_METHOD("stream", "text"), &AgentThought::stream);
	ClassDB::bind_method(D_METHOD("fail", "message"), &AgentThought::fail, DEFVAL(""));

	ADD_PROPERTY(PropertyInfo(Variant::STRING, "agent_id"), "", "get_agent_id");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "account"), "", "get_account");
	ADD_PROPERTY(PropertyInfo(Variant::DICTIONARY, "prompt"), "", "get_prompt");
	ADD_SIGNAL(MethodInfo("cancelled"));
}

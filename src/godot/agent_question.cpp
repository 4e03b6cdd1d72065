#include "godot/agent_question.h"

#include "core/questions/question_messages.h"
#include "godot/agent_jobs.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/held_objects.h"
#include "godot/json_variant.h"
#include "godot/live_calls.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/scene_tree.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>
#include <godot_cpp/variant/signal.hpp>

using namespace godot;
using agent_runtime::AnswerDelivery;
using agent_runtime::ask_live;
using agent_runtime::FieldProblem;
using agent_runtime::json_from;
using agent_runtime::LiveRuntime;
using agent_runtime::Question;
using agent_runtime::QuestionAnswerRequest;
using agent_runtime::QuestionDetail;
using agent_runtime::QuestionKind;
using agent_runtime::QuestionStatus;
using agent_runtime::Result;
using agent_runtime::StatusCode;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using nlohmann::json;

namespace {

constexpr char QUESTION_CLASS[] = "AgentQuestion";
constexpr char CLOSED[] = "closed";
constexpr char DELIVERY_CHANGED[] = "delivery_changed";
constexpr char BY_THE_GAME[] = "the game";
constexpr double MICROS_A_SECOND = 1e6;

// Whether the member may be used on this thread; prints why not.
bool can_use(const char *p_member) {
	return agent_runtime::report_call(p_member, agent_runtime::check_thread(), QUESTION_CLASS) ==
			OK;
}

PropertyInfo question_property(
		Variant::Type p_type, const char *p_name, int64_t p_usage = 0, const char *p_class = "") {
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			static_cast<uint32_t>(PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY | p_usage),
			p_class);
}

} // namespace

void AgentQuestion::begin(ObjectID p_runtime, const Question &p_question) {
	runtime = p_runtime;
	question = p_question;
	gone = false;
}

void AgentQuestion::take_answer(const agent_runtime::QuestionAnswer &p_answer) {
	question.status = QuestionStatus::answered;
	question.answer = p_answer;
	question.delivery = AnswerDelivery::queued;
	question.delivery_error.clear();
	close();
}

void AgentQuestion::take_delivery(AnswerDelivery p_delivery, const std::string &p_error) {
	question.delivery = p_delivery;
	question.delivery_error = p_error;
	emit_signal(DELIVERY_CHANGED, static_cast<int64_t>(get_delivery()));
}

void AgentQuestion::withdraw(QuestionStatus p_status, const std::string &p_reason) {
	question.status = p_status;
	question.reason = p_reason;
	close();
}

void AgentQuestion::close() {
	emit_signal(CLOSED, static_cast<int64_t>(question.status));
	release();
}

void AgentQuestion::release() {
	emit_signal(agent_runtime::RELEASED, Variant(this));
	waiting.clear();
}

void AgentQuestion::disconnect_everything() {
	for (const char *name : { DELIVERY_CHANGED, CLOSED, agent_runtime::RELEASED }) {
		agent_runtime::disconnect_all(*this, name);
	}
}

// A function that waits must not go on while the tree is taken apart, but in a later frame.
void AgentQuestion::let_go() {
	gone = true;
	SceneTree *tree = Object::cast_to<SceneTree>(Engine::get_singleton()->get_main_loop());
	if (tree == nullptr || !has_connections(agent_runtime::RELEASED)) {
		disconnect_everything();
		return;
	}
	tree->connect("process_frame",
			callable_mp(this, &AgentQuestion::on_process_frame).bind(Variant(this)),
			Object::CONNECT_ONE_SHOT);
}

void AgentQuestion::on_process_frame(const Variant &) {
	const Ref<AgentQuestion> self(this); // a handler may drop the last reference
	release();
	disconnect_everything();
}

AgentRuntime *AgentQuestion::find_runtime() const {
	return gone ? nullptr : Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
}

LiveRuntime *AgentQuestion::find_live() const {
	const AgentRuntime *node = agent_runtime::check_thread().ok() ? find_runtime() : nullptr;
	return node != nullptr ? node->live_runtime() : nullptr;
}

String AgentQuestion::get_id() const {
	return can_use("id") ? to_godot(question.id.to_string()) : String();
}

AgentQuestion::Kind AgentQuestion::get_kind() const {
	return can_use("kind") ? static_cast<Kind>(question.asked.kind) : KIND_TEXT;
}

AgentQuestion::Status AgentQuestion::get_status() const {
	return can_use("status") ? static_cast<Status>(question.status) : STATUS_WITHDRAWN;
}

AgentQuestion::Delivery AgentQuestion::get_delivery() const {
	return can_use("delivery") && question.delivery
			? static_cast<Delivery>(static_cast<int>(*question.delivery) + DELIVERY_QUEUED)
			: DELIVERY_NONE;
}

String AgentQuestion::get_delivery_error() const {
	return can_use("delivery_error") ? to_godot(question.delivery_error) : String();
}

String AgentQuestion::get_prompt() const {
	return can_use("prompt") ? to_godot(question.asked.prompt) : String();
}

PackedStringArray AgentQuestion::get_options() const {
	PackedStringArray options;
	if (can_use("options")) {
		for (const std::string &option : question.asked.options) {
			options.push_back(to_godot(option));
		}
	}
	return options;
}

Dictionary AgentQuestion::get_detail() const {
	return can_use("detail") ? agent_runtime::to_dictionary(question.asked.detail) : Dictionary();
}

Ref<AgentJob> AgentQuestion::get_job() const {
	AgentRuntime *node = can_use("job") ? find_runtime() : nullptr;
	return node != nullptr && !question.asked.job().is_none()
			? Ref<AgentJob>(node->get_jobs()->held_jobs().find(question.asked.job()))
			: Ref<AgentJob>();
}

Ref<AgentHandle> AgentQuestion::get_agent() const {
	AgentRuntime *node = can_use("agent") ? find_runtime() : nullptr;
	return node != nullptr && !question.asked.agent.is_none()
			? node->get_agent(to_godot(question.asked.agent.to_string()))
			: Ref<AgentHandle>();
}

Variant AgentQuestion::get_response() const {
	return can_use("response") ? agent_runtime::to_variant(question.answer.value) : Variant();
}

String AgentQuestion::get_answered_by() const {
	return can_use("answered_by") ? to_godot(question.answer.by) : String();
}

String AgentQuestion::get_reason() const {
	return can_use("reason") ? to_godot(question.reason) : String();
}

double AgentQuestion::get_expires_at() const {
	const std::optional<agent_runtime::WallTime> &end = question.asked.expires_at;
	return can_use("expires_at") && end
			? static_cast<double>(end->time_since_epoch().count()) / MICROS_A_SECOND
			: 0.0;
}

String AgentQuestion::get_tool_name() const {
	return can_use("tool_name") ? to_godot(question.asked.detail.tool.value_or("")) : String();
}

Dictionary AgentQuestion::get_parameters() const {
	const json &input = question.asked.detail.input;
	return can_use("parameters") && input.is_object() ? Dictionary(agent_runtime::to_variant(input))
													  : Dictionary();
}

String AgentQuestion::get_preview() const {
	return can_use("preview") ? to_godot(question.asked.detail.text.value_or("")) : String();
}

bool AgentQuestion::is_reversible() const {
	return can_use("reversible") && question.asked.detail.reversible.value_or(true);
}

bool AgentQuestion::is_pending() const {
	return can_use("is_pending") && question.is_pending();
}

Ref<AgentReply> AgentQuestion::send(const char *p_call, const agent_runtime::Status &p_problem,
		const json &p_value, const json &p_input, const std::string &p_message) {
	QuestionAnswerRequest request;
	request.question = question.id;
	request.answer = p_value;
	request.message = p_message;
	request.input = p_input;
	request.by = BY_THE_GAME;
	return ask_live(find_live(), p_call, p_problem, request,
			[self = Ref<AgentQuestion>(this)](const json &) { return Variant(self); });
}

Ref<AgentReply> AgentQuestion::answer(const Variant &p_value) {
	const Result<json> value = json_from(p_value, "value");
	return send("answer", value.status(), value.value_or(json()));
}

agent_runtime::Status AgentQuestion::require_permission() const {
	return question.asked.kind == QuestionKind::permission
			? agent_runtime::Status()
			: agent_runtime::Status(StatusCode::failed_precondition,
					  question.id.to_string() + " is no permission; call answer()");
}

Ref<AgentReply> AgentQuestion::approve(const Dictionary &p_parameters, bool p_confirmed) {
	agent_runtime::Status status = require_permission();
	if (status.ok() && !question.asked.detail.reversible.value_or(true) && !p_confirmed) {
		status = FieldProblem{ "confirmed", "is false, and this cannot be undone",
			"give true if it is meant" }
						 .to_status();
	}
	const Result<json> input = json_from(p_parameters, "parameters");
	status = status.ok() ? input.status() : status;
	const bool is_as_asked = p_parameters.is_empty();
	return send("approve", status, std::string(agent_runtime::ALLOW),
			is_as_asked ? json() : input.value_or(json()));
}

Ref<AgentReply> AgentQuestion::deny(const String &p_reason) {
	return send("deny", require_permission(), std::string(agent_runtime::DENY), json(),
			to_utf8(p_reason));
}

Variant AgentQuestion::wait() {
	if (!can_use("wait")) {
		return Variant();
	}
	if (!question.is_pending() || gone) {
		return this;
	}
	callable_mp(this, &AgentQuestion::hold_waiting).call_deferred();
	return Signal(this, agent_runtime::RELEASED);
}

// See AgentReply: the engine leaks what is on the stack of a function that is dropped, unless
// somebody else holds the function.
void AgentQuestion::hold_waiting() {
	if (question.is_pending() && !gone) {
		waiting = get_signal_connection_list(agent_runtime::RELEASED);
	}
}

String AgentQuestion::_to_string() const {
	return String("<AgentQuestion ") + to_godot(question.id.to_string()) + ">";
}

void AgentQuestion::bind_properties() {
	ClassDB::bind_method(D_METHOD("get_id"), &AgentQuestion::get_id);
	ClassDB::bind_method(D_METHOD("get_kind"), &AgentQuestion::get_kind);
	ClassDB::bind_method(D_METHOD("get_status"), &AgentQuestion::get_status);
	ClassDB::bind_method(D_METHOD("get_delivery"), &AgentQuestion::get_delivery);
	ClassDB::bind_method(D_METHOD("get_delivery_error"), &AgentQuestion::get_delivery_error);
	ClassDB::bind_method(D_METHOD("get_prompt"), &AgentQuestion::get_prompt);
	ClassDB::bind_method(D_METHOD("get_options"), &AgentQuestion::get_options);
	ClassDB::bind_method(D_METHOD("get_detail"), &AgentQuestion::get_detail);
	ClassDB::bind_method(D_METHOD("get_job"), &AgentQuestion::get_job);
	ClassDB::bind_method(D_METHOD("get_agent"), &AgentQuestion::get_agent);
	ClassDB::bind_method(D_METHOD("get_response"), &AgentQuestion::get_response);
	ClassDB::bind_method(D_METHOD("get_answered_by"), &AgentQuestion::get_answered_by);
	ClassDB::bind_method(D_METHOD("get_reason"), &AgentQuestion::get_reason);
	ClassDB::bind_method(D_METHOD("get_expires_at"), &AgentQuestion::get_expires_at);
	ClassDB::bind_method(D_METHOD("get_tool_name"), &AgentQuestion::get_tool_name);
	ClassDB::bind_method(D_METHOD("get_parameters"), &AgentQuestion::get_parameters);
	ClassDB::bind_method(D_METHOD("get_preview"), &AgentQuestion::get_preview);
	ClassDB::bind_method(D_METHOD("is_reversible"), &AgentQuestion::is_reversible);

	ADD_PROPERTY(question_property(Variant::STRING, "id"), "", "get_id");
	ADD_PROPERTY(question_property(
						 Variant::INT, "kind", PROPERTY_USAGE_CLASS_IS_ENUM, "AgentQuestion.Kind"),
			"", "get_kind");
	ADD_PROPERTY(question_property(Variant::INT, "status", PROPERTY_USAGE_CLASS_IS_ENUM,
						 "AgentQuestion.Status"),
			"", "get_status");
	ADD_PROPERTY(question_property(Variant::INT, "delivery", PROPERTY_USAGE_CLASS_IS_ENUM,
						 "AgentQuestion.Delivery"),
			"", "get_delivery");
	ADD_PROPERTY(question_property(Variant::STRING, "delivery_error"), "", "get_delivery_error");
	ADD_PROPERTY(question_property(Variant::STRING, "prompt"), "", "get_prompt");
	ADD_PROPERTY(question_property(Variant::PACKED_STRING_ARRAY, "options"), "", "get_options");
	ADD_PROPERTY(question_property(Variant::DICTIONARY, "detail"), "", "get_detail");
	ADD_PROPERTY(question_property(Variant::OBJECT, "job", 0, "AgentJob"), "", "get_job");
	ADD_PROPERTY(question_property(Variant::OBJECT, "agent", 0, "AgentHandle"), "", "get_agent");
	ADD_PROPERTY(question_property(Variant::NIL, "response", PROPERTY_USAGE_NIL_IS_VARIANT), "",
			"get_response");
	ADD_PROPERTY(question_property(Variant::STRING, "answered_by"), "", "get_answered_by");
	ADD_PROPERTY(question_property(Variant::STRING, "reason"), "", "get_reason");
	ADD_PROPERTY(question_property(Variant::FLOAT, "expires_at"), "", "get_expires_at");
	ADD_PROPERTY(question_property(Variant::STRING, "tool_name"), "", "get_tool_name");
	ADD_PROPERTY(question_property(Variant::DICTIONARY, "parameters"), "", "get_parameters");
	ADD_PROPERTY(question_property(Variant::STRING, "preview"), "", "get_preview");
	ADD_PROPERTY(question_property(Variant::BOOL, "reversible"), "", "is_reversible");
}

void AgentQuestion::_bind_methods() {
	bind_properties();
	ClassDB::bind_method(D_METHOD("is_pending"), &AgentQuestion::is_pending);
	ClassDB::bind_method(D_METHOD("answer", "value"), &AgentQuestion::answer);
	ClassDB::bind_method(D_METHOD("approve", "parameters", "confirmed"), &AgentQuestion::approve,
			DEFVAL(Dictionary()), DEFVAL(false));
	ClassDB::bind_method(D_METHOD("deny", "reason"), &AgentQuestion::deny, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("wait"), &AgentQuestion::wait);

	ADD_SIGNAL(MethodInfo(CLOSED, PropertyInfo(Variant::INT, "status")));
	ADD_SIGNAL(MethodInfo(DELIVERY_CHANGED, PropertyInfo(Variant::INT, "delivery")));
	ADD_SIGNAL(MethodInfo(agent_runtime::RELEASED,
			PropertyInfo(
					Variant::OBJECT, "question", PROPERTY_HINT_RESOURCE_TYPE, "AgentQuestion")));

	BIND_ENUM_CONSTANT(KIND_CONFIRMATION);
	BIND_ENUM_CONSTANT(KIND_CHOICE);
	BIND_ENUM_CONSTANT(KIND_TEXT);
	BIND_ENUM_CONSTANT(KIND_PERMISSION);
	BIND_ENUM_CONSTANT(STATUS_PENDING);
	BIND_ENUM_CONSTANT(STATUS_ANSWERED);
	BIND_ENUM_CONSTANT(STATUS_WITHDRAWN);
	BIND_ENUM_CONSTANT(STATUS_EXPIRED);
	BIND_ENUM_CONSTANT(DELIVERY_NONE);
	BIND_ENUM_CONSTANT(DELIVERY_QUEUED);
	BIND_ENUM_CONSTANT(DELIVERY_WRITTEN);
	BIND_ENUM_CONSTANT(DELIVERY_TAKEN);
	BIND_ENUM_CONSTANT(DELIVERY_FAILED);
	BIND_ENUM_CONSTANT(DELIVERY_UNKNOWN);
}

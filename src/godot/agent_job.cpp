#include "godot/agent_job.h"

#include "core/base/utf8.h"
#include "godot/agent_question.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/held_objects.h"
#include "godot/live_calls.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/scene_tree.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/signal.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <utility>

using namespace godot;
using agent_runtime::ask_live;
using agent_runtime::JobFields;
using agent_runtime::JobKillRequest;
using agent_runtime::JobStatus;
using agent_runtime::LiveRuntime;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;

namespace {

constexpr char JOB_CLASS[] = "AgentJob";
constexpr char ENDED[] = "ended";
constexpr char PROGRESSED[] = "progressed";
constexpr char QUESTION_OF_JOB[] = "question_asked";

PropertyInfo job_property(
		Variant::Type p_type, const char *p_name, int64_t p_usage = 0, const char *p_class = "") {
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			static_cast<uint32_t>(PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY | p_usage),
			p_class);
}

} // namespace

void AgentJob::begin(ObjectID p_runtime, const JobFields &p_fields) {
	runtime = p_runtime;
	fields = p_fields;
	end_was_shown = has_ended();
}

void AgentJob::begin_attempt(uint64_t p_attempt) {
	fields.status = JobStatus::starting;
	fields.attempt = p_attempt;
	fields.error.clear();
	fields.exit_code.reset();
	fields.signal.reset();
	fields.ended_at.reset();
	end_was_shown = false;
}

void AgentJob::show_words(const std::string &p_words) {
	emit_signal(PROGRESSED, to_godot(agent_runtime::for_display(p_words)));
}

void AgentJob::show_question(const Ref<AgentQuestion> &p_question) {
	emit_signal(QUESTION_OF_JOB, p_question);
}

void AgentJob::show_end() {
	end_was_shown = true;
	emit_signal(ENDED, static_cast<int64_t>(fields.status));
	release();
}

void AgentJob::release() {
	emit_signal(agent_runtime::RELEASED, Variant(this));
	waiting.clear();
}

// A function that waits must not go on while the tree is taken apart, but in a later frame.
void AgentJob::let_go() {
	gone = true;
	SceneTree *tree = Object::cast_to<SceneTree>(Engine::get_singleton()->get_main_loop());
	if (tree == nullptr || !has_connections(agent_runtime::RELEASED)) {
		disconnect_everything();
		return;
	}
	tree->connect("process_frame",
			callable_mp(this, &AgentJob::on_process_frame).bind(Variant(this)),
			Object::CONNECT_ONE_SHOT);
}

void AgentJob::on_process_frame(const Variant &) {
	const Ref<AgentJob> self(this); // a handler may drop the last reference
	release();
	disconnect_everything();
}

void AgentJob::disconnect_everything() {
	const TypedArray<Dictionary> signals = get_signal_list();
	for (int64_t i = 0; i < signals.size(); i++) {
		const StringName name = Dictionary(signals[i])["name"];
		if (has_connections(name)) {
			agent_runtime::disconnect_all(*this, name);
		}
	}
}

bool AgentJob::may_use(const char *p_member) {
	return agent_runtime::report_call(p_member, agent_runtime::check_thread(), JOB_CLASS) == OK;
}

AgentRuntime *AgentJob::find_runtime() const {
	return gone ? nullptr : Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
}

LiveRuntime *AgentJob::find_live() const {
	const AgentRuntime *node = agent_runtime::check_thread().ok() ? find_runtime() : nullptr;
	return node != nullptr ? node->live_runtime() : nullptr;
}

String AgentJob::get_id() const {
	return may_use("id") ? to_godot(fields.job.to_string()) : String();
}

String AgentJob::get_job_name() const {
	return may_use("job_name") ? to_godot(fields.task_name) : String();
}

AgentJob::Status AgentJob::get_status() const {
	return may_use("status") ? static_cast<Status>(fields.status) : STATUS_FAILED;
}

String AgentJob::get_status_name() const {
	return may_use("status_name") ? to_godot(agent_runtime::choice_name(fields.status)) : String();
}

Ref<AgentHandle> AgentJob::get_agent() const {
	AgentRuntime *node = may_use("agent") ? find_runtime() : nullptr;
	return node != nullptr && !fields.agent.is_none()
			? node->get_agent(to_godot(fields.agent.to_string()))
			: Ref<AgentHandle>();
}

String AgentJob::get_message() const {
	return may_use("message") ? to_godot(fields.error) : String();
}

double AgentJob::get_cost() const {
	return may_use("cost") ? fields.dollars : 0.0;
}

Ref<AgentReply> AgentJob::kill(const String &p_reason) {
	JobKillRequest request;
	request.job = fields.job;
	if (!p_reason.is_empty()) {
		request.reason = to_utf8(p_reason);
	}
	return ask_live(find_live(), "kill", agent_runtime::Status(), request,
			[self = Ref<AgentJob>(this)](const nlohmann::json &) { return Variant(self); });
}

bool AgentJob::is_over() const {
	return may_use("is_over") && has_ended();
}

Variant AgentJob::wait() {
	if (!may_use("wait")) {
		return Variant();
	}
	if (end_was_shown || gone) {
		return this;
	}
	callable_mp(this, &AgentJob::hold_waiting).call_deferred();
	return Signal(this, agent_runtime::RELEASED);
}

// See AgentReply: the engine leaks what is on the stack of a function that is dropped, unless
// somebody else holds the function.
void AgentJob::hold_waiting() {
	if (!end_was_shown && !gone) {
		waiting = get_signal_connection_list(agent_runtime::RELEASED);
	}
}

String AgentJob::_to_string() const {
	return String("<AgentJob ") + to_godot(fields.job.to_string()) + " \"" +
			to_godot(fields.task_name) + "\">";
}

void AgentJob::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_id"), &AgentJob::get_id);
	ClassDB::bind_method(D_METHOD("get_job_name"), &AgentJob::get_job_name);
	ClassDB::bind_method(D_METHOD("get_status"), &AgentJob::get_status);
	ClassDB::bind_method(D_METHOD("get_status_name"), &AgentJob::get_status_name);
	ClassDB::bind_method(D_METHOD("get_agent"), &AgentJob::get_agent);
	ClassDB::bind_method(D_METHOD("get_message"), &AgentJob::get_message);
	ClassDB::bind_method(D_METHOD("get_cost"), &AgentJob::get_cost);
	ClassDB::bind_method(D_METHOD("kill", "reason"), &AgentJob::kill, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("is_over"), &AgentJob::is_over);
	ClassDB::bind_method(D_METHOD("wait"), &AgentJob::wait);

	ADD_PROPERTY(job_property(Variant::STRING, "id"), "", "get_id");
	ADD_PROPERTY(job_property(Variant::STRING, "job_name"), "", "get_job_name");
	ADD_PROPERTY(
			job_property(Variant::INT, "status", PROPERTY_USAGE_CLASS_IS_ENUM, "AgentJob.Status"),
			"", "get_status");
	ADD_PROPERTY(job_property(Variant::STRING, "status_name"), "", "get_status_name");
	ADD_PROPERTY(job_property(Variant::OBJECT, "agent", 0, "AgentHandle"), "", "get_agent");
	ADD_PROPERTY(job_property(Variant::STRING, "message"), "", "get_message");
	ADD_PROPERTY(job_property(Variant::FLOAT, "cost"), "", "get_cost");
	ADD_SIGNAL(MethodInfo(PROGRESSED, PropertyInfo(Variant::STRING, "text")));
	ADD_SIGNAL(MethodInfo(QUESTION_OF_JOB,
			PropertyInfo(
					Variant::OBJECT, "question", PROPERTY_HINT_RESOURCE_TYPE, "AgentQuestion")));
	ADD_SIGNAL(MethodInfo(ENDED, PropertyInfo(Variant::INT, "status")));
	ADD_SIGNAL(MethodInfo(agent_runtime::RELEASED,
			PropertyInfo(Variant::OBJECT, "job", PROPERTY_HINT_RESOURCE_TYPE, "AgentJob")));

	BIND_ENUM_CONSTANT(STATUS_STARTING);
	BIND_ENUM_CONSTANT(STATUS_RUNNING);
	BIND_ENUM_CONSTANT(STATUS_COMPLETED);
	BIND_ENUM_CONSTANT(STATUS_FAILED);
	BIND_ENUM_CONSTANT(STATUS_KILLED);
}

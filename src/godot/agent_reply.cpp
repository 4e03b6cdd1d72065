#include "godot/agent_reply.h"

#include "godot/convert.h"
#include "godot/held_objects.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/scene_tree.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>
#include <godot_cpp/variant/signal.hpp>

#include <utility>

using namespace godot;
using agent_runtime::check_thread;
using agent_runtime::report_call;
using agent_runtime::StatusCode;
using agent_runtime::to_error;
using agent_runtime::to_godot;

namespace {

constexpr char CLASS[] = "AgentReply";
constexpr char COMPLETED[] = "completed";

PropertyInfo reply_property(
		Variant::Type p_type, const char *p_name, int64_t p_usage = 0, const char *p_class = "") {
	// Code that reads all properties, such as the remote inspector, must not count as a reader of
	// the outcome.
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			static_cast<uint32_t>(PROPERTY_USAGE_NONE | p_usage), p_class);
}

} // namespace

Ref<AgentReply> AgentReply::open(const char *p_call) {
	Ref<AgentReply> reply;
	reply.instantiate();
	reply->call = p_call;
	reply->frame = Engine::get_singleton()->get_process_frames();
	return reply;
}

Ref<AgentReply> AgentReply::refuse_thread(
		const char *p_call, const agent_runtime::Status &p_problem) {
	report_call(p_call, p_problem);
	Ref<AgentReply> reply = open(p_call);
	reply->decide(p_problem, Variant());
	reply->status = STATUS_FAILED;
	reply->was_read = true;
	return reply;
}

AgentReply::~AgentReply() {
	if (is_failure_worth_printing() && !was_read) {
		report_call(call, outcome);
	}
}

// A failure within the world is not a mistake of the game.
bool AgentReply::is_failure_worth_printing() const {
	const Error error = to_error(outcome.code());
	return status == STATUS_FAILED && error != FAILED && error != ERR_TIMEOUT;
}

void AgentReply::on_cancel(std::function<void()> p_withdraw) {
	if (!decided) {
		withdraw = std::move(p_withdraw);
	}
}

bool AgentReply::may_complete_now() const {
	return Engine::get_singleton()->get_process_frames() != frame;
}

void AgentReply::decide(const agent_runtime::Status &p_outcome, const Variant &p_value) {
	decided = true;
	withdraw = nullptr;
	outcome = p_outcome;
	value = p_outcome.ok() ? p_value : Variant();
}

void AgentReply::complete_now(const agent_runtime::Status &p_outcome, const Variant &p_value) {
	if (!decided) {
		decide(p_outcome, p_value);
		show();
	}
}

void AgentReply::complete_later(const agent_runtime::Status &p_outcome, const Variant &p_value) {
	if (!decided) {
		decide(p_outcome, p_value);
		wait_for_frame();
	}
}

// The bound argument makes the tree hold the reply until it ends. A game that ends has no further
// frame: then the functions that wait for this are dropped, which may in turn hold the reply.
void AgentReply::wait_for_frame() {
	SceneTree *tree = Object::cast_to<SceneTree>(Engine::get_singleton()->get_main_loop());
	if (tree == nullptr) {
		return;
	}
	tree->connect("process_frame",
			callable_mp(this, &AgentReply::on_process_frame).bind(Variant(this)),
			Object::CONNECT_ONE_SHOT);
	Object *root = tree->get("root");
	const Callable drop = callable_mp(this, &AgentReply::drop_waiting);
	if (root != nullptr && !root->is_connected("tree_exiting", drop)) {
		root->connect("tree_exiting", drop);
	}
}

void AgentReply::drop_waiting() {
	const Ref<AgentReply> self(this); // they may hold the last reference
	agent_runtime::disconnect_all(*this, COMPLETED);
	waiting.clear();
}

void AgentReply::on_process_frame(const Variant &) {
	if (may_complete_now()) {
		show();
	} else {
		wait_for_frame();
	}
}

void AgentReply::show() {
	const Ref<AgentReply> self(this); // a handler may drop the last reference
	status = outcome.ok()							  ? STATUS_DONE
			: outcome.code() == StatusCode::cancelled ? STATUS_CANCELLED
													  : STATUS_FAILED;
	emit_signal(COMPLETED, self);
	agent_runtime::disconnect_all(*this, COMPLETED);
	waiting.clear();
}

bool AgentReply::read(const char *p_member) const {
	if (const agent_runtime::Status thread = check_thread(); !thread.ok()) {
		report_call(p_member, thread, CLASS);
		return false;
	}
	was_read = was_read || status != STATUS_RUNNING;
	return true;
}

AgentReply::Status AgentReply::get_status() const {
	return read("status") ? status : STATUS_RUNNING;
}

bool AgentReply::is_ok() const {
	if (!read("ok")) {
		return false;
	}
	if (status == STATUS_RUNNING) {
		ERR_PRINT("AgentReply: ok: the reply is still open; await its wait() first");
	}
	return status == STATUS_DONE;
}

Variant AgentReply::get_value() const {
	if (!read("value")) {
		return Variant();
	}
	if (status == STATUS_RUNNING) {
		ERR_PRINT("AgentReply: value: the reply is still open; await its wait() first");
	}
	return status == STATUS_DONE ? value : Variant();
}

Error AgentReply::get_error() const {
	return read("error") && status != STATUS_RUNNING ? to_error(outcome.code()) : OK;
}

String AgentReply::get_message() const {
	return read("message") && status != STATUS_RUNNING ? to_godot(outcome.message()) : String();
}

String AgentReply::get_field() const {
	return read("field") && status != STATUS_RUNNING ? to_godot(outcome.field()) : String();
}

Variant AgentReply::wait() {
	if (const agent_runtime::Status thread = check_thread(); !thread.ok()) {
		report_call("wait", thread, CLASS);
		return Variant();
	}
	if (status != STATUS_RUNNING) {
		return this;
	}
	callable_mp(this, &AgentReply::hold_waiting).call_deferred();
	return Signal(this, COMPLETED);
}

// When an object is freed while a function of its script awaits a signal, the engine (4.6) leaks
// what is on the stack of that function, including this reply, unless somebody else holds the
// function. Its connection does. It exists when the deferred calls of the frame are made, before
// queued objects are freed.
void AgentReply::hold_waiting() {
	if (status == STATUS_RUNNING) {
		waiting = get_signal_connection_list(COMPLETED);
	}
}

bool AgentReply::is_done() const {
	return status != STATUS_RUNNING;
}

void AgentReply::cancel() {
	if (const agent_runtime::Status thread = check_thread(); !thread.ok()) {
		report_call("cancel", thread, CLASS);
		return;
	}
	const std::function<void()> withdrawal = std::exchange(withdraw, nullptr);
	complete_later(agent_runtime::Status(StatusCode::cancelled, "the game has cancelled it"));
	if (withdrawal) {
		withdrawal();
	}
}

void AgentReply::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_status"), &AgentReply::get_status);
	ClassDB::bind_method(D_METHOD("is_ok"), &AgentReply::is_ok);
	ClassDB::bind_method(D_METHOD("get_value"), &AgentReply::get_value);
	ClassDB::bind_method(D_METHOD("get_error"), &AgentReply::get_error);
	ClassDB::bind_method(D_METHOD("get_message"), &AgentReply::get_message);
	ClassDB::bind_method(D_METHOD("get_field"), &AgentReply::get_field);
	ClassDB::bind_method(D_METHOD("wait"), &AgentReply::wait);
	ClassDB::bind_method(D_METHOD("is_done"), &AgentReply::is_done);
	ClassDB::bind_method(D_METHOD("cancel"), &AgentReply::cancel);

	ADD_PROPERTY(reply_property(
						 Variant::INT, "status", PROPERTY_USAGE_CLASS_IS_ENUM, "AgentReply.Status"),
			"", "get_status");
	ADD_PROPERTY(reply_property(Variant::BOOL, "ok"), "", "is_ok");
	ADD_PROPERTY(
			reply_property(Variant::NIL, "value", PROPERTY_USAGE_NIL_IS_VARIANT), "", "get_value");
	ADD_PROPERTY(reply_property(Variant::INT, "error", PROPERTY_USAGE_CLASS_IS_ENUM, "Error"), "",
			"get_error");
	ADD_PROPERTY(reply_property(Variant::STRING, "message"), "", "get_message");
	ADD_PROPERTY(reply_property(Variant::STRING, "field"), "", "get_field");
	ADD_SIGNAL(MethodInfo(COMPLETED,
			PropertyInfo(Variant::OBJECT, "reply", PROPERTY_HINT_RESOURCE_TYPE, "AgentReply")));

	BIND_ENUM_CONSTANT(STATUS_RUNNING);
	BIND_ENUM_CONSTANT(STATUS_DONE);
	BIND_ENUM_CONSTANT(STATUS_FAILED);
	BIND_ENUM_CONSTANT(STATUS_CANCELLED);
}

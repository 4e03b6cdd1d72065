#include "godot/agent_handle.h"

#include "core/agents/agent_state.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/held_objects.h"
#include "godot/script_calls.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/object.hpp>

using namespace godot;
using agent_runtime::agent_state_name;
using agent_runtime::AgentProfile;
using agent_runtime::AgentState;
using agent_runtime::AgentView;
using agent_runtime::ParticipantId;
using agent_runtime::to_godot;

namespace {

constexpr char TERMINATED[] = "terminated";
constexpr char PLAYER_NAME[] = "Player"; // the name that agents know

// Whether the member may be used on this thread; prints why not.
bool may_use(const char *p_member) {
	return agent_runtime::report_call(p_member, agent_runtime::check_thread(), "AgentHandle") == OK;
}

PropertyInfo handle_property(
		Variant::Type p_type, const char *p_name, int64_t p_usage = 0, const char *p_class = "") {
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			static_cast<uint32_t>(PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY | p_usage),
			p_class);
}

} // namespace

void AgentHandle::begin(ObjectID p_runtime, ParticipantId p_who, const AgentProfile *p_profile) {
	runtime = p_runtime;
	who = p_who;
	display_name = PLAYER_NAME;
	if (p_profile != nullptr) {
		key = to_godot(p_profile->key);
		display_name = to_godot(p_profile->self.name);
		role = to_godot(p_profile->self.role);
	}
}

void AgentHandle::terminate(const String &p_reason) {
	emit_signal(TERMINATED, p_reason);
	agent_runtime::disconnect_all(*this, TERMINATED);
}

void AgentHandle::end() {
	ended = true;
	agent_runtime::disconnect_all(*this, TERMINATED);
}

AgentRuntime *AgentHandle::find_runtime() const {
	return Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
}

std::optional<AgentView> AgentHandle::view() const {
	const AgentRuntime *node = ended || who.is_player() ? nullptr : find_runtime();
	return node != nullptr ? node->find_view(who.agent_id()) : std::nullopt;
}

AgentHandle::State AgentHandle::state_now() const {
	if (who.is_player()) {
		return ended ? STATE_TERMINATED : STATE_IDLE;
	}
	if (const std::optional<AgentView> seen = view()) {
		return static_cast<State>(seen->state);
	}
	const AgentRuntime *node = ended ? nullptr : find_runtime();
	return node != nullptr && node->find_profile(who.agent_id()) != nullptr ? STATE_PENDING
																			: STATE_TERMINATED;
}

String AgentHandle::get_id() const {
	return may_use("id") ? to_godot(who.to_string()) : String();
}

int64_t AgentHandle::get_number() const {
	return may_use("number") && who.is_agent() ? who.number() : 0;
}

String AgentHandle::get_key() const {
	return may_use("key") ? key : String();
}

String AgentHandle::get_display_name() const {
	return may_use("display_name") ? display_name : String();
}

String AgentHandle::get_role() const {
	return may_use("role") ? role : String();
}

AgentHandle::State AgentHandle::get_state() const {
	return may_use("state") ? state_now() : STATE_TERMINATED;
}

String AgentHandle::get_state_name() const {
	if (!may_use("state_name")) {
		return String();
	}
	const State state = state_now();
	return state == STATE_PENDING ? String("pending")
			: state == STATE_TERMINATED
			? String("terminated")
			: to_godot(agent_state_name(static_cast<AgentState>(state)));
}

Vector2 AgentHandle::get_position() const {
	if (!may_use("position")) {
		return Vector2();
	}
	if (const std::optional<AgentView> seen = view()) {
		position = to_godot(seen->position);
	}
	return position;
}

AgentRuntime *AgentHandle::get_runtime() const {
	return may_use("runtime") ? find_runtime() : nullptr;
}

bool AgentHandle::is_alive() const {
	return may_use("is_alive") && state_now() != STATE_TERMINATED;
}

bool AgentHandle::is_player() const {
	return may_use("is_player") && who.is_player();
}

String AgentHandle::_to_string() const {
	return String("<AgentHandle ") + to_godot(who.to_string()) + " \"" + display_name + "\">";
}

void AgentHandle::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_id"), &AgentHandle::get_id);
	ClassDB::bind_method(D_METHOD("get_number"), &AgentHandle::get_number);
	ClassDB::bind_method(D_METHOD("get_key"), &AgentHandle::get_key);
	ClassDB::bind_method(D_METHOD("get_display_name"), &AgentHandle::get_display_name);
	ClassDB::bind_method(D_METHOD("get_role"), &AgentHandle::get_role);
	ClassDB::bind_method(D_METHOD("get_state"), &AgentHandle::get_state);
	ClassDB::bind_method(D_METHOD("get_state_name"), &AgentHandle::get_state_name);
	ClassDB::bind_method(D_METHOD("get_position"), &AgentHandle::get_position);
	ClassDB::bind_method(D_METHOD("get_runtime"), &AgentHandle::get_runtime);
	ClassDB::bind_method(D_METHOD("is_alive"), &AgentHandle::is_alive);
	ClassDB::bind_method(D_METHOD("is_player"), &AgentHandle::is_player);

	ADD_PROPERTY(handle_property(Variant::STRING, "id"), "", "get_id");
	ADD_PROPERTY(handle_property(Variant::INT, "number"), "", "get_number");
	ADD_PROPERTY(handle_property(Variant::STRING, "key"), "", "get_key");
	ADD_PROPERTY(handle_property(Variant::STRING, "display_name"), "", "get_display_name");
	ADD_PROPERTY(handle_property(Variant::STRING, "role"), "", "get_role");
	ADD_PROPERTY(handle_property(
						 Variant::INT, "state", PROPERTY_USAGE_CLASS_IS_ENUM, "AgentHandle.State"),
			"", "get_state");
	ADD_PROPERTY(handle_property(Variant::STRING, "state_name"), "", "get_state_name");
	ADD_PROPERTY(handle_property(Variant::VECTOR2, "position"), "", "get_position");
	ADD_PROPERTY(handle_property(Variant::OBJECT, "runtime", 0, "AgentRuntime"), "", "get_runtime");
	ADD_SIGNAL(MethodInfo(TERMINATED, PropertyInfo(Variant::STRING, "reason")));

	BIND_ENUM_CONSTANT(STATE_IDLE);
	BIND_ENUM_CONSTANT(STATE_LISTENING);
	BIND_ENUM_CONSTANT(STATE_THINKING);
	BIND_ENUM_CONSTANT(STATE_SPEAKING);
	BIND_ENUM_CONSTANT(STATE_PENDING);
	BIND_ENUM_CONSTANT(STATE_TERMINATED);
}

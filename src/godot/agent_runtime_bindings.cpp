// What the engine and scripts see of AgentRuntime.

#include "godot/agent_runtime.h"
#include "godot/event_signals.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

namespace {

PropertyInfo text(const char *p_name) {
	return PropertyInfo(Variant::STRING, p_name);
}

PropertyInfo position(const char *p_name) {
	return PropertyInfo(Variant::VECTOR2, p_name);
}

PropertyInfo state(const char *p_name, const char *p_enum = "AgentRuntime.State") {
	return PropertyInfo(Variant::INT, p_name, PROPERTY_HINT_NONE, "",
			PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM, p_enum);
}

PropertyInfo flag(const char *p_name) {
	return PropertyInfo(Variant::BOOL, p_name);
}

void bind_crowd_and_tasks() {
	ClassDB::bind_method(D_METHOD("step_once"), &AgentRuntime::step_once);
	ClassDB::bind_method(D_METHOD("spawn_agents", "config", "count"), &AgentRuntime::spawn_agents);
	ClassDB::bind_method(
			D_METHOD("list_agents", "filter"), &AgentRuntime::list_agents, DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("pause_agent", "agent_id"), &AgentRuntime::pause_agent);
	ClassDB::bind_method(D_METHOD("resume_agent", "agent_id"), &AgentRuntime::resume_agent);
	ClassDB::bind_method(D_METHOD("step_agent", "agent_id"), &AgentRuntime::step_agent);
	ClassDB::bind_method(D_METHOD("publish_message", "message"), &AgentRuntime::publish_message);
	ClassDB::bind_method(
			D_METHOD("subscribe", "agent_id", "subscription"), &AgentRuntime::subscribe);
	ClassDB::bind_method(D_METHOD("assign_task", "agent_id", "task_name", "description"),
			&AgentRuntime::assign_task, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("finish_task", "task_id", "completed", "result"),
			&AgentRuntime::finish_task, DEFVAL(""));
}

void bind_actions() {
	ClassDB::bind_method(
			D_METHOD("register_action", "name", "description", "schema", "callable", "options"),
			&AgentRuntime::register_action, DEFVAL(Callable()), DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("unregister_action", "name", "options"),
			&AgentRuntime::unregister_action, DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("complete_action", "call_id", "result"),
			&AgentRuntime::complete_action, DEFVAL(Variant()));
	ClassDB::bind_method(
			D_METHOD("fail_action", "call_id", "reason"), &AgentRuntime::fail_action, DEFVAL(""));
	ClassDB::bind_method(
			D_METHOD("set_context_provider", "callable"), &AgentRuntime::set_context_provider);
}

void bind_slots() {
	ClassDB::bind_method(D_METHOD("save_slot", "slot"), &AgentRuntime::save_slot);
	ClassDB::bind_method(D_METHOD("load_slot", "slot"), &AgentRuntime::load_slot);
	ClassDB::bind_method(D_METHOD("delete_slot", "slot"), &AgentRuntime::delete_slot);
	ClassDB::bind_method(D_METHOD("list_slots"), &AgentRuntime::list_slots);
}

void bind_methods() {
	const StringName &name = AgentRuntime::get_class_static();
	ClassDB::bind_static_method(
			name, D_METHOD("get_library_info"), &AgentRuntime::get_library_info);
	ClassDB::bind_static_method(
			name, D_METHOD("find_library_problems"), &AgentRuntime::find_library_problems);
	ClassDB::bind_static_method(
			name, D_METHOD("escape_for_label", "text"), &AgentRuntime::escape_for_label);
	ClassDB::bind_static_method(
			name, D_METHOD("replay_recording", "database_path"), &AgentRuntime::replay_recording);
	ClassDB::bind_method(D_METHOD("resolve_database_path"), &AgentRuntime::resolve_database_path);
	ClassDB::bind_method(D_METHOD("get_gateway_port"), &AgentRuntime::get_gateway_port);
	ClassDB::bind_method(D_METHOD("get_gateway_token_path"), &AgentRuntime::get_gateway_token_path);
	ClassDB::bind_method(D_METHOD("start"), &AgentRuntime::start);
	ClassDB::bind_method(D_METHOD("stop"), &AgentRuntime::stop);
	ClassDB::bind_method(D_METHOD("is_running"), &AgentRuntime::is_running);
	ClassDB::bind_method(D_METHOD("spawn_agent", "config"), &AgentRuntime::spawn_agent);
	ClassDB::bind_method(D_METHOD("terminate_agent", "agent_id"), &AgentRuntime::terminate_agent);
	ClassDB::bind_method(D_METHOD("get_agent_state", "agent_id"), &AgentRuntime::get_agent_state);
	ClassDB::bind_method(D_METHOD("get_agents"), &AgentRuntime::get_agents);
	ClassDB::bind_method(D_METHOD("get_agent", "id_or_key"), &AgentRuntime::get_agent);
	ClassDB::bind_static_method(
			name, D_METHOD("agent_id_of", "number"), &AgentRuntime::agent_id_of);
	ClassDB::bind_static_method(
			name, D_METHOD("agent_number_of", "agent_id"), &AgentRuntime::agent_number_of);
	ClassDB::bind_method(D_METHOD("send_message", "to", "content", "from"),
			&AgentRuntime::send_message, DEFVAL("player_0"));
	ClassDB::bind_method(
			D_METHOD("report_position", "agent_id", "position"), &AgentRuntime::report_position);
	ClassDB::bind_method(D_METHOD("report_arrival", "walk_id"), &AgentRuntime::report_arrival);
	ClassDB::bind_method(D_METHOD("report_blocked", "walk_id", "reason"),
			&AgentRuntime::report_blocked, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("request", "message"), &AgentRuntime::request);
	ClassDB::bind_method(D_METHOD("search_memory", "agent_id", "text", "limit"),
			&AgentRuntime::search_memory, DEFVAL(20));
	ClassDB::bind_method(D_METHOD("pin_memory", "agent_id", "line_id", "pinned"),
			&AgentRuntime::pin_memory, DEFVAL(true));
	ClassDB::bind_method(
			D_METHOD("edit_memory", "agent_id", "line_id", "content"), &AgentRuntime::edit_memory);
	ClassDB::bind_method(
			D_METHOD("forget_memory", "agent_id", "line_id"), &AgentRuntime::forget_memory);
	ClassDB::bind_method(D_METHOD("note_memory", "agent_id", "content", "pinned"),
			&AgentRuntime::note_memory, DEFVAL(true));
	ClassDB::bind_method(D_METHOD("summarise_memory", "agent_id", "keep"),
			&AgentRuntime::summarise_memory, DEFVAL(20));
}

void bind_accessors() {
	ClassDB::bind_method(
			D_METHOD("set_storage_enabled", "enabled"), &AgentRuntime::set_storage_enabled);
	ClassDB::bind_method(D_METHOD("is_storage_enabled"), &AgentRuntime::is_storage_enabled);
	ClassDB::bind_method(D_METHOD("set_database_path", "path"), &AgentRuntime::set_database_path);
	ClassDB::bind_method(D_METHOD("get_database_path"), &AgentRuntime::get_database_path);
	ClassDB::bind_method(D_METHOD("set_autostart", "enabled"), &AgentRuntime::set_autostart);
	ClassDB::bind_method(D_METHOD("is_autostart"), &AgentRuntime::is_autostart);
	ClassDB::bind_method(D_METHOD("set_random_seed", "seed"), &AgentRuntime::set_random_seed);
	ClassDB::bind_method(D_METHOD("get_random_seed"), &AgentRuntime::get_random_seed);
	ClassDB::bind_method(D_METHOD("set_time_scale", "scale"), &AgentRuntime::set_time_scale);
	ClassDB::bind_method(D_METHOD("get_time_scale"), &AgentRuntime::get_time_scale);
	ClassDB::bind_method(D_METHOD("set_paused", "paused"), &AgentRuntime::set_paused);
	ClassDB::bind_method(D_METHOD("is_paused"), &AgentRuntime::is_paused);
	ClassDB::bind_method(
			D_METHOD("set_helper_threads", "count"), &AgentRuntime::set_helper_threads);
	ClassDB::bind_method(D_METHOD("get_helper_threads"), &AgentRuntime::get_helper_threads);
	ClassDB::bind_method(
			D_METHOD("set_recall_enabled", "enabled"), &AgentRuntime::set_recall_enabled);
	ClassDB::bind_method(D_METHOD("is_recall_enabled"), &AgentRuntime::is_recall_enabled);
	ClassDB::bind_method(
			D_METHOD("set_gateway_enabled", "enabled"), &AgentRuntime::set_gateway_enabled);
	ClassDB::bind_method(D_METHOD("is_gateway_enabled"), &AgentRuntime::is_gateway_enabled);
	ClassDB::bind_method(D_METHOD("set_gateway_port", "port"), &AgentRuntime::set_gateway_port);
	ClassDB::bind_method(
			D_METHOD("get_gateway_port_setting"), &AgentRuntime::get_gateway_port_setting);
}

} // namespace

void AgentRuntime::_bind_methods() {
	bind_methods();
	bind_crowd_and_tasks();
	bind_actions();
	bind_slots();
	bind_minds();
	bind_walks();
	bind_talks();
	bind_accessors();
	bind_properties();
	bind_signals();

	BIND_ENUM_CONSTANT(STATE_IDLE);
	BIND_ENUM_CONSTANT(STATE_LISTENING);
	BIND_ENUM_CONSTANT(STATE_THINKING);
	BIND_ENUM_CONSTANT(STATE_SPEAKING);
	BIND_ENUM_CONSTANT(STATE_TERMINATED);

	BIND_ENUM_CONSTANT(TASK_ASSIGNED);
	BIND_ENUM_CONSTANT(TASK_IN_PROGRESS);
	BIND_ENUM_CONSTANT(TASK_COMPLETED);
	BIND_ENUM_CONSTANT(TASK_FAILED);
}

void AgentRuntime::bind_minds() {
	ClassDB::bind_method(
			D_METHOD("set_agent_mind", "agent_id", "mind"), &AgentRuntime::set_agent_mind);
	ClassDB::bind_method(
			D_METHOD("register_tool", "name", "description", "schema", "callable", "options"),
			&AgentRuntime::register_tool, DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("unregister_tool", "name", "options"),
			&AgentRuntime::unregister_tool, DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("answer_tool", "call_id", "result"), &AgentRuntime::answer_tool,
			DEFVAL(Variant()));
	ClassDB::bind_method(
			D_METHOD("fail_tool", "call_id", "reason"), &AgentRuntime::fail_tool, DEFVAL(""));
	ClassDB::bind_method(
			D_METHOD("set_attention", "agent_id", "weight"), &AgentRuntime::set_attention);
	ClassDB::bind_method(D_METHOD("get_last_prompt", "agent_id"), &AgentRuntime::get_last_prompt);
	ClassDB::bind_method(
			D_METHOD("get_unused_script_steps"), &AgentRuntime::get_unused_script_steps);
	ClassDB::bind_method(
			D_METHOD("get_mind_usage", "account"), &AgentRuntime::get_mind_usage, DEFVAL(""));
	ClassDB::bind_method(
			D_METHOD("set_mind_caps", "caps", "account"), &AgentRuntime::set_mind_caps, DEFVAL(""));
}

void AgentRuntime::bind_walks() {
	ClassDB::bind_method(D_METHOD("set_map", "map"), &AgentRuntime::set_map);
	ClassDB::bind_method(D_METHOD("get_map"), &AgentRuntime::get_map);
	ClassDB::bind_method(D_METHOD("get_jobs"), &AgentRuntime::get_jobs);
	ClassDB::bind_method(D_METHOD("walk_agent", "agent_id", "target"), &AgentRuntime::walk_agent);
	ClassDB::bind_method(D_METHOD("walk_agent_beside", "agent_id", "other_id"),
			&AgentRuntime::walk_agent_beside);
	ClassDB::bind_method(
			D_METHOD("walk_agent_to_seat", "agent_id"), &AgentRuntime::walk_agent_to_seat);
	ClassDB::bind_method(D_METHOD("stop_agent", "agent_id"), &AgentRuntime::stop_agent);
	ClassDB::bind_method(D_METHOD("assign_seat", "agent_id", "seat"), &AgentRuntime::assign_seat);
}

void AgentRuntime::bind_talks() {
	ClassDB::bind_method(D_METHOD("start_auto_mode", "options"), &AgentRuntime::start_auto_mode,
			DEFVAL(Dictionary()));
	ClassDB::bind_method(D_METHOD("stop_auto_mode", "conversation_id"),
			&AgentRuntime::stop_auto_mode, DEFVAL(""));
	ClassDB::bind_method(
			D_METHOD("continue_auto_mode", "conversation_id"), &AgentRuntime::continue_auto_mode);
	ClassDB::bind_method(D_METHOD("is_auto_mode_active", "conversation_id"),
			&AgentRuntime::is_auto_mode_active, DEFVAL(""));
	ClassDB::bind_method(
			D_METHOD("get_auto_mode_state", "conversation_id"), &AgentRuntime::get_auto_mode_state);
	ClassDB::bind_method(
			D_METHOD("get_auto_mode_conversations"), &AgentRuntime::get_auto_mode_conversations);
	ClassDB::bind_method(
			D_METHOD("request_transcript", "conversation_id"), &AgentRuntime::request_transcript);
	ClassDB::bind_static_method(AgentRuntime::get_class_static(), D_METHOD("get_auto_mode_topics"),
			&AgentRuntime::get_auto_mode_topics);
}

void AgentRuntime::bind_properties() {
	ADD_GROUP("Storage", "");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "storage_enabled"), "set_storage_enabled",
			"is_storage_enabled");
	ADD_PROPERTY(
			PropertyInfo(Variant::STRING, "database_path", PROPERTY_HINT_GLOBAL_SAVE_FILE, "*.db"),
			"set_database_path", "get_database_path");
	ADD_GROUP("World", "");
	ADD_PROPERTY(PropertyInfo(Variant::OBJECT, "map", PROPERTY_HINT_RESOURCE_TYPE, "AgentMap"),
			"set_map", "get_map");
	ADD_PROPERTY(PropertyInfo(Variant::OBJECT, "jobs", PROPERTY_HINT_NONE, "", PROPERTY_USAGE_NONE,
						 "AgentJobs"),
			"", "get_jobs");
	ADD_GROUP("Simulation", "");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "autostart"), "set_autostart", "is_autostart");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "paused"), "set_paused", "is_paused");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "random_seed"), "set_random_seed", "get_random_seed");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "time_scale", PROPERTY_HINT_RANGE,
						 "0.01,100,0.01,exp,suffix:x"),
			"set_time_scale", "get_time_scale");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "helper_threads", PROPERTY_HINT_RANGE, "-1,64,1"),
			"set_helper_threads", "get_helper_threads");
	ADD_GROUP("Minds", "");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "recall_enabled"), "set_recall_enabled",
			"is_recall_enabled");
	ADD_GROUP("Gateway", "");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "gateway_enabled"), "set_gateway_enabled",
			"is_gateway_enabled");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "gateway_port", PROPERTY_HINT_RANGE, "0,65535,1"),
			"set_gateway_port", "get_gateway_port_setting");
}

// NOLINTNEXTLINE(readability-function-size): a table
void AgentRuntime::bind_signals() {
	for (const MethodInfo &signal : agent_runtime::event_signal_infos()) {
		ADD_SIGNAL(signal);
	}
	ADD_SIGNAL(MethodInfo("event_received", text("type"), text("subject"),
			PropertyInfo(Variant::DICTIONARY, "data")));
	ADD_SIGNAL(
			MethodInfo("agents_changed", PropertyInfo(Variant::PACKED_INT32_ARRAY, "agent_numbers"),
					PropertyInfo(Variant::PACKED_BYTE_ARRAY, "states"),
					PropertyInfo(Variant::PACKED_VECTOR2_ARRAY, "positions")));
	ADD_SIGNAL(MethodInfo("agent_position_changed", text("agent_id"), position("position")));
	ADD_SIGNAL(MethodInfo("agent_path_changed", text("agent_id"),
			PropertyInfo(Variant::PACKED_VECTOR2_ARRAY, "path"),
			PropertyInfo(Variant::FLOAT, "speed")));
	ADD_SIGNAL(MethodInfo("agent_turned", text("agent_id"), state("facing", "AgentMap.Facing")));
	ADD_SIGNAL(MethodInfo("walk_requested", text("walk_id"), text("agent_id"), position("target"),
			position("face")));
	ADD_SIGNAL(MethodInfo("walk_cancelled", text("walk_id"), text("agent_id"), text("reason")));
	ADD_SIGNAL(MethodInfo("action_requested", text("call_id"), text("agent_id"), text("action"),
			PropertyInfo(Variant::DICTIONARY, "arguments")));
	ADD_SIGNAL(MethodInfo("agent_text_streamed", text("agent_id"), text("text"), flag("begins")));
}

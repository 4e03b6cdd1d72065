#pragma once

#include <godot_cpp/variant/string_name.hpp>

namespace agent_runtime {

// The signals of AgentRuntime, interned once for each node: to look a name up costs as much as to
// emit a signal. Immutable.
struct SignalNames {
	const godot::StringName agent_spawned = "agent_spawned";
	const godot::StringName agent_terminated = "agent_terminated";
	const godot::StringName agent_state_changed = "agent_state_changed";
	const godot::StringName agents_changed = "agents_changed";
	const godot::StringName agent_spoke = "agent_spoke";
	const godot::StringName agent_moved = "agent_moved";
	const godot::StringName agent_position_changed = "agent_position_changed";
	const godot::StringName agent_path_changed = "agent_path_changed";
	const godot::StringName agent_arrived = "agent_arrived";
	const godot::StringName agent_blocked = "agent_blocked";
	const godot::StringName agent_turned = "agent_turned";
	const godot::StringName auto_mode_started = "auto_mode_started";
	const godot::StringName auto_mode_turn_changed = "auto_mode_turn_changed";
	const godot::StringName agent_message = "agent_message";
	const godot::StringName auto_mode_ended = "auto_mode_ended";
	const godot::StringName walk_requested = "walk_requested";
	const godot::StringName walk_cancelled = "walk_cancelled";
	const godot::StringName action_requested = "action_requested";
	const godot::StringName action_performed = "action_performed";
	const godot::StringName agent_task_changed = "agent_task_changed";
	const godot::StringName agent_paused_changed = "agent_paused_changed";
	const godot::StringName agent_stuck = "agent_stuck";
	const godot::StringName collaboration_invited = "collaboration_invited";
	const godot::StringName collaboration_answered = "collaboration_answered";
	const godot::StringName message_published = "message_published";
	const godot::StringName memory_changed = "memory_changed";
	const godot::StringName message_acknowledged = "message_acknowledged";
	const godot::StringName messages_dropped = "messages_dropped";
	const godot::StringName agent_mind_failed = "agent_mind_failed";
	const godot::StringName agent_text_streamed = "agent_text_streamed";
	const godot::StringName budget_exhausted = "budget_exhausted";
	const godot::StringName slot_loaded = "slot_loaded";
	const godot::StringName slot_saved = "slot_saved";
	const godot::StringName tool_used = "tool_used";
	const godot::StringName action_refused = "action_refused";
	const godot::StringName runtime_started = "runtime_started";
	const godot::StringName runtime_stopped = "runtime_stopped";
	const godot::StringName store_degraded = "store_degraded";
	const godot::StringName store_recovered = "store_recovered";
	const godot::StringName request_completed = "request_completed";
};

} // namespace agent_runtime

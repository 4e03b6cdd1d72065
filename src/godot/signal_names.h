#pragma once

#include "godot/event_signals.h"

#include <godot_cpp/variant/string_name.hpp>

namespace agent_runtime {

// The signals of AgentRuntime, interned once for each node, since looking up a name costs as much
// as emitting a signal. Immutable.
struct SignalNames {
	const EventSignalNames of_events;
	const godot::StringName event_received = "event_received";
	const godot::StringName agent_state_changed = "agent_state_changed";
	const godot::StringName agents_changed = "agents_changed";
	const godot::StringName agent_spoke = "agent_spoke";
	const godot::StringName agent_position_changed = "agent_position_changed";
	const godot::StringName agent_path_changed = "agent_path_changed";
	const godot::StringName agent_turned = "agent_turned";
	const godot::StringName walk_requested = "walk_requested";
	const godot::StringName walk_cancelled = "walk_cancelled";
	const godot::StringName action_requested = "action_requested";
	const godot::StringName agent_text_streamed = "agent_text_streamed";
	const godot::StringName runtime_stopped = "runtime_stopped";
};

} // namespace agent_runtime

#pragma once

#include "core/agents/agent_changes.h"
#include "core/agents/profile.h"
#include "core/agents/snapshot_board.h"
#include "core/base/ids.h"

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/vector2.hpp>

#include <cstdint>
#include <optional>

class AgentRuntime;

// One agent, or one player, of a runtime: who it is, and what it does now. Made when a script asks
// for it. While the agent lives everybody gets the same handle, which AgentHandles owns. It refers
// to its runtime by id, so either may be freed first.
// Thread rule: main thread only.
class AgentHandle : public godot::RefCounted {
	GDCLASS(AgentHandle, godot::RefCounted)

public:
	enum State {
		STATE_IDLE,
		STATE_LISTENING,
		STATE_THINKING,
		STATE_SPEAKING,
		STATE_PENDING,
		STATE_TERMINATED = agent_runtime::AgentChanges::ENDED,
	};

	// Called again when its agent was gone and a world was loaded in which it lives.
	void begin(godot::ObjectID p_runtime, agent_runtime::ParticipantId p_who,
			const agent_runtime::AgentProfile *p_profile);
	// Its agent is gone, and `terminated` is emitted. The caller holds the handle, since a handler
	// may do anything.
	void terminate(const godot::String &p_reason);
	// The runtime stops. The handle never changes again.
	void end();

	godot::String get_id() const;
	int64_t get_number() const;
	godot::String get_key() const;
	godot::String get_display_name() const;
	godot::String get_role() const;
	State get_state() const;
	godot::String get_state_name() const;
	godot::Vector2 get_position() const;
	AgentRuntime *get_runtime() const;
	bool is_alive() const;
	bool is_player() const;
	godot::String _to_string() const;

protected:
	static void _bind_methods();

private:
	AgentRuntime *find_runtime() const;
	std::optional<agent_runtime::AgentView> view() const;
	State state_now() const;

	godot::ObjectID runtime;
	agent_runtime::ParticipantId who;
	godot::String key;
	godot::String display_name;
	godot::String role;
	mutable godot::Vector2 position; // where it was last seen
	bool ended = false;
};

VARIANT_ENUM_CAST(AgentHandle::State);

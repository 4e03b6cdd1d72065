#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "godot/agent_map.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/node_path.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/vector2.hpp>

#include <optional>

class AgentRuntime;

// Binds its parent, a Node2D or a Node3D, to an agent: one of the two says where it is, and the
// other follows. Also tells a picture where to look. Finds its runtime in the frame after any of
// that changed, so the order of nodes and calls does not matter. Owned by the tree; main thread
// only.
class AgentBody : public godot::Node {
	GDCLASS(AgentBody, godot::Node)

public:
	enum PositionOwner {
		OWNER_RUNTIME,
		OWNER_GAME,
	};

private:
	godot::NodePath runtime_path;
	godot::String agent_id;
	double tile_size = 32.0;
	PositionOwner position_owner = OWNER_RUNTIME;
	double walking_speed = 3.0;

	bool bound_as_set = true; // false: bind again in the next frame
	godot::ObjectID runtime; // the runtime that it is attached to
	agent_runtime::AgentId agent;
	std::optional<godot::Vector2> target; // in tiles: where the parent is going
	double pace = 0.0; // in tiles per second of sim time, while the world walks it; 0: it does not
	AgentMap::Facing facing = AgentMap::FACING_DOWN;
	AgentMap::Facing told_facing = AgentMap::FACING_DOWN; // by the runtime: where to look at rest
	bool walking = false;
	std::optional<godot::Vector2> reported; // in tiles: what the runtime knows
	// the last one that was reported
	agent_runtime::StatusCode problem = agent_runtime::StatusCode::ok;

	void bind_again();
	void bind();
	void unbind();
	AgentRuntime *find_runtime() const;
	void walk(double p_delta);
	double speed_towards(double p_distance) const;
	void show(AgentMap::Facing p_facing);
	void show_walking();
	void report();
	bool has_rival() const;
	std::optional<godot::Vector2> parent_tile() const;
	void move_parent(const godot::Vector2 &p_tile);

protected:
	static void _bind_methods();
	void _notification(int p_what);

public:
	void set_runtime_path(const godot::NodePath &p_path);
	godot::NodePath get_runtime_path() const;
	void set_agent_id(const godot::String &p_agent_id);
	godot::String get_agent_id() const;
	void set_tile_size(double p_size);
	double get_tile_size() const;
	void set_position_owner(PositionOwner p_owner);
	PositionOwner get_position_owner() const;
	void set_walking_speed(double p_speed);
	double get_walking_speed() const;

	AgentMap::Facing get_facing() const;
	bool is_walking() const;

	// Called by the runtime: how fast the agent is on its way, and where it looks.
	void set_pace(double p_speed);
	void turn(agent_runtime::Facing p_facing);
	// Called by the runtime: the agent is there at once, or goes there.
	void place(const godot::Vector2 &p_tile);
	void walk_to(const godot::Vector2 &p_tile);

	godot::PackedStringArray _get_configuration_warnings() const override;
};

VARIANT_ENUM_CAST(AgentBody::PositionOwner);

#include "godot/agent_body.h"

#include "godot/agent_runtime.h"
#include "godot/convert.h"

#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/node2d.hpp>
#include <godot_cpp/classes/node3d.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>

using namespace godot;
using agent_runtime::AgentId;
using agent_runtime::Facing;
using agent_runtime::facing_towards;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_tiles;

void AgentBody::_notification(int p_what) {
	if (Engine::get_singleton()->is_editor_hint()) {
		if (p_what == NOTIFICATION_PARENTED || p_what == NOTIFICATION_ENTER_TREE) {
			update_configuration_warnings();
		}
		return;
	}
	switch (p_what) {
		case NOTIFICATION_ENTER_TREE:
			bind_again();
			break;
		case NOTIFICATION_EXIT_TREE:
			unbind();
			set_process_internal(false);
			break;
		case NOTIFICATION_INTERNAL_PROCESS:
			if (!bound_as_set) {
				bind();
			}
			if (!bound_as_set) {
				break;
			}
			if (position_owner == OWNER_GAME) {
				report();
			} else {
				walk(get_process_delta_time());
			}
			break;
		default:
			break;
	}
}

void AgentBody::bind_again() {
	bound_as_set = false;
	update_configuration_warnings();
	if (is_inside_tree() && !Engine::get_singleton()->is_editor_hint()) {
		set_process_internal(true);
	}
}

AgentRuntime *AgentBody::find_runtime() const {
	return runtime_path.is_empty() ? nullptr
								   : Object::cast_to<AgentRuntime>(get_node_or_null(runtime_path));
}

void AgentBody::bind() {
	unbind();
	const std::optional<AgentId> id = AgentId::parse(agent_runtime::to_utf8(agent_id));
	if (runtime_path.is_empty() || !id) {
		bound_as_set = true;
		set_process_internal(false);
		return;
	}
	AgentRuntime *node = find_runtime();
	if (node == nullptr) {
		return; // it may still come
	}
	bound_as_set = true;
	runtime = ObjectID(node->get_instance_id());
	agent = *id;
	node->attach_body(agent, this);
	if (has_rival()) {
		ERR_PRINT("AgentBody: " + agent_id +
				" is moved by another AgentBody already; give one of them the owner Runtime");
	}
	if (const std::optional<agent_runtime::AgentView> seen = node->find_view(agent)) {
		place(to_godot(seen->position));
		turn(seen->facing);
	}
}

void AgentBody::unbind() {
	if (AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime))) {
		node->detach_body(agent, this);
		if (reported) {
			const Status given = node->give(agent, false);
			if (!given.ok() && given.code() != StatusCode::not_found) {
				ERR_PRINT("AgentBody: " + agent_runtime::to_godot(given.message()));
			}
		}
	}
	runtime = ObjectID();
	agent = AgentId();
	target.reset();
	pace = 0.0;
	show_walking();
	reported.reset();
	problem = StatusCode::ok;
}

std::optional<Vector2> AgentBody::parent_tile() const {
	Node *parent = get_parent();
	const real_t size = static_cast<real_t>(tile_size);
	if (const Node2D *flat = Object::cast_to<Node2D>(parent)) {
		return flat->get_position() / size;
	}
	if (const Node3D *solid = Object::cast_to<Node3D>(parent)) {
		const Vector3 at = solid->get_position();
		return Vector2(at.x, at.z) / size;
	}
	return std::nullopt;
}

void AgentBody::move_parent(const Vector2 &p_tile) {
	Node *parent = get_parent();
	const Vector2 at = p_tile * static_cast<real_t>(tile_size);
	if (Node2D *flat = Object::cast_to<Node2D>(parent)) {
		flat->set_position(at);
	} else if (Node3D *solid = Object::cast_to<Node3D>(parent)) {
		solid->set_position(Vector3(at.x, solid->get_position().y, at.y));
	}
}

void AgentBody::place(const Vector2 &p_tile) {
	if (position_owner == OWNER_RUNTIME) {
		target.reset();
		move_parent(p_tile);
		show_walking();
	}
}

void AgentBody::walk_to(const Vector2 &p_tile) {
	if (position_owner == OWNER_RUNTIME) {
		target = p_tile;
		set_process_internal(true);
		show_walking();
	}
}

void AgentBody::set_pace(double p_speed) {
	pace = p_speed;
	show_walking();
}

// On its way it looks where it goes; it looks in this direction when it has arrived.
void AgentBody::turn(Facing p_facing) {
	told_facing = static_cast<AgentMap::Facing>(p_facing);
	if (!is_walking()) {
		show(told_facing);
	}
}

void AgentBody::show(AgentMap::Facing p_facing) {
	if (facing != p_facing) {
		facing = p_facing;
		emit_signal("facing_changed", facing);
	}
}

void AgentBody::show_walking() {
	const bool is_on_its_way = position_owner == OWNER_RUNTIME && (target || pace > 0.0);
	if (walking == is_on_its_way) {
		return;
	}
	walking = is_on_its_way;
	if (!walking) {
		show(told_facing);
	}
	emit_signal("walking_changed", walking);
}

// As fast as the world walks it, and a little faster if it has fallen behind.
double AgentBody::speed_towards(double p_distance) const {
	const AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	if (pace <= 0.0 || node == nullptr) {
		return walking_speed;
	}
	return pace * node->get_time_scale() * (1.0 + p_distance);
}

void AgentBody::walk(double p_delta) {
	const std::optional<Vector2> at = parent_tile();
	if (!target || !at) {
		set_process_internal(false);
		return;
	}
	const Vector2 way = *target - *at;
	if (const auto ahead = facing_towards(to_tiles(*at), to_tiles(*target))) {
		show(static_cast<AgentMap::Facing>(*ahead));
	}
	const real_t step = static_cast<real_t>(speed_towards(way.length()) * p_delta);
	if (walking_speed <= 0.0 || way.length() <= step) {
		move_parent(*target);
		target.reset();
		show_walking();
	} else {
		move_parent(*at + way.normalized() * step);
	}
}

// Whether two bodies both say where the agent is.
bool AgentBody::has_rival() const {
	const AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	if (node == nullptr || position_owner != OWNER_GAME) {
		return false;
	}
	for (const AgentBody *other : node->bodies_of(agent)) {
		if (other != this && other->position_owner == OWNER_GAME) {
			return true;
		}
	}
	return false;
}

// The runtime uses only the newest position of each step, so it is fine to report one each frame. A
// runtime that was restarted must be told again who moves the agent.
void AgentBody::report() {
	AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	const std::optional<Vector2> at = parent_tile();
	if (node == nullptr) {
		bind_again(); // another may take its place
		return;
	}
	if (!node->is_running() || !at || (at == reported && node->is_of_game(agent))) {
		return;
	}
	Status status = node->give(agent, true);
	if (status.ok()) {
		status = node->put(agent, *at);
	}
	if (status.ok()) {
		reported = at;
	} else if (status.code() != problem) {
		// Not again each frame, since it may last.
		ERR_PRINT("AgentBody: " + agent_runtime::to_godot(status.message()));
	}
	problem = status.code();
}

void AgentBody::set_runtime_path(const NodePath &p_path) {
	if (runtime_path != p_path) {
		runtime_path = p_path;
		bind_again();
	}
}

NodePath AgentBody::get_runtime_path() const {
	return runtime_path;
}

void AgentBody::set_agent_id(const String &p_agent_id) {
	if (agent_id != p_agent_id) {
		agent_id = p_agent_id;
		bind_again();
	}
}

String AgentBody::get_agent_id() const {
	return agent_id;
}

void AgentBody::set_tile_size(double p_size) {
	ERR_FAIL_COND_MSG(!(p_size > 0.0 && p_size < 1e6),
			"AgentBody: tile_size: is not a number above 0; give the length of a tile, such as 32");
	if (tile_size != p_size) {
		tile_size = p_size;
		bind_again();
	}
}

double AgentBody::get_tile_size() const {
	return tile_size;
}

void AgentBody::set_position_owner(PositionOwner p_owner) {
	if (position_owner != p_owner) {
		position_owner = p_owner;
		bind_again();
	}
}

AgentBody::PositionOwner AgentBody::get_position_owner() const {
	return position_owner;
}

void AgentBody::set_walking_speed(double p_speed) {
	ERR_FAIL_COND_MSG(!(p_speed >= 0.0 && p_speed < 1e6),
			"AgentBody: walking_speed: is not a number from 0; give tiles a second, or 0 to jump");
	walking_speed = p_speed;
}

double AgentBody::get_walking_speed() const {
	return walking_speed;
}

AgentMap::Facing AgentBody::get_facing() const {
	return facing;
}

bool AgentBody::is_walking() const {
	return walking;
}

PackedStringArray AgentBody::_get_configuration_warnings() const {
	PackedStringArray warnings;
	if (!is_inside_tree()) {
		return warnings;
	}
	if (!parent_tile()) {
		warnings.push_back(
				"An AgentBody moves its parent, which must be a Node2D or a Node3D. Move "
				"it below such a node.");
	}
	if (find_runtime() == nullptr) {
		warnings.push_back("Runtime Path: it leads to no AgentRuntime. Choose the one in which the "
						   "agent lives.");
	}
	return warnings;
}

void AgentBody::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_runtime_path", "path"), &AgentBody::set_runtime_path);
	ClassDB::bind_method(D_METHOD("get_runtime_path"), &AgentBody::get_runtime_path);
	ClassDB::bind_method(D_METHOD("set_agent_id", "agent_id"), &AgentBody::set_agent_id);
	ClassDB::bind_method(D_METHOD("get_agent_id"), &AgentBody::get_agent_id);
	ClassDB::bind_method(D_METHOD("set_tile_size", "size"), &AgentBody::set_tile_size);
	ClassDB::bind_method(D_METHOD("get_tile_size"), &AgentBody::get_tile_size);
	ClassDB::bind_method(D_METHOD("set_position_owner", "owner"), &AgentBody::set_position_owner);
	ClassDB::bind_method(D_METHOD("get_position_owner"), &AgentBody::get_position_owner);
	ClassDB::bind_method(D_METHOD("set_walking_speed", "speed"), &AgentBody::set_walking_speed);
	ClassDB::bind_method(D_METHOD("get_walking_speed"), &AgentBody::get_walking_speed);

	ClassDB::bind_method(D_METHOD("get_facing"), &AgentBody::get_facing);
	ClassDB::bind_method(D_METHOD("is_walking"), &AgentBody::is_walking);

	ADD_SIGNAL(MethodInfo("facing_changed",
			PropertyInfo(Variant::INT, "facing", PROPERTY_HINT_NONE, "",
					PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM, "AgentMap.Facing")));
	ADD_SIGNAL(MethodInfo("walking_changed", PropertyInfo(Variant::BOOL, "walking")));

	ADD_GROUP("Agent", "");
	ADD_PROPERTY(PropertyInfo(Variant::NODE_PATH, "runtime_path",
						 PROPERTY_HINT_NODE_PATH_VALID_TYPES, "AgentRuntime"),
			"set_runtime_path", "get_runtime_path");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "agent_id"), "set_agent_id", "get_agent_id");
	ADD_GROUP("Position", "");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "position_owner", PROPERTY_HINT_ENUM, "Runtime,Game"),
			"set_position_owner", "get_position_owner");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "tile_size", PROPERTY_HINT_RANGE,
						 "0.1,256,0.1,or_greater"),
			"set_tile_size", "get_tile_size");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "walking_speed", PROPERTY_HINT_RANGE,
						 "0,20,0.1,or_greater,suffix:tiles/s"),
			"set_walking_speed", "get_walking_speed");

	BIND_ENUM_CONSTANT(OWNER_RUNTIME);
	BIND_ENUM_CONSTANT(OWNER_GAME);
}

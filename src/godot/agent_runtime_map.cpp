// Methods for scripts about the map, and where agents walk on it.

#include "godot/agent_map.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <utility>

using namespace godot;
using agent_runtime::agent_id_from;
using agent_runtime::AgentId;
using agent_runtime::GridMapPtr;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::SeatRequest;
using agent_runtime::Status;
using agent_runtime::to_utf8;
using agent_runtime::WalkInput;

void AgentRuntime::set_map(const Ref<AgentMap> &p_map) {
	if (map == p_map) {
		return;
	}
	const Callable on_changed = callable_mp(this, &AgentRuntime::on_map_changed);
	if (map.is_valid()) {
		map->disconnect("changed", on_changed);
	}
	map = p_map;
	if (map.is_valid()) {
		map->connect("changed", on_changed);
	}
	on_map_changed();
}

Ref<AgentMap> AgentRuntime::get_map() const {
	return map;
}

// A map is often changed tile by tile, so all changes are passed on at once.
void AgentRuntime::on_map_changed() {
	map_is_told = false;
}

// If the map is not valid, the runtime keeps the one that it has.
void AgentRuntime::tell_map() {
	if (map_is_told || live == nullptr) {
		return;
	}
	const GridMapPtr grid = map.is_valid() ? map->make_grid() : nullptr;
	const bool can_be_told = map.is_null() || grid != nullptr;
	const Status status = can_be_told ? live->runtime().gifts().set_map(grid) : Status();
	map_is_told = status.ok();
	// A refused map is tried again in each frame, and reported once.
	if (!std::exchange(map_is_refused, !status.ok())) {
		report_call("map", status);
	}
}

Error AgentRuntime::walk(const char *p_call, const String &p_agent_id, WalkInput p_walk) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		tell_map();
		p_walk.agent = agent.value();
		status = live->runtime().walk(p_walk);
	}
	return report_call(p_call, status);
}

Error AgentRuntime::walk_agent(const String &p_agent_id, const Vector2i &p_target) {
	return walk("walk_agent", p_agent_id,
			{ .agent = {}, .way = WalkInput::Way::to_tile, .tile = { p_target.x, p_target.y } });
}

Error AgentRuntime::walk_agent_beside(const String &p_agent_id, const String &p_other_id) {
	const Result<AgentId> other = agent_id_from(p_other_id, "other_id");
	if (!other.ok()) {
		return report_call("walk_agent_beside", other.status());
	}
	return walk("walk_agent_beside", p_agent_id,
			{ .agent = {}, .way = WalkInput::Way::beside, .partner = other.value() });
}

Error AgentRuntime::walk_agent_to_seat(const String &p_agent_id) {
	return walk("walk_agent_to_seat", p_agent_id, { .agent = {}, .way = WalkInput::Way::to_seat });
}

Error AgentRuntime::stop_agent(const String &p_agent_id) {
	return walk("stop_agent", p_agent_id, { .agent = {}, .way = WalkInput::Way::stop });
}

Error AgentRuntime::assign_seat(const String &p_agent_id, const String &p_seat) {
	Status status = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	if (status.ok()) {
		tell_map();
		status = live->runtime()
						 .requests()
						 .call(SeatRequest{ agent.value(), to_utf8(p_seat) })
						 .status();
	}
	return report_call("assign_seat", status);
}

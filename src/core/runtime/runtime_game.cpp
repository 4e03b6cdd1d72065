#include "core/mind/decision.h"
#include "core/runtime/runtime.h"

#include <utility>

// What the game gives its world: the map, and what agents may do and use.

namespace agent_runtime {

namespace {

Status remove_from(ActionTable &table, const std::string &what, const std::string &name) {
	return table.remove(name)
			? Status()
			: Status(StatusCode::not_found, "there is no " + what + " \"" + name + "\"");
}

bool has(const ActionTablePtr &table, const std::string &name) {
	return table != nullptr && table->find(name) != nullptr;
}

Status taken(const std::string &name, const char *by) {
	return Status(StatusCode::already_exists,
			"name: \"" + name + "\" is taken by " + by +
					"; minds choose by name, so take another one");
}

} // namespace

Micros Runtime::time_for(CallKind kind) const {
	switch (kind) {
		case CallKind::walk:
			return options_.settings.walk_deadline;
		case CallKind::action:
			return options_.settings.action_deadline;
		case CallKind::context:
			return options_.settings.context_deadline;
		case CallKind::tool:
			return options_.settings.tool_deadline;
		case CallKind::mind:
			break;
	}
	return options_.minds.of(MindKind::game).timeouts.total;
}

Status Runtime::set_map(GridMapPtr map) {
	const Lock talk_lock(talk_order_.mutex); // who goes home begins no conversation meanwhile
	const Lock lock(settings_.mutex);
	Status status = world_.require_room();
	if (status.ok() && map != settings_.map) {
		settings_.map = map;
		world_.post(MapInput{ std::move(map) });
		const SharedLock world_lock(world_.mutex);
		send_home();
		world_.driver->wake();
	}
	return status;
}

// Nobody goes before there is a map.
void Runtime::send_home() {
	if (settings_.map == nullptr) {
		return;
	}
	for (const AgentId agent : std::exchange(settings_.going_home, {})) {
		if (directory_.find(agent) != nullptr && talks_.talk_of(agent).is_none()) {
			world_.simulation->post(WalkInput{ .agent = agent, .way = WalkInput::Way::to_seat });
		}
	}
}

Status Runtime::change_table(ActionTablePtr GameInput::*which, const ChangeTable &change) {
	const Lock lock(settings_.mutex);
	const ActionTablePtr &before = settings_.game.*which;
	std::shared_ptr<ActionTable> table =
			std::make_shared<ActionTable>(before != nullptr ? *before : ActionTable());
	Status status = change(settings_.game, *table);
	if (status.ok()) {
		settings_.game.*which = table->all().empty() ? nullptr : std::move(table);
		world_.post(settings_.game);
	}
	return status;
}

Status Runtime::register_action(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::actions, [&](const GameInput &game, ActionTable &actions) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.tools, name) ? taken(name, "a tool")
									 : actions.add(name, { description, schema });
	});
}

Status Runtime::unregister_action(const std::string &name) {
	return change_table(&GameInput::actions, [&](const GameInput &, ActionTable &actions) {
		return remove_from(actions, "action", name);
	});
}

Status Runtime::register_tool(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::tools, [&](const GameInput &game, ActionTable &tools) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.actions, name) ? taken(name, "an action")
									   : tools.add(name, { description, schema });
	});
}

Status Runtime::unregister_tool(const std::string &name) {
	return change_table(&GameInput::tools, [&](const GameInput &, ActionTable &tools) {
		return remove_from(tools, "tool", name);
	});
}

void Runtime::set_gives_context(bool gives_context) {
	const Lock lock(settings_.mutex);
	settings_.game.gives_context = gives_context;
	world_.post(settings_.game);
}

} // namespace agent_runtime

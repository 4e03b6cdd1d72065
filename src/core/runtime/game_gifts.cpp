#include "core/runtime/game_gifts.h"

#include "core/mind/decision.h"

#include <utility>

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

Status GameGifts::set_map(GridMapPtr map) {
	// an agent that goes home begins no conversation meanwhile
	const Lock talk_lock(parts_.talk_order.mutex);
	const Lock lock(parts_.game.mutex);
	Status status = parts_.world.require_capacity();
	if (status.ok() && map != parts_.game.map) {
		parts_.game.map = map;
		parts_.world.post(MapInput{ std::move(map) });
		const SharedLock world_lock(parts_.world.mutex);
		send_home(parts_.talk_order, parts_.game, parts_.world);
		parts_.world.current->wake();
	}
	return status;
}

// Nobody goes before there is a map.
void GameGifts::send_home(const TalkOrder &, GameSettings &game, const LiveWorld &world) {
	if (game.map == nullptr) {
		return;
	}
	for (const AgentId agent : std::exchange(game.going_home, {})) {
		if (parts_.directory.find(agent) != nullptr && parts_.talks.talk_of(agent).is_none()) {
			world.current->put(WalkInput{ .agent = agent, .way = WalkInput::Way::to_seat });
		}
	}
}

Status GameGifts::change_table(ActionTablePtr GameInput::*which, const ChangeTable &change) {
	const Lock lock(parts_.game.mutex);
	const ActionTablePtr &before = parts_.game.game.*which;
	std::shared_ptr<ActionTable> table =
			std::make_shared<ActionTable>(before != nullptr ? *before : ActionTable());
	Status status = change(parts_.game.game, *table);
	if (status.ok()) {
		parts_.game.game.*which = table->all().empty() ? nullptr : std::move(table);
		parts_.world.post(parts_.game.game);
	}
	return status;
}

Status GameGifts::register_action(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::actions, [&](const GameInput &game, ActionTable &actions) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.tools, name) ? taken(name, "a tool")
									 : actions.add(name, { description, schema });
	});
}

Status GameGifts::unregister_action(const std::string &name) {
	return change_table(&GameInput::actions, [&](const GameInput &, ActionTable &actions) {
		return remove_from(actions, "action", name);
	});
}

Status GameGifts::register_tool(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::tools, [&](const GameInput &game, ActionTable &tools) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.actions, name) ? taken(name, "an action")
									   : tools.add(name, { description, schema });
	});
}

Status GameGifts::unregister_tool(const std::string &name) {
	return change_table(&GameInput::tools, [&](const GameInput &, ActionTable &tools) {
		return remove_from(tools, "tool", name);
	});
}

void GameGifts::set_gives_context(bool gives_context) {
	const Lock lock(parts_.game.mutex);
	parts_.game.game.gives_context = gives_context;
	parts_.world.post(parts_.game.game);
}

GameGifts::Given GameGifts::give_all(World &world) const {
	const Lock lock(parts_.game.mutex);
	world.put(MapInput{ parts_.game.map });
	world.put(parts_.game.game);
	return { parts_.game.map, parts_.game.game };
}

void GameGifts::give_rest(World &world, const Given &given, const GameSettings &game) {
	if (given.map != game.map) {
		world.put(MapInput{ game.map });
	}
	if (given.game != game.game) {
		world.put(game.game);
	}
}

} // namespace agent_runtime

#include "core/runtime/game_gifts.h"

#include "core/mind/decision.h"

#include <utility>

namespace agent_runtime {

namespace {

ActionTable table_or_none(const ActionTablePtr &table) {
	return table != nullptr ? *table : ActionTable();
}

bool is_native(const ActionTable &table, const std::string &name) {
	const ActionInfo *const info = table.find(name);
	return info != nullptr && info->is_native;
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

Status GameGifts::check(const OfferScope &scope, const GameSettings &game) const {
	if (scope.is_for_agent()) {
		if (Status known = parts_.known(scope.agent); !known.ok()) {
			return known;
		}
	}
	const bool is_new = !scope.is_for_all() && game.offers.in(scope).is_empty();
	return !is_new || game.offers.all().size() < MOST_SCOPES
			? Status()
			: Status(StatusCode::exhausted,
					  "actions and tools are registered for 10000 groups and agents, which is the "
					  "most; register them for all, or unregister some");
}

OfferTables GameGifts::in(const OfferScope &scope, const GameSettings &game) {
	return scope.is_for_all() ? OfferTables{ game.game.actions, game.game.tools }
							  : game.offers.in(scope);
}

void GameGifts::set(const OfferScope &scope, OfferTables tables) {
	if (scope.is_for_all()) {
		parts_.game.game.actions = std::move(tables.actions);
		parts_.game.game.tools = std::move(tables.tools);
		parts_.world.post(parts_.game.game);
	} else {
		parts_.game.offers.set(scope, tables);
		parts_.world.post(OfferInput{ scope, std::move(tables) });
	}
}

Status GameGifts::add(
		OfferKind kind, const std::string &name, ActionInfo info, const OfferScope &scope) {
	if (is_built_in_action(name)) {
		return taken(name, "what every agent can do");
	}
	const Lock lock(parts_.game.mutex);
	const OfferKind other = kind == OfferKind::tool ? OfferKind::action : OfferKind::tool;
	if (has(in({}, parts_.game).of(other), name) || parts_.game.offers.has(other, name)) {
		return taken(name, other == OfferKind::tool ? "a tool" : "an action");
	}
	if (Status possible = check(scope, parts_.game); !possible.ok()) {
		return possible;
	}
	OfferTables tables = in(scope, parts_.game);
	ActionTable table = table_or_none(tables.of(kind));
	if (is_native(table, name)) {
		return taken(name, "a tool of the runtime itself");
	}
	Status added = table.add(name, std::move(info));
	if (added.ok()) {
		tables.of(kind) = std::make_shared<const ActionTable>(std::move(table));
		set(scope, std::move(tables));
	}
	return added;
}

Status GameGifts::remove(OfferKind kind, const std::string &name, const OfferScope &scope) {
	const Lock lock(parts_.game.mutex);
	OfferTables tables = in(scope, parts_.game);
	ActionTable table = table_or_none(tables.of(kind));
	if (is_native(table, name) || !table.remove(name)) {
		return Status(StatusCode::not_found,
				std::string("there is no ") + (kind == OfferKind::tool ? "tool" : "action") +
						" \"" + name + "\"" + scope.in_words());
	}
	tables.of(kind) =
			table.all().empty() ? nullptr : std::make_shared<const ActionTable>(std::move(table));
	set(scope, std::move(tables));
	return Status();
}

void GameGifts::give_offers(World &world, const GameSettings &game) {
	for (const auto &[scope, tables] : game.offers.all()) {
		world.put(OfferInput{ scope, tables });
	}
}

void GameGifts::offer_native(ActionTablePtr tools) {
	const Lock lock(parts_.game.mutex);
	parts_.game.game.tools = std::move(tools);
	parts_.world.post(parts_.game.game);
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

#pragma once

#include "core/mind/action_table.h"
#include "core/runtime/world_parts.h"

#include <cstddef>
#include <string>
#include <utility>

namespace agent_runtime {

// What the game gives its world: the map, the actions and tools that minds may choose, and whether
// it describes what agents perceive. It applies to worlds that are loaded later, too.
// Owned by Runtime. Thread rule: any thread.
class GameGifts {
public:
	explicit GameGifts(const WorldParts &parts) :
			parts_(parts) {}

	// The map on which the world's own agents stand and walk from now on; null: they are wherever
	// they go at once. Can be set again at any time.
	Status set_map(GridMapPtr map);
	// Actions of the game that minds may choose from now on (mind/action_table.h): those of all
	// agents, of a group, or of one agent (tools/offers.h). The game is then called (GameCall) and
	// answers the call. What is registered for an agent goes with it.
	Status register_action(
			const std::string &name, ActionInfo action, const OfferScope &scope = {}) {
		return add(OfferKind::action, name, std::move(action), scope);
	}
	Status unregister_action(const std::string &name, const OfferScope &scope = {}) {
		return remove(OfferKind::action, name, scope);
	}
	// Tools that minds may use before they decide; called and answered like actions.
	Status register_tool(const std::string &name, ActionInfo tool, const OfferScope &scope = {}) {
		return add(OfferKind::tool, name, std::move(tool), scope);
	}
	Status unregister_tool(const std::string &name, const OfferScope &scope = {}) {
		return remove(OfferKind::tool, name, scope);
	}
	// The tools of the runtime itself, which are for all agents. Call before any other tool is
	// registered. The game can offer another of the same name to a group or an agent.
	void offer_native(ActionTablePtr tools);
	// Whether the game wants to be called before each thought, to say what the agent perceives.
	void set_gives_context(bool gives_context);

	// What a world was given when it was made.
	struct Given {
		GridMapPtr map;
		GameInput game;
	};
	Given give_all(World &world) const;
	// Gives it what was added since then.
	static void give_rest(World &world, const Given &given, const GameSettings &game)
			AR_REQUIRES(game.mutex);
	// Agents that were in a conversation when their world ended go to their seats, once there is a
	// map.
	void send_home(const TalkOrder &order, GameSettings &game, const LiveWorld &world)
			AR_REQUIRES(order.mutex, game.mutex) AR_REQUIRES_SHARED(world.mutex);

	// What is offered to groups and agents, to the next world, in which these agents live.
	static void give_offers(World &world, const GameSettings &game) AR_REQUIRES(game.mutex);

private:
	static constexpr std::size_t MOST_SCOPES = 10'000;

	Status add(OfferKind kind, const std::string &name, ActionInfo info, const OfferScope &scope);
	Status remove(OfferKind kind, const std::string &name, const OfferScope &scope);
	// Not ok when nothing can be offered there.
	Status check(const OfferScope &scope, const GameSettings &game) const AR_REQUIRES(game.mutex);
	void set(const OfferScope &scope, OfferTables tables) AR_REQUIRES(parts_.game.mutex);
	static OfferTables in(const OfferScope &scope, const GameSettings &game)AR_REQUIRES(game.mutex);

	const WorldParts parts_;
};

} // namespace agent_runtime

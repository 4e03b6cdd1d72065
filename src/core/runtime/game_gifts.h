#pragma once

#include "core/mind/action_table.h"
#include "core/runtime/world_parts.h"

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

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
	// Actions of the game that minds may choose from now on (mind/action_table.h). The game is then
	// called (GameCall) and answers the call.
	Status register_action(
			const std::string &name, const std::string &description, const nlohmann::json &schema);
	Status unregister_action(const std::string &name);
	// Tools that minds may use before they decide; called and answered like actions.
	Status register_tool(
			const std::string &name, const std::string &description, const nlohmann::json &schema);
	Status unregister_tool(const std::string &name);
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

private:
	// Gets what is already set, and the table to change.
	using ChangeTable = std::function<Status(const GameInput &game, ActionTable &table)>;
	Status change_table(ActionTablePtr GameInput::*which, const ChangeTable &change);

	const WorldParts parts_;
};

} // namespace agent_runtime

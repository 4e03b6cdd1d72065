#pragma once

#include "core/base/rng.h"
#include "core/mind/mind.h"

#include <optional>

namespace agent_runtime {

// One of the game's actions, by chance, with arguments that its schema allows. Only actions are
// chosen whose required arguments can be made up without understanding them: truth values, choices,
// and numbers between bounds. Nothing when there is none of that kind.
std::optional<GameAction> choose_game_action(const ActionTable &actions, Rng &rng);

} // namespace agent_runtime

#pragma once

// What the offline mind does besides talking. It walks, works, invites and answers invitations, and
// calls the game's actions and tools with arguments made from their schemas.
// Thread rule for all: any thread.

#include "core/base/rng.h"
#include "core/mind/mind.h"

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What it does when nobody waits for an answer.
MindAction deed_of_own_accord(const MindRequest &request, Rng &rng);

MindAction answer_to_invitation(const MindRequest &request, Rng &rng);

// Calls the tools that the task, a player or the topic names, unless they were already used.
std::optional<MindAction> tools_asked_for(const MindRequest &request, Rng &rng);
// Tells the results to whoever waits for an answer, or ends the task with them.
MindAction outcome_of_tools(const MindRequest &request, Rng &rng);

// A value that the schema allows, taken from the text if one there fits; nothing when none was
// found.
std::optional<nlohmann::json> value_for_schema(
		const nlohmann::json &schema, std::string_view text, Rng &rng);
// All required arguments, and those optional ones that the text has values for.
std::optional<nlohmann::json> arguments_for_schema(
		const nlohmann::json &schema, std::string_view text, Rng &rng);

} // namespace agent_runtime

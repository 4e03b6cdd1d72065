#pragma once

// The form of the column `agents.config`, which is a JSON object with a version of its own:
//	1  as a recording had it at first: "kind" is "spawn", and there is no "version"
//	2  "version", the agent's id, where it was spawned, and the fields of its profile that differ
//	   from the default (AgentProfile::stored_fields())
// Either may hold where the agent belongs ("home") and that it is paused. Every version stays
// readable for ever.
// Thread rule: any thread.

#include "core/agents/profile.h"
#include "core/base/ids.h"
#include "core/mind/mind.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

inline constexpr int NEWEST_AGENT_FORM = 2;

struct StoredAgent {
	AgentId agent;
	ProfilePtr profile;
	TilePosition position; // where it was spawned
	std::optional<TilePosition> home;
	bool paused = false;
};

std::string stored_agent_text(AgentId agent, const AgentProfile &profile, TilePosition position);
// A patch with which json_patch() turns a config of either version into that of a changed profile;
// everything else stays.
std::string stored_profile_patch(const AgentProfile &profile);
// Nothing when the text makes no sense, or comes from a newer version.
std::optional<StoredAgent> stored_agent_from(std::string_view text);

} // namespace agent_runtime

#pragma once

#include "core/base/ids.h"

#include <string>

namespace agent_runtime {

// For whom the game offers actions and tools: all agents, the members of a group, or one agent.
// Thread rule: immutable.
struct OfferScope {
	AgentId agent = {}; // none: not for one agent
	std::string group = {}; // empty: not for a group

	bool is_for_all() const { return agent.is_none() && group.empty(); }
	bool is_for_agent() const { return !agent.is_none(); }
	// In words, behind a name: " for agent_001"; nothing for all.
	std::string in_words() const {
		return is_for_all()		 ? std::string()
				: is_for_agent() ? " for " + agent.to_string()
								 : " for the group \"" + group + "\"";
	}
	auto operator<=>(const OfferScope &other) const = default;
};

} // namespace agent_runtime

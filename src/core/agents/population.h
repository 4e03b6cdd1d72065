#pragma once

// All agents that live in a world, found by their ids in a few nanoseconds.
// Owned by the step engine. Thread rule: worker only; const members any thread while nobody is
// added or removed.

#include "core/agents/agent.h"
#include "core/base/agent_table.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace agent_runtime {

class Population {
public:
	// Null: nobody with this id is alive. An agent stays at its address until it is removed.
	Agent *find(AgentId id) { return const_cast<Agent *>(std::as_const(*this).find(id)); }
	const Agent *find(AgentId id) const {
		const std::uint32_t *const place = place_of_.find(id);
		return place != nullptr ? &(*blocks_[*place / BLOCK])[*place % BLOCK] : nullptr;
	}
	bool contains(AgentId id) const { return place_of_.find(id) != nullptr; }

	// Adds an agent with an id that nobody has.
	Agent &add(AgentId id);
	void remove(AgentId id);

	std::size_t size() const { return place_of_.size(); }
	// In the order of their numbers.
	std::vector<AgentId> all() const { return place_of_.agents(); }

private:
	static constexpr std::size_t BLOCK = 256;

	// Used and free places, in blocks that never move.
	std::vector<std::unique_ptr<std::array<Agent, BLOCK>>> blocks_;
	std::size_t places_ = 0;
	AgentTable<std::uint32_t> place_of_;
	std::vector<std::uint32_t> free_places_;
};

} // namespace agent_runtime

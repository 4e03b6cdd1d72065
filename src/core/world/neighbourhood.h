#pragma once

// Who is near a place, without asking everybody: agents are kept by the cell of the map in which
// they stand. Owned by the step engine and changed only between the phases of a step.
// Thread rule: worker only.

#include "core/base/ids.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

class Neighbourhood {
public:
	void add(AgentId agent, float x, float y);
	void remove(AgentId agent, float x, float y);
	void move(AgentId agent, float from_x, float from_y, float to_x, float to_y);

	// Agents in the cells that a circle touches, in no order: a superset of those within it.
	void collect_candidates(float x, float y, float radius, std::vector<AgentId> &candidates) const;

private:
	static constexpr float CELL = 8.0f; // tiles; a little more than the usual hearing radius

	static std::uint64_t cell_of(float x, float y);

	using Cells = std::unordered_map<std::uint64_t, std::vector<AgentId>>;

	Cells cells_; // none of them is empty
	// Of cells that became empty: with them the next ones cost no allocation.
	std::vector<Cells::node_type> spare_;
};

} // namespace agent_runtime

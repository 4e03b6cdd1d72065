#pragma once

// Finds who is near a place without looking at everybody: agents are stored by the cell of the map
// in which they stand. Owned by the step engine, and changed only between the phases of a step.
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

	// The agents in all cells that a circle touches, in no particular order. They include everybody
	// within the circle.
	void collect_candidates(float x, float y, float radius, std::vector<AgentId> &candidates) const;

private:
	static constexpr float CELL = 8.0f; // in tiles; a little more than the usual hearing radius

	static std::uint64_t cell_of(float x, float y);

	using Cells = std::unordered_map<std::uint64_t, std::vector<AgentId>>;

	Cells cells_; // none of them is empty
	// Nodes of cells that became empty. Reusing them saves an allocation.
	std::vector<Cells::node_type> spare_;
};

} // namespace agent_runtime

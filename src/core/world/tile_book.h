#pragma once

#include "core/base/ids.h"
#include "core/world/grid_map.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent_runtime {

// Who is on which tile of a map, and who has a tile kept free for when it comes there. A tile is
// held by one agent at the most; one that walks holds two, that which it leaves and that which it
// enters. Owned by the walkers. Thread rule: worker only.
class TileBook {
public:
	// Forgets everything: tiles are those of this map from now on.
	void begin(const GridMap &map) {
		holders_.assign(map.places(), AgentId());
		keepers_.assign(map.places(), AgentId());
	}

	AgentId holder(std::uint32_t place) const { return holders_[place]; }
	bool is_held(std::uint32_t place, AgentId except) const {
		return !holders_[place].is_none() && holders_[place] != except;
	}
	void hold(std::uint32_t place, AgentId agent) { holders_[place] = agent; }
	void release(std::uint32_t place, AgentId agent) {
		if (holders_[place] == agent) {
			holders_[place] = AgentId();
		}
	}

	bool is_kept(std::uint32_t place, AgentId except) const {
		return !keepers_[place].is_none() && keepers_[place] != except;
	}
	AgentId keeper(std::uint32_t place) const { return keepers_[place]; }
	void keep(std::uint32_t place, AgentId agent) { keepers_[place] = agent; }
	void give_back(std::uint32_t place, AgentId agent) {
		if (keepers_[place] == agent) {
			keepers_[place] = AgentId();
		}
	}

	// Neither there nor on the way there.
	bool is_free(std::uint32_t place, AgentId except) const {
		return !is_held(place, except) && !is_kept(place, except);
	}

private:
	std::vector<AgentId> holders_; // by place; none: nobody
	std::vector<AgentId> keepers_;
};

} // namespace agent_runtime

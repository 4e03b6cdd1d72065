#pragma once

#include "core/base/ids.h"
#include "core/world/grid_map.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent_runtime {

// Records who stands on which tile of a map, and for whom a tile is reserved. At most one agent
// holds a tile. A walking agent holds two: the one that it leaves and the one that it enters. Owned
// by the walkers. Thread rule: worker only.
class TileBook {
public:
	// Forgets everything. From now on tiles are those of this map.
	void begin(const GridMap &map) {
		holders_.assign(map.places(), AgentId());
		reserved_for_.assign(map.places(), AgentId());
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

	bool is_reserved(std::uint32_t place, AgentId except) const {
		return !reserved_for_[place].is_none() && reserved_for_[place] != except;
	}
	AgentId reserved_for(std::uint32_t place) const { return reserved_for_[place]; }
	void reserve(std::uint32_t place, AgentId agent) { reserved_for_[place] = agent; }
	void cancel_reservation(std::uint32_t place, AgentId agent) {
		if (reserved_for_[place] == agent) {
			reserved_for_[place] = AgentId();
		}
	}

	// Nobody stands there or has reserved it.
	bool is_free(std::uint32_t place, AgentId except) const {
		return !is_held(place, except) && !is_reserved(place, except);
	}

private:
	std::vector<AgentId> holders_; // indexed by place; none: nobody
	std::vector<AgentId> reserved_for_;
};

} // namespace agent_runtime

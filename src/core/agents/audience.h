#pragma once

// An upper limit for how many agents would hear something, for callers that cannot wait for a step.
//
//	audience.add(ada, *profile, place);   // as soon as the agent is on its way into the world
//	audience.around(TilePosition());      // how many may hear what is said here
//
// Agents are counted by the cell of the map in which they stand, and by their groups and topics.
// Several cells or names may share a counter, so the answer can be too high. It can be too low only
// by the agents that have walked since the last step.
// Owned by the step engine. Thread rule: any thread. Each counter is independent.

#include "core/agents/profile.h"
#include "core/base/agent_table.h"
#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/world/tile.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_runtime {

class Audience {
public:
	void add(AgentId agent, const AgentProfile &profile, TilePosition place);
	// The agent is alive now, and others know where it is.
	void arrive(AgentId agent);
	// Undoes one add(). Profile and place are the agent's newest.
	void remove(const AgentProfile &profile, TilePosition place);
	void move(TilePosition from, TilePosition to);
	// The agent has another profile, or will have it soon. Until then both count.
	void expect(const AgentProfile &changed);
	void forget(const AgentProfile &former);

	// An agent that hears farther than this counts as hearing everything.
	static constexpr float FARTHEST_LOOK = 128.0f; // in tiles
	static bool hears_from_afar(const AgentProfile &profile) {
		return profile.hearing_radius <= 0.0f || profile.hearing_radius > FARTHEST_LOOK;
	}

	// Where an agent will be that is not alive yet.
	std::optional<TilePosition> find_coming(AgentId agent) const;
	std::size_t everybody() const;
	// How many may hear what is said at a place.
	std::size_t around(TilePosition place) const;
	// How many may be in a group, or listen to a topic, with this name.
	std::size_t members_of(std::string_view channel) const;

private:
	using Counter = std::atomic<std::int32_t>;
	static constexpr std::size_t CELLS = 16'384;
	static constexpr std::size_t CHANNELS = 1'024;

	static std::size_t cell_at(std::int32_t column, std::int32_t row);
	static std::size_t cell_of(TilePosition place);
	static std::size_t channel_of(std::string_view name);
	void count(const AgentProfile &profile, std::int32_t change);

	mutable Mutex mutex_;
	AgentTable<TilePosition> coming_ AR_GUARDED_BY(mutex_); // agents that are not alive yet
	Counter everybody_{ 0 };
	Counter from_afar_{ 0 };
	std::atomic<float> radius_{ 0.0f }; // the largest radius of all others so far
	std::array<Counter, CELLS> cells_{};
	std::array<Counter, CHANNELS> channels_{};
};

} // namespace agent_runtime

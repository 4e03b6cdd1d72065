#pragma once

// How many would hear something at the most, for callers that cannot wait for a step to tell them.
//
//	audience.add(ada, *profile, place);   // as soon as the agent is on its way into the world
//	audience.around(TilePosition());      // how many may hear what is said here
//
// Agents are counted by the cell of the map in which they stand, and by their groups and topics.
// Several cells or names may share a counter, so that an answer can be too high. It is too low by
// those alone who have walked since the last step.
// Owned by the step engine. Thread rule: any thread. Each counter stands alone.

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
	// The agent lives now, and others know where it is.
	void arrive(AgentId agent);
	// Takes back one add(); profile and place are the agent's newest.
	void remove(const AgentProfile &profile, TilePosition place);
	void move(TilePosition from, TilePosition to);
	// The agent will have another profile soon, or has it: of the two, both count meanwhile.
	void expect(const AgentProfile &changed);
	void forget(const AgentProfile &former);

	// Who hears farther than this is counted as hearing everything.
	static constexpr float FARTHEST_LOOK = 128.0f; // tiles
	static bool hears_from_afar(const AgentProfile &profile) {
		return profile.hearing_radius <= 0.0f || profile.hearing_radius > FARTHEST_LOOK;
	}

	// Where an agent will be that does not live yet.
	std::optional<TilePosition> find_coming(AgentId agent) const;
	std::size_t everybody() const;
	// All who may hear what is said at a place.
	std::size_t around(TilePosition place) const;
	// All who may be in a group, or listen to a topic, of this name.
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
	AgentTable<TilePosition> coming_ AR_GUARDED_BY(mutex_); // agents that do not live yet
	Counter everybody_{ 0 };
	Counter from_afar_{ 0 };
	std::atomic<float> radius_{ 0.0f }; // the largest of all others, ever
	std::array<Counter, CELLS> cells_{};
	std::array<Counter, CHANNELS> channels_{};
};

} // namespace agent_runtime

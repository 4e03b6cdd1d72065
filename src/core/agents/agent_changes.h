#pragma once

#include "core/agents/moving_positions.h"
#include "core/base/agent_table.h"
#include "core/base/mutex.h"
#include "core/log/published.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace agent_runtime {

// The newest state and position of each agent that has changed, an agent a row, in columns that
// can be copied as they are. Thread rule: immutable once taken.
struct AgentChanges {
	static constexpr std::uint8_t ENDED = 255; // in place of a state: the agent is no more

	std::vector<std::int32_t> numbers;
	std::vector<std::uint8_t> states; // AgentState, or ENDED
	std::vector<TilePosition> positions;

	std::size_t size() const { return numbers.size(); }
	void clear() {
		numbers.clear();
		states.clear();
		positions.clear();
	}
};

// What crowds are shown from: however often an agent has changed since somebody looked, it is one
// row. It is fed by all that is published, also by what a pump that is behind will show later, so
// nothing is missing in it. A row holds what the whole batches until now have left.
// Thread rule: any thread.
class ChangeDigest {
public:
	void add(std::span<const PublishedEvent> events);
	void add(std::span<const MovingPosition> positions);

	// Fills `changes` with all rows since the last time and forgets them. False when there are
	// none, and while somebody adds some: whoever looks often must not wait.
	bool try_take(AgentChanges &changes);

private:
	// All that is known of one agent.
	struct Known {
		TilePosition position;
		StepNumber step; // that took the position
		std::uint32_t round = 0; // in which `row` was given
		std::uint32_t row = 0;
		std::uint8_t state = 0;
		bool told = false; // an event has said that there is this agent
	};

	void place(Known &agent, TilePosition position, StepNumber step);
	void show(AgentId id, Known &agent) AR_REQUIRES(mutex_);

	Mutex mutex_;
	AgentTable<Known> agents_ AR_GUARDED_BY(mutex_);
	// Since the last taking, until which their rows may change.
	std::vector<AgentId> ended_ AR_GUARDED_BY(mutex_);
	AgentChanges changes_ AR_GUARDED_BY(mutex_);
	// Grows with each taking; rows of older rounds are gone.
	std::uint32_t round_ AR_GUARDED_BY(mutex_) = 1;
};

} // namespace agent_runtime

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

// The newest state and position of each agent that has changed, one agent in each row, in columns
// that can be copied as they are. Thread rule: immutable once taken.
struct AgentChanges {
	static constexpr std::uint8_t ENDED = 255; // instead of a state: the agent is gone

	std::vector<std::int32_t> numbers;
	std::vector<std::uint8_t> states; // an AgentState, or ENDED
	std::vector<TilePosition> positions;

	std::size_t size() const { return numbers.size(); }
	void clear() {
		numbers.clear();
		states.clear();
		positions.clear();
	}
};

// What to show crowds from: however often an agent has changed since the last look, it has one row.
// Everything that is published goes in, even what a pump that is behind will show later, so nothing
// is missing. The rows contain whole batches only. Thread rule: any thread.
class ChangeDigest {
public:
	void add(std::span<const PublishedEvent> events);
	void add(std::span<const MovingPosition> positions);

	// Fills `changes` with all rows since the last call and forgets them. False when there are
	// none, or while another thread adds some, because whoever looks often must not wait.
	bool try_take(AgentChanges &changes);

private:
	// Everything known about one agent.
	struct Known {
		TilePosition position;
		StepNumber step; // the step of that position
		std::uint32_t round = 0; // the round that `row` belongs to
		std::uint32_t row = 0;
		std::uint8_t state = 0;
		bool told = false; // an event has said that this agent exists
	};

	void place(Known &agent, TilePosition position, StepNumber step);
	void show(AgentId id, Known &agent) AR_REQUIRES(mutex_);

	Mutex mutex_;
	AgentTable<Known> agents_ AR_GUARDED_BY(mutex_);
	// Since the rows were last taken; until then rows may change.
	std::vector<AgentId> ended_ AR_GUARDED_BY(mutex_);
	AgentChanges changes_ AR_GUARDED_BY(mutex_);
	// Increases each time the rows are taken. Rows of older rounds are gone.
	std::uint32_t round_ AR_GUARDED_BY(mutex_) = 1;
};

} // namespace agent_runtime

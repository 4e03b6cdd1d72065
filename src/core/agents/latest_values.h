#pragma once

#include "core/base/agent_table.h"
#include "core/base/ids.h"

#include <deque>
#include <optional>
#include <utility>

namespace agent_runtime {

// The latest value of each agent, so that a reader that comes seldom sees few values and never old
// ones, in the order in which they came. `T` has a member `agent`. Owned by a class with a lock.
// Thread rule: any thread, one at a time.
template <typename T>
class LatestValues {
public:
	void put(T value) {
		Slot &slot = slots_.entry(value.agent);
		slot.value = std::move(value);
		slot.is_full = true;
		if (!std::exchange(slot.is_queued, true)) {
			order_.push_back(slot.value.agent);
		}
	}

	// Null: nothing waits for this agent.
	const T *find(AgentId agent) const {
		const Slot *const slot = slots_.find(agent);
		return slot != nullptr && slot->is_full ? &slot->value : nullptr;
	}

	void discard(AgentId agent) {
		if (Slot *const slot = slots_.find(agent)) {
			slot->value = T();
			slot->is_full = false;
		}
	}

	std::optional<T> take() {
		while (!order_.empty()) {
			const AgentId agent = order_.front();
			order_.pop_front();
			Slot slot = std::exchange(slots_.entry(agent), Slot());
			slots_.erase(agent);
			if (slot.is_full) {
				return std::move(slot.value);
			}
		}
		return std::nullopt;
	}

private:
	struct Slot {
		T value{};
		bool is_full = false;
		bool is_queued = false; // it has a place in the order
	};

	AgentTable<Slot> slots_; // of the values in the order
	std::deque<AgentId> order_;
};

} // namespace agent_runtime

#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace agent_runtime {

// A place for the latest value of each agent, so that a reader that comes seldom sees few values
// and never old ones, in the order in which they came. `T` has a member `agent`. Owned by a class
// with a lock. Thread rule: any thread, one at a time.
template <typename T>
class LatestValues {
public:
	void put(T value) {
		Slot &slot = slot_of(value.agent);
		slot.value = std::move(value);
		slot.is_full = true;
		if (!std::exchange(slot.is_queued, true)) {
			order_.push_back(slot.value.agent);
		}
	}

	// Null: nothing waits for this agent.
	const T *find(AgentId agent) const {
		const bool is_known = agent.number() < slots_.size();
		return is_known && slots_[agent.number()].is_full ? &slots_[agent.number()].value : nullptr;
	}

	void discard(AgentId agent) {
		if (find(agent) != nullptr) {
			slots_[agent.number()].value = T();
			slots_[agent.number()].is_full = false;
		}
	}

	std::optional<T> take() {
		while (!order_.empty()) {
			Slot &slot = slots_[order_.front().number()];
			order_.pop_front();
			slot.is_queued = false;
			if (std::exchange(slot.is_full, false)) {
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

	Slot &slot_of(AgentId agent) {
		if (agent.number() >= slots_.size()) {
			slots_.resize(std::max<std::size_t>(agent.number() + 1, slots_.size() * 2));
		}
		return slots_[agent.number()];
	}

	std::vector<Slot> slots_; // by the agents' numbers
	std::deque<AgentId> order_;
};

} // namespace agent_runtime

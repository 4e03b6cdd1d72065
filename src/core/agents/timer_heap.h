#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace agent_runtime {

// When each agent wants to run, earliest first, and for equal times by the agent's number. A timer
// that was moved leaves its old entry behind, so whoever takes entries compares them with the
// agent's own timer. Thread rule: worker only.
class TimerHeap {
public:
	struct Entry {
		SimTime due;
		AgentId agent;

		auto operator<=>(const Entry &other) const = default;
	};

	void push(SimTime due, AgentId agent) {
		entries_.push_back({ due, agent });
		std::push_heap(entries_.begin(), entries_.end(), std::greater<>());
	}
	void pop() {
		std::pop_heap(entries_.begin(), entries_.end(), std::greater<>());
		entries_.pop_back();
	}
	bool empty() const { return entries_.empty(); }
	std::size_t size() const { return entries_.size(); }
	const Entry &top() const { return entries_.front(); }

private:
	std::vector<Entry> entries_;
};

} // namespace agent_runtime

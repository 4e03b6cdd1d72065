#pragma once

#include "core/base/agent_index.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace agent_runtime {

// What its owner keeps of some agents, one T each, found by the agent's id (agent_index.h). A
// reference holds until the next entry is made. Thread rule: any thread, one at a time.
template <typename T>
class AgentTable {
public:
	T *find(AgentId agent) {
		const std::uint32_t place = index_.find(agent);
		return place != AgentIndex::NONE ? &entries_[place].value : nullptr;
	}
	const T *find(AgentId agent) const { return const_cast<AgentTable *>(this)->find(agent); }

	// Its entry; a new one is as T is made.
	T &entry(AgentId agent) {
		if (T *const known = find(agent)) {
			return *known;
		}
		std::uint32_t place = static_cast<std::uint32_t>(entries_.size());
		if (free_.empty()) {
			entries_.emplace_back();
		} else {
			place = free_.back();
			free_.pop_back();
		}
		entries_[place].agent = agent;
		index_.set(agent, place);
		return entries_[place].value;
	}

	void erase(AgentId agent) {
		const std::uint32_t place = index_.find(agent);
		if (place == AgentIndex::NONE) {
			return;
		}
		entries_[place] = Entry();
		free_.push_back(place);
		index_.erase(agent);
	}

	void clear() {
		entries_.clear();
		free_.clear();
		index_.clear();
	}

	std::size_t size() const { return index_.size(); }

	// Of all, in the order of their numbers.
	std::vector<AgentId> agents() const {
		std::vector<AgentId> agents;
		agents.reserve(size());
		for (const Entry &entry : entries_) {
			if (!entry.agent.is_none()) {
				agents.push_back(entry.agent);
			}
		}
		std::sort(agents.begin(), agents.end());
		return agents;
	}

private:
	struct Entry {
		AgentId agent; // none: free
		T value{};
	};

	AgentIndex index_;
	std::vector<Entry> entries_;
	std::vector<std::uint32_t> free_;
};

} // namespace agent_runtime

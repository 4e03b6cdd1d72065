#include "core/agents/early_calls.h"

#include <utility>

namespace agent_runtime {

namespace {

AgentId agent_of_call(const UrgentCall &call) {
	return std::visit([](const auto &each) { return each.agent; }, call);
}

} // namespace

void EarlyCalls::expect(std::span<const Event> events) {
	for (const Event &event : events) {
		const AgentId agent = event.entity.agent_id();
		if (std::holds_alternative<AgentSpawned>(event.data)) {
			const std::lock_guard lock(mutex_);
			expected_.insert(agent);
		} else if (std::holds_alternative<AgentTerminated>(event.data)) {
			const std::lock_guard lock(mutex_);
			expected_.erase(agent);
			waiting_.erase(agent);
		}
	}
}

bool EarlyCalls::keep(const UrgentCall &call) {
	const AgentId agent = agent_of_call(call);
	const std::lock_guard lock(mutex_);
	const bool waits = expected_.contains(agent);
	if (waits) {
		waiting_[agent].push_back(call);
	}
	return waits;
}

void EarlyCalls::release(std::deque<UrgentCall> &calls) {
	for (UrgentCall &call : calls) {
		ready_.push_back(std::move(call));
	}
}

void EarlyCalls::shown(AgentId agent) {
	const std::lock_guard lock(mutex_);
	expected_.erase(agent);
	if (const auto found = waiting_.find(agent); found != waiting_.end()) {
		release(found->second);
		waiting_.erase(found);
	}
}

void EarlyCalls::shown_all() {
	const std::lock_guard lock(mutex_);
	expected_.clear();
	for (auto &[agent, calls] : waiting_) {
		release(calls);
	}
	waiting_.clear();
}

std::optional<UrgentCall> EarlyCalls::take() {
	const std::lock_guard lock(mutex_);
	if (ready_.empty()) {
		return std::nullopt;
	}
	std::optional<UrgentCall> call(std::move(ready_.front()));
	ready_.pop_front();
	return call;
}

} // namespace agent_runtime

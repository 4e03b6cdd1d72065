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
		const AgentId agent = event.subject.agent_id();
		if (event.data.is<AgentSpawned>()) {
			const Lock lock(mutex_);
			expected_.insert(agent);
		} else if (event.data.is<AgentTerminated>()) {
			const Lock lock(mutex_);
			expected_.erase(agent);
			drop(agent);
		}
	}
}

// The cancellation of its walk may wait as well, or may still come.
void EarlyCalls::drop(AgentId agent) {
	const auto found = waiting_.find(agent);
	if (found == waiting_.end()) {
		return;
	}
	for (const UrgentCall &each : found->second) {
		if (const CancelledWalk *walk = std::get_if<CancelledWalk>(&each)) {
			unseen_.take(walk->call);
		} else if (const GameCall &call = std::get<GameCall>(each); call.kind == CallKind::walk) {
			unseen_.add(call.call);
		}
	}
	waiting_.erase(found);
}

void EarlyCalls::put(UrgentCall call) {
	const AgentId agent = agent_of_call(call);
	const Lock lock(mutex_);
	if (expected_.contains(agent)) {
		waiting_[agent].push_back(std::move(call));
	} else {
		ready_.push_back(std::move(call));
		has_ready_.store(true, std::memory_order_release);
	}
}

void EarlyCalls::note_unseen(CallId walk) {
	const Lock lock(mutex_);
	unseen_.add(walk);
}

bool EarlyCalls::take_unseen(CallId walk) {
	const Lock lock(mutex_);
	return unseen_.take(walk);
}

void EarlyCalls::release(std::deque<UrgentCall> &calls) {
	for (UrgentCall &call : calls) {
		ready_.push_back(std::move(call));
		has_ready_.store(true, std::memory_order_release);
	}
}

void EarlyCalls::shown(AgentId agent) {
	const Lock lock(mutex_);
	expected_.erase(agent);
	if (const auto found = waiting_.find(agent); found != waiting_.end()) {
		release(found->second);
		waiting_.erase(found);
	}
}

void EarlyCalls::shown_all() {
	const Lock lock(mutex_);
	expected_.clear();
	for (auto &[agent, calls] : waiting_) {
		release(calls);
	}
	waiting_.clear();
}

// Called before everything else that is shown, and nearly always in vain.
std::optional<UrgentCall> EarlyCalls::take() {
	if (!has_ready_.load(std::memory_order_acquire)) {
		return std::nullopt;
	}
	const Lock lock(mutex_);
	if (ready_.empty()) {
		return std::nullopt;
	}
	std::optional<UrgentCall> call(std::move(ready_.front()));
	ready_.pop_front();
	has_ready_.store(!ready_.empty(), std::memory_order_release);
	return call;
}

} // namespace agent_runtime

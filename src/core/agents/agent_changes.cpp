#include "core/agents/agent_changes.h"

#include "core/agents/event.h"

#include <utility>

namespace agent_runtime {

// Positions come before the events of their step, which are published after the commit.
void ChangeDigest::place(Known &agent, TilePosition position, StepNumber step) {
	if (step >= agent.step) {
		agent.position = position;
		agent.step = step;
	}
}

void ChangeDigest::show(AgentId id, Known &agent) {
	if (!agent.told) {
		return;
	}
	if (agent.round != round_) {
		agent.round = round_;
		agent.row = static_cast<std::uint32_t>(changes_.size());
		changes_.numbers.push_back(static_cast<std::int32_t>(id.number()));
		changes_.states.push_back(agent.state);
		changes_.positions.push_back(agent.position);
		return;
	}
	changes_.states[agent.row] = agent.state;
	changes_.positions[agent.row] = agent.position;
}

void ChangeDigest::add(std::span<const PublishedEvent> events) {
	const Lock lock(mutex_);
	for (const PublishedEvent &event : events) {
		const AgentId id = event.event.subject.agent_id();
		if (id.is_none()) {
			continue;
		}
		const EventData &data = event.event.data;
		if (const AgentStateChanged *changed = data.get_if<AgentStateChanged>()) {
			Known &agent = agents_.entry(id);
			agent.told = true;
			agent.state = static_cast<std::uint8_t>(changed->state);
			place(agent, changed->position, event.step);
			show(id, agent);
		} else if (const AgentMoved *moved = data.get_if<AgentMoved>()) {
			Known &agent = agents_.entry(id);
			place(agent, moved->position, event.step);
			show(id, agent);
		} else if (const AgentSpawned *spawned = data.get_if<AgentSpawned>()) {
			Known &agent = agents_.entry(id);
			agent.told = true;
			agent.state = static_cast<std::uint8_t>(AgentState::idle);
			place(agent, spawned->position, event.step);
			show(id, agent);
		} else if (data.is<AgentTerminated>()) {
			Known &agent = agents_.entry(id);
			agent.state = AgentChanges::ENDED;
			show(id, agent);
			agent.told = false;
			ended_.push_back(id);
		}
	}
}

void ChangeDigest::add(std::span<const MovingPosition> positions) {
	if (positions.empty()) {
		return;
	}
	const Lock lock(mutex_);
	for (const MovingPosition &each : positions) {
		Known &agent = agents_.entry(each.agent);
		place(agent, each.position, each.step);
		show(each.agent, agent);
	}
}

bool ChangeDigest::try_take(AgentChanges &changes) {
	changes.clear();
	if (!mutex_.try_lock()) {
		return false;
	}
	const Lock lock(mutex_, std::adopt_lock);
	if (changes_.size() == 0) {
		return false;
	}
	std::swap(changes, changes_);
	round_++;
	for (const AgentId agent : ended_) {
		const Known *const known = agents_.find(agent);
		if (known != nullptr && !known->told) {
			agents_.erase(agent);
		}
	}
	ended_.clear();
	return true;
}

} // namespace agent_runtime

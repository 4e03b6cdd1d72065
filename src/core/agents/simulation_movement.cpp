#include "core/agents/simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

// Where agents are, and what is told of it. While the game reports positions they go out as values
// of the moment; an event says where the agent is when it has stood still for a while, has come
// far, or has arrived.

namespace agent_runtime {

namespace {

// A reported position counts as reached when no other has come for so long,
constexpr Micros STANDS_STILL = std::chrono::milliseconds(500);
// and one so far from the last in any case.
constexpr float FAR_TILES = 4.0f;

} // namespace

void Simulation::put(Agent &agent, TilePosition position) {
	near_.move(
			agent.id, agent.standing.position.x, agent.standing.position.y, position.x, position.y);
	audience_.move(agent.standing.position, position);
	agent.standing.position = position;
	if (map_ != nullptr && agent.standing.moved_by_game) {
		walkers_.add_guest(agent.id, tile_at(position));
	}
	touched_.push_back(agent.id);
}

// The event that says where the agent is, if that was not told yet.
void Simulation::tell_position(Agent &agent) {
	if (agent.standing.settled == agent.standing.position) {
		return;
	}
	const TilePosition from = std::exchange(agent.standing.settled, agent.standing.position);
	output_->events.push_back(event_of(agent.id, AgentMoved{ from, agent.standing.position }));
	note(AGENT_MOVED, agent);
}

void Simulation::settle(Agent &agent) {
	agent.standing.settles_at = NEVER;
	tell_position(agent);
}

// Drops entries whose agent stands still or has moved on since; of the latter the new time counts.
void Simulation::drop_stale_settling() {
	while (!settling_.empty()) {
		const TimerHeap::Entry entry = settling_.top();
		Agent *agent = living(entry.agent);
		if (agent != nullptr && agent->standing.settles_at == entry.due) {
			return;
		}
		settling_.pop();
		if (agent != nullptr) {
			agent->standing.is_settling = agent->standing.settles_at != NEVER;
			if (agent->standing.is_settling) {
				settling_.push(agent->standing.settles_at, entry.agent);
			}
		}
	}
}

SimTime Simulation::next_settling() {
	drop_stale_settling();
	return settling_.empty() ? NEVER : settling_.top().due;
}

void Simulation::settle_who_is_due() {
	while (next_settling() <= time_) {
		Agent &agent = *living(settling_.top().agent);
		settling_.pop();
		agent.standing.is_settling = false;
		settle(agent);
	}
}

void Simulation::apply(OwnerInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr || agent->standing.moved_by_game == input.moved_by_game) {
		return;
	}
	stop_walk(*agent, Status(StatusCode::cancelled, "the agent has another owner"));
	leave_map(*agent);
	agent->standing.moved_by_game = input.moved_by_game;
	const TilePosition before = agent->standing.position;
	enter_map(*agent);
	if (agent->standing.position != before) {
		output_->positions.push_back({ agent->id, agent->standing.position, step_ });
	}
	settle(*agent);
}

void Simulation::apply(PositionInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr || !agent->standing.moved_by_game ||
			agent->standing.position == input.position) {
		return;
	}
	put(*agent, input.position);
	output_->positions.push_back({ agent->id, agent->standing.position, step_ });
	const float distance = std::hypot(agent->standing.position.x - agent->standing.settled.x,
			agent->standing.position.y - agent->standing.settled.y);
	if (distance >= FAR_TILES) {
		tell_position(*agent);
	}
	agent->standing.settles_at = time_ + STANDS_STILL;
	if (!std::exchange(agent->standing.is_settling, true)) {
		settling_.push(agent->standing.settles_at, agent->id);
	}
}

} // namespace agent_runtime

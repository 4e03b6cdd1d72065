#include "core/agents/whereabouts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace agent_runtime {

namespace {

// A reported position counts as final when no other has come for this long,
constexpr Micros STANDS_STILL = std::chrono::milliseconds(500);
// and in any case when it is this far from the last.
constexpr float FAR_TILES = 4.0f;
// Two places this near to each other are the same.
constexpr float SAME_PLACE = 0.5f; // in tiles

float tiles_between(TilePosition one, TilePosition other) {
	return std::hypot(one.x - other.x, one.y - other.y);
}

} // namespace

void Whereabouts::add(const Agent &agent) {
	near_.add(agent.id, agent.standing.position.x, agent.standing.position.y);
}

void Whereabouts::remove(const Agent &agent) {
	near_.remove(agent.id, agent.standing.position.x, agent.standing.position.y);
	audience_.remove(*agent.profile, agent.standing.position);
	walkers_.remove(agent.id);
}

void Whereabouts::put(Agent &agent, TilePosition position) {
	Standing &standing = agent.standing;
	near_.move(agent.id, standing.position.x, standing.position.y, position.x, position.y);
	audience_.move(standing.position, position);
	standing.position = position;
	if (walkers_.map() != nullptr && standing.moved_by_game) {
		walkers_.add_guest(agent.id, tile_at(position));
	}
	step_.touch(agent.id);
}

void Whereabouts::move(Agent &agent, TilePosition position) {
	Standing &standing = agent.standing;
	near_.move(agent.id, standing.position.x, standing.position.y, position.x, position.y);
	audience_.move(standing.position, position);
	standing.position = position;
	step_.output().positions.push_back({ agent.id, position, step_.number() });
}

void Whereabouts::turn(Agent &agent, Facing facing) {
	if (std::exchange(agent.standing.facing, facing) != facing) {
		step_.output().turns.push_back({ agent.id, facing, step_.number() });
		step_.touch(agent.id);
	}
}

void Whereabouts::tell_position(Agent &agent) {
	Standing &standing = agent.standing;
	if (standing.settled == standing.position) {
		return;
	}
	const TilePosition from = std::exchange(standing.settled, standing.position);
	step_.emit(agent.id, AgentMoved{ from, standing.position });
	hearers_.note(AGENT_MOVED, agent);
}

void Whereabouts::settle(Agent &agent) {
	agent.standing.settles_at = NEVER;
	tell_position(agent);
}

// Drops entries whose agent stands still or has moved since; for the latter the new time counts.
void Whereabouts::drop_stale() {
	while (!settling_.empty()) {
		const TimerHeap::Entry entry = settling_.top();
		Agent *const agent = agents_.find(entry.agent);
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

SimTime Whereabouts::next_due() {
	drop_stale();
	return settling_.empty() ? NEVER : settling_.top().due;
}

void Whereabouts::settle_who_is_due() {
	while (next_due() <= step_.time()) {
		Agent &agent = *agents_.find(settling_.top().agent);
		settling_.pop();
		agent.standing.is_settling = false;
		settle(agent);
	}
}

void Whereabouts::report(const PositionInput &input) {
	Agent *const agent = agents_.find(input.agent);
	if (agent == nullptr || !agent->standing.moved_by_game ||
			agent->standing.position == input.position) {
		return;
	}
	put(*agent, input.position);
	step_.output().positions.push_back({ agent->id, input.position, step_.number() });
	Standing &standing = agent->standing;
	if (tiles_between(standing.position, standing.settled) >= FAR_TILES) {
		tell_position(*agent);
	}
	standing.settles_at = step_.time() + STANDS_STILL;
	if (!std::exchange(standing.is_settling, true)) {
		settling_.push(standing.settles_at, agent->id);
	}
}

bool Whereabouts::is_taken(TilePosition place, AgentId by) {
	candidates_.clear();
	near_.collect_candidates(place.x, place.y, SAME_PLACE, candidates_);
	return std::any_of(candidates_.begin(), candidates_.end(), [&](AgentId id) {
		return id != by && tiles_between(agents_.find(id)->standing.position, place) < SAME_PLACE;
	});
}

} // namespace agent_runtime

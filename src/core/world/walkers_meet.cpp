#include "core/world/walkers.h"

#include <algorithm>

// Agents that are in each other's way. In this order they wait a moment, go around, have somebody
// make way, and finally give up.

namespace agent_runtime {

namespace {

// These are in ticks.
constexpr std::uint32_t FIRST_WAIT = 4; // for somebody who walks and may be gone by then
constexpr std::uint32_t BETWEEN_TRIES = 6;
// after this it may be one of a ring of agents that all wait
constexpr std::uint32_t LONG_WAIT = 45;
// for somebody who stands on its target, when there are other targets
constexpr std::uint32_t FOR_ANOTHER = 10;
constexpr std::uint32_t FOR_TARGET = 90; // the same, when it is the only target
constexpr std::uint32_t LONGEST_ASIDE = 90;
// How much of its patience it costs to step aside, or to take a quite different way.
constexpr std::uint32_t FOR_ONE_ASIDE = 15;
constexpr std::uint32_t FOR_ANOTHER_WAY = 15;
constexpr std::uint32_t PATIENCE = 900; // in all, without getting nearer

// These are in steps.
constexpr std::uint32_t SHORT_WAY_AROUND = 12;
constexpr std::uint32_t LONG_WAY_AROUND = 48;
constexpr std::uint32_t FARTHEST_ASIDE = 60;
constexpr std::uint32_t LOOK_AHEAD = 64; // along another agent's path
constexpr std::uint32_t CLOSE_AHEAD = 16;

constexpr int MOST_IN_A_ROW = 8; // agents that make way for one another

} // namespace

// Visits the places that it is on and will be on for a while.
template <typename Visit>
void Walkers::for_each_ahead(
		const Walker &walker, std::uint32_t most_steps, const Visit &visit) const {
	visit(walker.at);
	std::uint32_t place = walker.next;
	visit(place);
	const std::uint32_t steps = std::min(walker.left(), most_steps);
	for (std::uint32_t i = 0; i < steps; i++) {
		place = neighbour(place, walker.path[walker.step + i]);
		visit(place);
	}
}

void Walkers::wait(Walker &walker, std::uint32_t place) {
	walker.waited++;
	const AgentId by = book_.holder(place);
	if (++walker.stood > PATIENCE) {
		end(walker, place == walker.target ? WalkOutcome::taken : WalkOutcome::stuck, by);
		return;
	}
	const Walker *other = walker_of(by);
	if (by.is_none() || by == walker.agent || (other != nullptr && other->is_between())) {
		return; // the tile is about to be free
	}
	if (other == nullptr && place == walker.target) {
		const bool is_only = walker.goal.kind == WalkerGoal::Kind::tile;
		if (is_only && walker.waited >= FOR_TARGET) {
			end(walker, WalkOutcome::taken, by);
		} else if (!is_only && walker.waited >= FOR_ANOTHER) {
			plan(walker);
		}
		return;
	}
	if (walker.waited == LONG_WAIT && !walker.is_silent) {
		shun_what_is_ahead(walker);
		plan(walker);
		return;
	}
	// Two who meet head-on need not wait for each other. All others do not try in the same tick.
	const bool has_met = walker.waited == 1 && other != nullptr && is_head_on(walker, *other);
	const bool is_turn = (walker.waited + walker.agent.number()) % BETWEEN_TRIES == 0 &&
			(other == nullptr || walker.waited >= FIRST_WAIT);
	if ((has_met || is_turn) && !go_around(walker)) {
		make_way(walker, place);
	}
}

// Goes around the obstacle by free tiles close by, and back to its path behind it.
bool Walkers::go_around(Walker &walker) {
	local_.begin(*map_, walker.at);
	std::uint32_t place = walker.at;
	for (std::uint32_t i = walker.step; i < walker.path.size(); i++) {
		if (i - walker.step > LOOK_AHEAD) {
			break;
		}
		place = neighbour(place, walker.path[i]);
		if (i > walker.step) {
			local_.mark(place, i);
		}
	}
	const auto is_open = [&](std::uint32_t at) { return !book_.is_held(at, walker.agent); };
	const auto is_back = [&](std::uint32_t at) { return local_.mark_of(at).has_value(); };
	const std::uint32_t most = walker.waited < LONG_WAIT ? SHORT_WAY_AROUND : LONG_WAY_AROUND;
	if (!local_.find(is_open, is_back, most)) {
		return false;
	}
	// The rest of the path stays the same: path[back] leads to that place.
	const std::uint32_t back = *local_.mark_of(local_.goal());
	local_.take_ways(ways_);
	walker.path.erase(walker.path.begin(), walker.path.begin() + back + 1);
	walker.path.insert(walker.path.begin(), ways_.begin(), ways_.end());
	walker.step = 0;
	redirected_.push_back(walker.agent);
	return true;
}

// Avoids those who wait on its path, above all the next one.
void Walkers::shun_what_is_ahead(Walker &walker) {
	walker.stood += FOR_ANOTHER_WAY;
	std::uint32_t place = walker.at;
	const std::uint32_t steps = std::min(walker.left(), CLOSE_AHEAD);
	for (std::uint32_t i = 0; i < steps; i++) {
		place = neighbour(place, walker.path[walker.step + i]);
		const Walker *other = walker_of(book_.holder(place));
		const bool waits = other == nullptr ? !book_.holder(place).is_none() : !other->is_between();
		if (waits && place != walker.target) {
			walker.shunned[walker.shuns++ % walker.shunned.size()] = place;
		}
	}
}

// Whether the other one wants to go where this one stands, or wants to go nowhere.
bool Walkers::is_head_on(const Walker &walker, const Walker &other) const {
	return other.phase != Phase::planning && !other.is_between() &&
			(other.left() == 0 || neighbour(other.at, other.path[other.step]) == walker.at);
}

void Walkers::make_way(Walker &walker, std::uint32_t place) {
	const AgentId by = book_.holder(place);
	const Walker *other = walker_of(by);
	if (other == nullptr) {
		// An agent that merely comes back disturbs nobody. Otherwise two agents could do so for
		// ever.
		if (!walker.is_silent) {
			give_way(by, walker, 0);
		}
		return;
	}
	if (is_head_on(walker, *other)) {
		// It is always the same one of the two that makes way, unless it cannot.
		const bool is_later = walker.agent > by;
		if (!give_way(is_later ? walker.agent : by, is_later ? *other : walker, 0)) {
			give_way(is_later ? by : walker.agent, is_later ? walker : *other, 0);
		}
	} else if (walker.waited >= LONG_WAIT) {
		give_way(walker.agent, *other, 0);
	}
}

// Moves an agent to the nearest tile that is not on the other's way. When others are between, they
// make way first. False when it cannot.
bool Walkers::give_way(AgentId agent, const Walker &to, int depth) {
	const Body *own = body(agent);
	const Walker *walking = walker_of(agent);
	if (own == nullptr || own->is_guest || own->place == NOWHERE || agent == to.agent) {
		return false;
	}
	if (walking != nullptr && (walking->is_between() || walking->phase == Phase::aside)) {
		return false;
	}
	const bool stays = walking == nullptr &&
			(!may_step_aside_ || !may_step_aside_(agent) || map_->seat_at(own->tile) != nullptr);
	if (stays) {
		return false;
	}
	local_.begin(*map_, own->place);
	for_each_ahead(to, LOOK_AHEAD, [&](std::uint32_t place) { local_.mark(place, 0); });
	const auto is_aside = [&](std::uint32_t place) {
		return !local_.mark_of(place) && book_.is_free(place, agent);
	};
	const auto is_open = [&](std::uint32_t place) { return !book_.is_held(place, agent); };
	if (local_.find(is_open, is_aside, FARTHEST_ASIDE)) {
		step_aside(agent, to);
		return true;
	}
	const auto is_passable = [&](std::uint32_t place) { return book_.holder(place) != to.agent; };
	if (depth >= MOST_IN_A_ROW || !local_.find(is_passable, is_aside, FARTHEST_ASIDE)) {
		return false;
	}
	local_.take_ways(ways_);
	std::uint32_t place = own->place;
	for (const std::uint8_t way : ways_) {
		place = neighbour(place, way);
		if (book_.is_held(place, agent)) {
			return give_way(book_.holder(place), to, depth + 1);
		}
	}
	return false;
}

void Walkers::step_aside(AgentId agent, const Walker &to) {
	Body &own = *body(agent);
	Walker *walking = walker_of(agent);
	if (walking == nullptr) {
		const std::optional<Facing> faced = may_step_aside_(agent);
		walking = &new_walker(agent, own);
		walking->is_silent = true;
		walking->looks_back = faced.has_value();
		walking->faced = faced.value_or(Facing::down);
		walking->facing = walking->faced;
		walking->speed = to.speed;
		walking->goal = { .tile = own.tile };
		set_target(*walking, own.place);
	}
	local_.take_ways(walking->path);
	walking->step = 0;
	walking->waited = 0;
	walking->stood += FOR_ONE_ASIDE;
	walking->phase = Phase::aside;
	walking->lets_pass = to.agent;
	walking->in_the_way = own.place;
	redirected_.push_back(agent);
}

void Walkers::wait_aside(Walker &walker) {
	walker.waited++;
	walker.stood++;
	if (walker.waited % BETWEEN_TRIES != 0) {
		return;
	}
	if (walker.stood > PATIENCE) {
		end(walker, WalkOutcome::stuck, walker.lets_pass);
	} else if (walker.waited > LONGEST_ASIDE || has_passed(walker)) {
		plan(walker);
	}
}

// Whether the one that it made way for will no longer come to where it stood.
bool Walkers::has_passed(const Walker &walker) const {
	const Walker *other = walker_of(walker.lets_pass);
	if (other == nullptr) {
		return true;
	}
	bool comes = false;
	for_each_ahead(*other, CLOSE_AHEAD,
			[&](std::uint32_t place) { comes = comes || place == walker.in_the_way; });
	return !comes || other->phase == Phase::waiting;
}

} // namespace agent_runtime

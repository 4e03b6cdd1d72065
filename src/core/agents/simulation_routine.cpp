#include "core/agents/simulation.h"

#include <algorithm>
#include <chrono>
#include <utility>

// What agents that wander do when nobody needs them: they stroll about, look around, and now and
// then go back to where they belong and rest. All of it by timers: between two things that an agent
// does nothing is done for it.

namespace agent_runtime {

namespace {

using namespace std::chrono_literals;

struct Span {
	Micros shortest;
	Micros longest;
};

constexpr Span PAUSE{ 2s, 20s };
constexpr Span REST{ 120s, 240s };
constexpr std::int64_t FEWEST_STROLLS = 3; // before it rests
constexpr std::int64_t MOST_STROLLS = 6;
constexpr double LOOKS_AROUND = 0.25; // instead of a stroll
constexpr std::int32_t FARTHEST_STROLL = 8; // tiles across and down
constexpr int CHOICES = 8; // of a place to stroll to, until one can be reached

Micros random_in(Rng &rng, Span span) {
	return Micros{ rng.between(span.shortest.count(), span.longest.count()) };
}

std::uint8_t random_strolls(Rng &rng) {
	return static_cast<std::uint8_t>(rng.between(FEWEST_STROLLS, MOST_STROLLS));
}

} // namespace

void Simulation::begin_routine(Agent &agent) {
	if (agent.profile->routine != Routine::wander) {
		return;
	}
	Travels &travels = agent.travel();
	if (!std::exchange(travels.wanders, true)) {
		travels.idle_life.strolls_left = random_strolls(agent.rng);
	}
	rest_for(agent, random_in(agent.rng, PAUSE));
}

void Simulation::rest_for(Agent &agent, Micros span) {
	IdleLife &life = agent.travels->idle_life;
	life.next = options_.settings.on_tick(time_ + span);
	routines_.push(life.next, agent.id);
}

SimTime Simulation::next_routine() {
	while (!routines_.empty()) {
		const TimerHeap::Entry entry = routines_.top();
		const Agent *agent = living(entry.agent);
		if (agent != nullptr && agent->travels != nullptr &&
				agent->travels->idle_life.next == entry.due) {
			return entry.due;
		}
		routines_.pop();
	}
	return NEVER;
}

void Simulation::live_idly() {
	while (next_routine() <= time_) {
		Agent &agent = *living(routines_.top().agent);
		routines_.pop();
		agent.travels->idle_life.next = NEVER;
		if (is_on_map(agent)) {
			do_next_thing(agent);
		}
	}
}

void Simulation::do_next_thing(Agent &agent) {
	IdleLife &life = agent.travels->idle_life;
	const bool is_free = agent.state == AgentState::idle && !agent.paused &&
			!agent.walk().is_going && !is_directed(agent) && walkers_.tile_of(agent.id).has_value();
	if (!is_free) {
		rest_for(agent, random_in(agent.rng, PAUSE));
		return;
	}
	if (life.strolls_left == 0) {
		stroll(agent, order_to_seat(agent));
		return;
	}
	if (agent.rng.chance(LOOKS_AROUND)) {
		turn(agent, static_cast<Facing>(agent.rng.uniform(FACINGS)));
	} else if (const std::optional<Tile> tile = choose_stroll(agent)) {
		stroll(agent, { .goal = WalkGoal::nearby, .target = centre_of(*tile) });
		return;
	}
	rest_for(agent, random_in(agent.rng, PAUSE));
}

std::optional<Tile> Simulation::choose_stroll(Agent &agent) {
	const Tile here = tile_at(agent.standing.position);
	for (int i = 0; i < CHOICES; i++) {
		const std::int64_t x = agent.rng.between(-FARTHEST_STROLL, FARTHEST_STROLL);
		const std::int64_t y = agent.rng.between(-FARTHEST_STROLL, FARTHEST_STROLL);
		const Tile there{ here.x + static_cast<std::int32_t>(x),
			here.y + static_cast<std::int32_t>(y) };
		if (there != here && walkers_.is_free(there, agent.id) && map_->is_reachable(here, there)) {
			return there;
		}
	}
	return std::nullopt;
}

void Simulation::stroll(Agent &agent, const WalkOrder &order) {
	begin_walk(agent, order);
	agent.travels->idle_life.is_strolling = true;
}

void Simulation::stroll_ended(Agent &agent, const Status &status) {
	if (agent.travels == nullptr || !agent.travels->idle_life.is_strolling) {
		return;
	}
	IdleLife &life = agent.travels->idle_life;
	life.is_strolling = false;
	const bool is_back = life.strolls_left == 0;
	life.strolls_left = is_back ? random_strolls(agent.rng) : life.strolls_left - 1;
	rest_for(agent, random_in(agent.rng, is_back && status.ok() ? REST : PAUSE));
}

} // namespace agent_runtime

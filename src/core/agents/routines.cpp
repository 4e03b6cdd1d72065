#include "core/agents/routines.h"

#include "core/agents/traces.h"

#include <algorithm>
#include <chrono>
#include <utility>

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
constexpr std::int32_t FARTHEST_STROLL = 8; // in tiles, in each direction
constexpr int CHOICES = 8; // for a place to stroll to, until one can be reached

Micros random_in(Rng &rng, Span span) {
	return Micros{ rng.between(span.shortest.count(), span.longest.count()) };
}

std::uint8_t random_strolls(Rng &rng) {
	return static_cast<std::uint8_t>(rng.between(FEWEST_STROLLS, MOST_STROLLS));
}

} // namespace

void Routines::begin(Agent &agent) {
	if (agent.profile->routine != Routine::wander) {
		return;
	}
	Travels &travels = agent.travel();
	if (!std::exchange(travels.wanders, true)) {
		travels.idle_life.strolls_left = random_strolls(agent.rng);
	}
	rest_for(agent, random_in(agent.rng, PAUSE));
}

void Routines::rest_for(Agent &agent, Micros span) {
	IdleLife &life = agent.travels->idle_life;
	life.next = settings_.on_tick(step_.time() + span);
	dues_.push(life.next, agent.id);
}

SimTime Routines::next_due() {
	while (!dues_.empty()) {
		const TimerHeap::Entry entry = dues_.top();
		const Agent *agent = agents_.find(entry.agent);
		if (agent != nullptr && agent->travels != nullptr &&
				agent->travels->idle_life.next == entry.due) {
			return entry.due;
		}
		dues_.pop();
	}
	return NEVER;
}

void Routines::live_idly() {
	while (next_due() <= step_.time()) {
		Agent &agent = *agents_.find(dues_.top().agent);
		dues_.pop();
		agent.travels->idle_life.next = NEVER;
		const TraceScope scope(step_,
				trace_of(settings_.trace_seed, TraceRoot::routine, agent.id.number(),
						static_cast<std::uint64_t>(step_.time().time_since_epoch().count())));
		if (walkers_.map() != nullptr && !agent.standing.moved_by_game) {
			do_next_thing(agent);
		}
	}
}

void Routines::do_next_thing(Agent &agent) {
	IdleLife &life = agent.travels->idle_life;
	const bool is_free = agent.state == AgentState::idle && !agent.paused &&
			!agent.walk().is_going && agent.talk_part() == nullptr &&
			walkers_.tile_of(agent.id).has_value();
	if (!is_free) {
		rest_for(agent, random_in(agent.rng, PAUSE));
		return;
	}
	if (life.strolls_left == 0) {
		stroll(agent, walks_.order_to_seat(agent));
		return;
	}
	if (agent.rng.chance(LOOKS_AROUND)) {
		places_.turn(agent, static_cast<Facing>(agent.rng.uniform(FACINGS)));
	} else if (const std::optional<Tile> tile = choose_stroll(agent)) {
		stroll(agent, { .goal = WalkGoal::nearby, .target = centre_of(*tile) });
		return;
	}
	rest_for(agent, random_in(agent.rng, PAUSE));
}

std::optional<Tile> Routines::choose_stroll(Agent &agent) {
	const Tile here = tile_at(agent.standing.position);
	for (int i = 0; i < CHOICES; i++) {
		const std::int64_t x = agent.rng.between(-FARTHEST_STROLL, FARTHEST_STROLL);
		const std::int64_t y = agent.rng.between(-FARTHEST_STROLL, FARTHEST_STROLL);
		const Tile there{ here.x + static_cast<std::int32_t>(x),
			here.y + static_cast<std::int32_t>(y) };
		if (there != here && walkers_.is_free(there, agent.id) &&
				walkers_.map()->is_reachable(here, there)) {
			return there;
		}
	}
	return std::nullopt;
}

void Routines::stroll(Agent &agent, const WalkOrder &order) {
	walks_.begin(agent, order);
	agent.travels->idle_life.is_strolling = true;
}

void Routines::stroll_ended(Agent &agent, const Status &status) {
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

#include "core/agents/simulation.h"

#include <string>
#include <utility>

// Those whom the world walks: how they come onto its map, and what comes of each tick.

namespace agent_runtime {

namespace {

// A tick is a thirtieth of a second: three of them are a tenth.
constexpr std::int64_t MICROS_IN_THREE_TICKS = 100'000;

Status status_of(const Walkers::Ended &walk) {
	const std::string other = walk.by.is_none() ? "somebody" : walk.by.to_string();
	switch (walk.outcome) {
		case WalkOutcome::no_way:
			return Status(StatusCode::failed_precondition, "there is no way to it");
		case WalkOutcome::taken:
			return Status(StatusCode::failed_precondition,
					other + " stands there, or is on its way there");
		case WalkOutcome::stuck:
			return Status(StatusCode::failed_precondition,
					"the way stayed blocked, by " + other + " in the end");
		case WalkOutcome::partner_gone:
			return Status(StatusCode::failed_precondition, other + " is no longer on the map");
		case WalkOutcome::partner_moves:
			return Status(StatusCode::failed_precondition, other + " does not stand still");
		case WalkOutcome::no_room:
			return Status(StatusCode::failed_precondition, "the map has no room for the agent");
		case WalkOutcome::arrived:
		case WalkOutcome::aside:
			break;
	}
	return Status();
}

WalkTask task_of(const WalkOrder &order) {
	WalkTask task;
	task.kind = order.goal == WalkGoal::beside ? WalkTask::Kind::beside
			: order.goal == WalkGoal::nearby   ? WalkTask::Kind::nearby
											   : WalkTask::Kind::tile;
	task.tile = tile_at(order.target);
	task.partner = order.partner;
	return task;
}

} // namespace

// Its own place there, as near as there is room.
void Simulation::enter_map(Agent &agent) {
	if (map_ == nullptr) {
		return;
	}
	if (agent.standing.moved_by_game) {
		walkers_.add_guest(agent.id, tile_at(agent.standing.position));
		return;
	}
	const std::optional<Tile> tile = walkers_.add(agent.id, tile_at(agent.standing.position));
	if (!tile) {
		begin_routine(agent); // for when there is a map with room
		return;
	}
	if (agent.standing.position != centre_of(*tile)) {
		put(agent, centre_of(*tile));
	}
	const Seat *seat = map_->seat_at(*tile);
	if (seat != nullptr && seat->name == agent.profile->seat()) {
		turn(agent, seat->facing);
	}
	begin_routine(agent);
}

void Simulation::leave_map(Agent &agent) {
	walkers_.remove(agent.id);
}

void Simulation::send_walker(Agent &agent) {
	const double own = static_cast<double>(agent.profile->walk_speed);
	walkers_.begin(
			agent.id, task_of(agent.walk().order), own > 0.0 ? own : options_.settings.walk_speed);
}

std::int64_t Simulation::tick_at(SimTime time) {
	return time.time_since_epoch().count() * 3 / MICROS_IN_THREE_TICKS;
}

SimTime Simulation::next_tick() {
	return walkers_.is_moving()
			? SimTime(Micros{ ((last_tick_ + 1) * MICROS_IN_THREE_TICKS + 2) / 3 })
			: NEVER;
}

void Simulation::move_walkers() {
	const std::int64_t tick = tick_at(time_);
	if (tick <= last_tick_ || !walkers_.is_moving()) {
		return;
	}
	last_tick_ = tick;
	walkers_.tick(options_.settings.path_quota);
	take_walkers_news();
}

void Simulation::take_walkers_news() {
	take_moved();
	take_redirected();
	take_ended();
	walkers_.forget_news();
}

void Simulation::take_moved() {
	output_->positions.reserve(output_->positions.size() + walkers_.moved().size());
	for (const Walkers::Moved &moved : walkers_.moved()) {
		Agent &agent = *living(moved.agent);
		near_.move(agent.id, agent.standing.position.x, agent.standing.position.y, moved.position.x,
				moved.position.y);
		audience_.move(agent.standing.position, moved.position);
		agent.standing.position = moved.position;
		output_->positions.push_back({ agent.id, moved.position, step_ });
		turn(agent, moved.facing);
	}
}

void Simulation::take_redirected() {
	const bool shown = options_.shows_paths == nullptr ||
			options_.shows_paths->load(std::memory_order_relaxed);
	for (const AgentId id : walkers_.redirected()) {
		Agent *agent = living(id);
		if (agent == nullptr) {
			continue;
		}
		const std::optional<Tile> target = walkers_.target_of(id);
		if (agent->walk().is_going && target) {
			agent->travels->walk.order.target = centre_of(*target);
			touched_.push_back(id);
		}
		if (shown) {
			AgentPath path{ id, {}, static_cast<float>(walkers_.speed_of(id)), step_ };
			walkers_.path_of(id, path.path);
			output_->paths.push_back(std::move(path));
		}
	}
}

void Simulation::take_ended() {
	for (const Walkers::Ended &ended : walkers_.ended()) {
		Agent *agent = living(ended.agent);
		if (agent == nullptr) {
			continue;
		}
		if (ended.outcome == WalkOutcome::aside || !agent->walk().is_going) {
			settle(*agent);
			touched_.push_back(agent->id);
		} else if (ended.outcome == WalkOutcome::arrived) {
			arrive(*agent);
		} else {
			block_walk(*agent, status_of(ended));
		}
	}
}

// In the order of their numbers, but first those who stand where they are: whom the game moves is
// in the way where there is room, and pushes nobody off.
void Simulation::enter_map_all() {
	const std::vector<AgentId> everybody = place_.agents();
	for (const bool by_game : { false, true }) {
		for (const AgentId id : everybody) {
			Agent &agent = *living(id);
			if (agent.standing.moved_by_game == by_game) {
				enter_map(agent);
			}
		}
	}
}

void Simulation::apply(MapInput &input) {
	const bool is_first = map_ == nullptr;
	map_ = input.map;
	walkers_.set_map(map_);
	for (const Walkers::Moved &moved : walkers_.moved()) {
		put(*living(moved.agent), moved.position);
		output_->positions.push_back({ moved.agent, moved.position, step_ });
	}
	if (is_first && map_ != nullptr) {
		enter_map_all();
	}
	for (const AgentId id : place_.agents()) {
		Agent &agent = *living(id);
		const bool is_under_way = agent.walk().is_going && !agent.walk().is_halted;
		if (map_ == nullptr && is_under_way && !agent.standing.moved_by_game) {
			walk_at_once(agent);
		}
		if (!agent.walk().is_going && !agent.standing.moved_by_game &&
				!walkers_.is_on_its_way(id)) {
			settle(agent);
		}
	}
	if (!is_first && map_ != nullptr) {
		take_redirected();
		take_ended();
	}
	walkers_.forget_news();
}

} // namespace agent_runtime

#include "core/agents/map_crowd.h"

#include <string>
#include <utility>

namespace agent_runtime {

namespace {

// A tick is a thirtieth of a second, so three of them are a tenth.
constexpr std::int64_t MICROS_IN_THREE_TICKS = 100'000;

std::int64_t tick_at(SimTime time) {
	return time.time_since_epoch().count() * 3 / MICROS_IN_THREE_TICKS;
}

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
		case WalkOutcome::no_space:
			return Status(
					StatusCode::failed_precondition, "the map has no free place for the agent");
		case WalkOutcome::arrived:
		case WalkOutcome::aside:
			break;
	}
	return Status();
}

} // namespace

MapCrowd::MapCrowd(const AgentSettings &settings, Population &agents, Walkers &walkers,
		Whereabouts &places, Walks &walks, Routines &routines, CurrentStep &step,
		const std::atomic<bool> *shows_paths) :
		settings_(settings),
		agents_(agents),
		walkers_(walkers),
		places_(places),
		walks_(walks),
		routines_(routines),
		step_(step),
		shows_paths_(shows_paths) {
	walkers_.set_may_step_aside([this](AgentId id) {
		const Agent *agent = agents_.find(id);
		const bool may = agent != nullptr && agent->state != AgentState::speaking;
		return may ? std::optional(agent->standing.facing) : std::nullopt;
	});
}

void MapCrowd::enter(Agent &agent) {
	const GridMapPtr &map = walkers_.map();
	if (map == nullptr) {
		return;
	}
	const Tile wanted = tile_at(agent.standing.position);
	if (agent.standing.moved_by_game) {
		walkers_.add_guest(agent.id, wanted);
		return;
	}
	const std::optional<Tile> tile = walkers_.add(agent.id, wanted);
	if (tile && agent.standing.position != centre_of(*tile)) {
		places_.put(agent, centre_of(*tile));
	}
	const Seat *seat = tile ? map->seat_at(*tile) : nullptr;
	if (seat != nullptr && seat->name == agent.profile->seat()) {
		places_.turn(agent, seat->facing);
	}
	routines_.begin(agent); // where there is no space: for a later map that has some
}

// In the order of their numbers, but with those that stand first. An agent that the game moves is
// an obstacle where there is space, and pushes nobody off.
void MapCrowd::enter_all() {
	const std::vector<AgentId> everybody = agents_.all();
	for (const bool by_game : { false, true }) {
		for (const AgentId id : everybody) {
			Agent &agent = *agents_.find(id);
			if (agent.standing.moved_by_game == by_game) {
				enter(agent);
			}
		}
	}
}

void MapCrowd::begin_step() {
	if (!walkers_.is_moving()) {
		last_tick_ = tick_at(step_.time());
	}
}

SimTime MapCrowd::next_tick() const {
	return walkers_.is_moving()
			? SimTime(Micros{ ((last_tick_ + 1) * MICROS_IN_THREE_TICKS + 2) / 3 })
			: NEVER;
}

void MapCrowd::tick() {
	const std::int64_t now = tick_at(step_.time());
	if (now <= last_tick_ || !walkers_.is_moving()) {
		return;
	}
	last_tick_ = now;
	walkers_.tick(settings_.path_quota);
	put_walkers();
	show_new_paths();
	end_walks();
	walkers_.forget_news();
}

void MapCrowd::put_walkers() {
	StepOutput &output = step_.output();
	output.positions.reserve(output.positions.size() + walkers_.moved().size());
	for (const Walkers::Moved &moved : walkers_.moved()) {
		Agent &agent = *agents_.find(moved.agent);
		places_.move(agent, moved.position);
		places_.turn(agent, moved.facing);
	}
}

void MapCrowd::show_new_paths() {
	const bool shown = shows_paths_ == nullptr || shows_paths_->load(std::memory_order_relaxed);
	for (const AgentId id : walkers_.redirected()) {
		Agent *agent = agents_.find(id);
		if (agent == nullptr) {
			continue;
		}
		const std::optional<Tile> target = walkers_.target_of(id);
		if (agent->walk().is_going && target) {
			agent->travels->walk.order.target = centre_of(*target);
			step_.touch(id);
		}
		if (shown) {
			AgentPath path{ id, {}, static_cast<float>(walkers_.speed_of(id)), step_.number() };
			walkers_.path_of(id, path.path);
			step_.output().paths.push_back(std::move(path));
		}
	}
}

void MapCrowd::end_walks() {
	for (const Walkers::Ended &ended : walkers_.ended()) {
		Agent *agent = agents_.find(ended.agent);
		if (agent == nullptr) {
			continue;
		}
		if (ended.outcome == WalkOutcome::aside || !agent->walk().is_going) {
			places_.settle(*agent);
			step_.touch(agent->id);
		} else if (ended.outcome == WalkOutcome::arrived) {
			walks_.arrive(*agent);
		} else {
			walks_.block(*agent, status_of(ended));
		}
	}
}

void MapCrowd::apply(const MapInput &input) {
	const bool is_first = walkers_.map() == nullptr;
	walkers_.set_map(input.map);
	for (const Walkers::Moved &moved : walkers_.moved()) {
		places_.put(*agents_.find(moved.agent), moved.position);
		step_.output().positions.push_back({ moved.agent, moved.position, step_.number() });
	}
	if (is_first && input.map != nullptr) {
		enter_all();
	}
	for (const AgentId id : agents_.all()) {
		Agent &agent = *agents_.find(id);
		if (agent.standing.moved_by_game) {
			continue;
		}
		if (input.map == nullptr && agent.walk().is_going && !agent.walk().is_halted) {
			walks_.arrive_at_once(agent);
		}
		if (!agent.walk().is_going && !walkers_.is_on_its_way(id)) {
			places_.settle(agent);
		}
	}
	if (!is_first && input.map != nullptr) {
		show_new_paths();
		end_walks();
	}
	walkers_.forget_news();
}

void MapCrowd::apply(const OwnerInput &input) {
	Agent *const agent = agents_.find(input.agent);
	if (agent == nullptr || agent->standing.moved_by_game == input.moved_by_game) {
		return;
	}
	walks_.stop(*agent, Status(StatusCode::cancelled, "the agent has another owner"));
	walkers_.remove(agent->id);
	agent->standing.moved_by_game = input.moved_by_game;
	const TilePosition before = agent->standing.position;
	enter(*agent);
	if (agent->standing.position != before) {
		step_.output().positions.push_back({ agent->id, agent->standing.position, step_.number() });
	}
	places_.settle(*agent);
}

} // namespace agent_runtime

#include "core/agents/simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

// Walks from the wish to the outcome, of all agents: those whom the world walks over its map, those
// whom the game is asked to walk, and those who are at once where they want to be, since there is
// no map.

namespace agent_runtime {

namespace {

constexpr float FARTHEST_TILE = static_cast<float>(GridMap::FARTHEST);
// So near, two places are the same.
constexpr float SAME_PLACE = 0.5f; // tiles
constexpr float NEXT_TO = 1.25f; // tiles
// How often the game is asked again to walk an agent to one that does not stand still.
constexpr std::uint8_t MOST_ASKED_AGAIN = 3;

TilePosition within_the_world(TilePosition at) {
	return { std::clamp(at.x, -FARTHEST_TILE, FARTHEST_TILE),
		std::clamp(at.y, -FARTHEST_TILE, FARTHEST_TILE) };
}

float distance(TilePosition one, TilePosition other) {
	return std::hypot(one.x - other.x, one.y - other.y);
}

// A place in front of somebody who looks this way.
TilePosition in_front(TilePosition at, Facing facing) {
	switch (facing) {
		case Facing::down:
			return { at.x, at.y + 1.0f };
		case Facing::left:
			return { at.x - 1.0f, at.y };
		case Facing::right:
			return { at.x + 1.0f, at.y };
		case Facing::up:
			return { at.x, at.y - 1.0f };
	}
	return at;
}

Status no_agent() {
	return Status(StatusCode::not_found, "the agent is no longer there");
}

} // namespace

void Simulation::walk_to(Agent &agent, Tile target, std::optional<Facing> face, RequestId request) {
	begin_walk(agent, { .face = face, .target = centre_of(target), .request = request });
}

void Simulation::walk_beside(Agent &agent, const Agent &other, RequestId request) {
	begin_walk(agent, { .goal = WalkGoal::beside, .partner = other.id, .request = request });
}

void Simulation::walk_to_seat(Agent &agent, RequestId request) {
	WalkOrder order = order_to_seat(agent);
	order.request = request;
	begin_walk(agent, order);
}

WalkOrder Simulation::order_to_seat(const Agent &agent) const {
	const Seat *seat = map_ != nullptr ? map_->find_seat(agent.profile->seat()) : nullptr;
	if (seat == nullptr) {
		return { .goal = WalkGoal::nearby, .target = agent.home() };
	}
	return { .face = seat->facing, .target = centre_of(seat->tile) };
}

void Simulation::turn(Agent &agent, Facing facing) {
	if (std::exchange(agent.standing.facing, facing) != facing) {
		output_->turns.push_back({ agent.id, facing, step_ });
		touched_.push_back(agent.id);
	}
}

void Simulation::begin_walk(Agent &agent, const WalkOrder &order) {
	const bool takes_time = agent.standing.moved_by_game || map_ != nullptr;
	if (closing_ && takes_time) {
		return; // the request is answered with the end of the world
	}
	tell_ended_walk(agent);
	if (agent.state == AgentState::speaking) {
		const TransitionRefused refused{ agent.state, "move",
			"an agent stays where it is until it has finished speaking" };
		log_refusal(agent.id, refused);
		output_->events.push_back(event_of(agent.id, refused));
		const Status why(StatusCode::failed_precondition,
				"the agent is speaking and stays where it is; ask again when it is idle");
		output_->outcomes.push_back({ order.request, why });
		note_ended_walk(agent, why);
		return;
	}
	if (agent.walk().is_going) {
		end_walk(agent, Status(StatusCode::cancelled, "a newer walk has taken its place"));
		tell_ended_walk(agent);
	}
	agent.travel().walk = { .is_going = true, .order = order };
	agent.travels->walk.order.target = within_the_world(order.target);
	touched_.push_back(agent.id);
	set_out(agent);
}

// At the beginning of a walk, and when one that was halted goes on.
void Simulation::set_out(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = living(order.partner);
	if (order.goal == WalkGoal::beside && (partner == nullptr || partner == &agent)) {
		block_walk(agent, no_agent());
		return;
	}
	if (partner != nullptr) {
		agent.travels->walk.order.target = place_beside(agent, *partner);
	}
	if (agent.standing.moved_by_game) {
		ask_to_walk(agent);
	} else if (map_ != nullptr) {
		send_walker(agent);
	} else {
		walk_at_once(agent);
	}
}

void Simulation::ask_to_walk(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = living(order.partner);
	agent.travels->walk.call = CallId(++newest_call_);
	GameCall call{ agent.walk().call, agent.id, CallKind::walk, order.target, {}, {} };
	call.face = partner != nullptr	 ? partner->standing.position
			: order.face.has_value() ? in_front(order.target, *order.face)
									 : order.target;
	output_->calls.push_back(std::move(call));
}

// The game is told, unless it is not asked before the end of this step.
void Simulation::give_up_walk(const Agent &agent, const std::string &reason) {
	const CallId call = agent.walk().call;
	if (call.is_none()) {
		return;
	}
	output_->given_up.push_back(call);
	if (call.number() <= newest_call_before_) {
		output_->cancelled_walks.push_back({ call, agent.id, reason });
	}
}

void Simulation::walk_at_once(Agent &agent) {
	if (const std::optional<Facing> way =
					facing_towards(agent.standing.position, agent.walk().order.target)) {
		turn(agent, *way);
	}
	put(agent, agent.walk().order.target);
	arrive(agent);
}

// Of the four places around another one, the nearest that nobody has taken.
TilePosition Simulation::place_beside(const Agent &agent, const Agent &other) {
	std::array<TilePosition, FACINGS> places;
	for (std::size_t i = 0; i < FACINGS; i++) {
		places[i] = in_front(other.standing.position, static_cast<Facing>(i));
	}
	std::stable_sort(places.begin(), places.end(), [&](TilePosition one, TilePosition two) {
		return distance(agent.standing.position, one) < distance(agent.standing.position, two);
	});
	const auto is_free = [&](TilePosition place) {
		return map_ != nullptr ? walkers_.is_free(tile_at(place), agent.id)
							   : !is_taken(place, agent.id);
	};
	const auto free = std::find_if(places.begin(), places.end(), is_free);
	return free != places.end() ? *free : places.front();
}

bool Simulation::is_taken(TilePosition place, AgentId by) {
	candidates_.clear();
	near_.collect_candidates(place.x, place.y, SAME_PLACE, candidates_);
	return std::any_of(candidates_.begin(), candidates_.end(), [&](AgentId id) {
		return id != by && distance(living(id)->standing.position, place) < SAME_PLACE;
	});
}

void Simulation::look_on_arrival(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = living(order.partner);
	const std::optional<Facing> wanted = partner != nullptr
			? facing_towards(agent.standing.position, partner->standing.position)
			: order.face;
	if (wanted) {
		turn(agent, *wanted);
	}
}

void Simulation::arrive(Agent &agent) {
	const Agent *partner = living(agent.walk().order.partner);
	const bool is_away = partner != nullptr && agent.standing.moved_by_game &&
			distance(agent.standing.position, partner->standing.position) > NEXT_TO;
	if (is_away && agent.walk().followed < MOST_ASKED_AGAIN) {
		agent.travels->walk.followed++;
		agent.travels->walk.order.target = place_beside(agent, *partner);
		if (!agent.walk().is_halted) {
			ask_to_walk(agent);
		}
		return;
	}
	look_on_arrival(agent);
	settle(agent);
	const bool is_move = agent.walk().order.is_move;
	if (is_move) {
		agent.travels->home = agent.standing.position;
	}
	output_->events.push_back(event_of(
			agent.id, AgentArrived{ agent.standing.position, agent.standing.facing, is_move }));
	end_walk(agent, Status());
}

void Simulation::block_walk(Agent &agent, const Status &why) {
	settle(agent);
	output_->events.push_back(
			event_of(agent.id, AgentBlocked{ agent.walk().order.target, why.message() }));
	end_walk(agent, why);
}

void Simulation::stop_walk(Agent &agent, const Status &why) {
	if (!agent.walk().is_going) {
		return;
	}
	stand_still(agent);
	end_walk(agent, why);
}

void Simulation::end_walk(Agent &agent, const Status &status) {
	give_up_walk(agent, status.message());
	output_->outcomes.push_back({ agent.walk().order.request, status });
	agent.travel().walk = Walk();
	note_ended_walk(agent, status);
	touched_.push_back(agent.id);
}

void Simulation::note_ended_walk(Agent &agent, const Status &status) {
	agent.standing.untold_walks++;
	ended_walks_.push_back({ agent.id, status });
}

void Simulation::tell_ended_walk(Agent &agent) {
	for (std::size_t i = 0; agent.standing.untold_walks > 0 && i < ended_walks_.size(); i++) {
		if (ended_walks_[i].agent == agent.id && !std::exchange(ended_walks_[i].is_told, true)) {
			agent.standing.untold_walks--;
			const Status status = ended_walks_[i].status;
			walk_ended(agent, status);
		}
	}
}

// Those that end meanwhile are told of in the next step.
void Simulation::tell_ended_walks() {
	const std::size_t count = ended_walks_.size();
	for (std::size_t i = 0; i < count; i++) {
		Agent *agent = living(ended_walks_[i].agent);
		if (agent != nullptr && !std::exchange(ended_walks_[i].is_told, true)) {
			agent->standing.untold_walks--;
			const Status status = ended_walks_[i].status;
			walk_ended(*agent, status);
		}
	}
	ended_walks_.erase(
			ended_walks_.begin(), ended_walks_.begin() + static_cast<std::ptrdiff_t>(count));
}

// What comes of it for whoever wanted the agent there.
void Simulation::walk_ended(Agent &agent, const Status &status) {
	stroll_ended(agent, status);
	errand_ended(agent);
}

void Simulation::apply(MoveInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr) {
		output_->outcomes.push_back({ input.request, no_agent() });
		return;
	}
	begin_walk(*agent,
			{ .goal = WalkGoal::nearby,
					.target = input.target,
					.is_move = true,
					.request = input.request });
}

void Simulation::apply(WalkInput &input) {
	Agent *agent = living(input.agent);
	const Agent *partner = living(input.partner);
	if (agent == nullptr || (input.way == WalkInput::Way::beside && partner == nullptr)) {
		output_->outcomes.push_back({ input.request, no_agent() });
		return;
	}
	switch (input.way) {
		case WalkInput::Way::to_tile:
			begin_walk(*agent,
					{ .face = input.face,
							.target = centre_of(input.tile),
							.is_move = true,
							.request = input.request });
			break;
		case WalkInput::Way::beside:
			walk_beside(*agent, *partner, input.request);
			break;
		case WalkInput::Way::to_seat:
			walk_to_seat(*agent, input.request);
			break;
		case WalkInput::Way::stop:
			output_->outcomes.push_back({ input.request,
					agent->walk().is_going ? Status()
										   : Status(StatusCode::failed_precondition,
													 "the agent is not on its way anywhere") });
			stop_walk(*agent, Status(StatusCode::cancelled, "the agent was told to stop"));
			break;
	}
}

} // namespace agent_runtime

#include "core/agents/walks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace agent_runtime {

namespace {

constexpr float FARTHEST_TILE = static_cast<float>(GridMap::FARTHEST);
constexpr float NEXT_TO = 1.25f; // in tiles
// How often the game is asked again to walk an agent to one that does not stand still.
constexpr std::uint8_t MOST_ASKED_AGAIN = 3;

TilePosition within_the_world(TilePosition at) {
	return { std::clamp(at.x, -FARTHEST_TILE, FARTHEST_TILE),
		std::clamp(at.y, -FARTHEST_TILE, FARTHEST_TILE) };
}

float distance(TilePosition one, TilePosition other) {
	return std::hypot(one.x - other.x, one.y - other.y);
}

// A place in front of somebody who looks in this direction.
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

WalkerGoal walker_goal(const WalkOrder &order) {
	WalkerGoal goal;
	goal.kind = order.goal == WalkGoal::beside ? WalkerGoal::Kind::beside
			: order.goal == WalkGoal::nearby   ? WalkerGoal::Kind::nearby
											   : WalkerGoal::Kind::tile;
	goal.tile = tile_at(order.target);
	goal.partner = order.partner;
	return goal;
}

} // namespace

void log_refusal(const Logger &log, AgentId agent, const TransitionRefused &refused) {
	log.error(agent.to_string() + " is " + std::string(agent_state_name(refused.state)) +
			", and may not " + (parse_agent_state(refused.wanted) ? "be " : "") + refused.wanted +
			": " + refused.reason);
}

void Walks::begin_beside(Agent &agent, const Agent &other, RequestId request) {
	begin(agent, { .goal = WalkGoal::beside, .partner = other.id, .request = request });
}

void Walks::begin_to_seat(Agent &agent, RequestId request) {
	WalkOrder order = order_to_seat(agent);
	order.request = request;
	begin(agent, order);
}

WalkOrder Walks::order_to_seat(const Agent &agent) const {
	const GridMapPtr &map = walkers_.map();
	const Seat *seat = map != nullptr ? map->find_seat(agent.profile->seat()) : nullptr;
	if (seat == nullptr) {
		return { .goal = WalkGoal::nearby, .target = agent.home() };
	}
	return { .face = seat->facing, .target = centre_of(seat->tile) };
}

void Walks::begin(Agent &agent, const WalkOrder &order) {
	const bool takes_time = agent.standing.moved_by_game || walkers_.map() != nullptr;
	if (is_closing_ && takes_time) {
		return; // the request is answered with the end of the world
	}
	ended_.deliver(agent);
	if (is_refused(agent, order)) {
		return;
	}
	if (agent.walk().is_going) {
		end(agent, Status(StatusCode::cancelled, "a newer walk has taken its place"));
		ended_.deliver(agent);
	}
	agent.travel().walk = { .is_going = true, .order = order, .trace = step_.trace() };
	agent.travels->walk.order.target = within_the_world(order.target);
	step_.touch(agent.id);
	set_out(agent);
}

bool Walks::is_refused(Agent &agent, const WalkOrder &order) {
	if (agent.state != AgentState::speaking) {
		return false;
	}
	const TransitionRefused refused{ agent.state, "move",
		"an agent stays where it is until it has finished speaking" };
	log_refusal(log_, agent.id, refused);
	step_.emit(agent.id, refused);
	const Status why(StatusCode::failed_precondition,
			"the agent is speaking and stays where it is; ask again when it is idle");
	step_.answer(order.request, why);
	ended_.add(agent, why);
	return true;
}

// Called at the beginning of a walk, and when a halted walk goes on.
void Walks::set_out(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = agents_.find(order.partner);
	if (order.goal == WalkGoal::beside && (partner == nullptr || partner == &agent)) {
		block(agent, no_agent());
		return;
	}
	if (partner != nullptr) {
		agent.travels->walk.order.target = place_beside(agent, *partner);
	}
	if (agent.standing.moved_by_game) {
		ask_game(agent);
	} else if (walkers_.map() != nullptr) {
		send_walker(agent);
	} else {
		arrive_at_once(agent);
	}
}

void Walks::ask_game(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = agents_.find(order.partner);
	agent.travels->walk.call = calls_.next();
	GameCall call{ agent.walk().call, agent.id, CallKind::walk, order.target, {}, {} };
	call.face = partner != nullptr	 ? partner->standing.position
			: order.face.has_value() ? in_front(order.target, *order.face)
									 : order.target;
	calls_.put_out(std::move(call));
}

// The game is told, unless it would only be asked at the end of this step.
void Walks::give_up_call(const Agent &agent, const std::string &reason) {
	const CallId call = agent.walk().call;
	if (call.is_none()) {
		return;
	}
	calls_.give_up(call);
	if (calls_.is_out(call)) {
		step_.output().cancelled_walks.push_back({ call, agent.id, reason });
	}
}

void Walks::send_walker(Agent &agent) {
	const double own = static_cast<double>(agent.profile->walk_speed);
	walkers_.begin(
			agent.id, walker_goal(agent.walk().order), own > 0.0 ? own : settings_.walk_speed);
}

void Walks::arrive_at_once(Agent &agent) {
	const TraceScope scope(step_, agent.walk().trace);
	const std::optional<Facing> way =
			facing_towards(agent.standing.position, agent.walk().order.target);
	if (way) {
		places_.turn(agent, *way);
	}
	places_.put(agent, agent.walk().order.target);
	arrive(agent);
}

// The nearest free one of the four places around another agent.
TilePosition Walks::place_beside(const Agent &agent, const Agent &other) {
	std::array<TilePosition, FACINGS> around;
	for (std::size_t i = 0; i < FACINGS; i++) {
		around[i] = in_front(other.standing.position, static_cast<Facing>(i));
	}
	std::stable_sort(around.begin(), around.end(), [&](TilePosition one, TilePosition two) {
		return distance(agent.standing.position, one) < distance(agent.standing.position, two);
	});
	const auto is_free = [&](TilePosition place) {
		return walkers_.map() != nullptr ? walkers_.is_free(tile_at(place), agent.id)
										 : !places_.is_taken(place, agent.id);
	};
	const auto free = std::find_if(around.begin(), around.end(), is_free);
	return free != around.end() ? *free : around.front();
}

void Walks::look_around_on_arrival(Agent &agent) {
	const WalkOrder &order = agent.walk().order;
	const Agent *partner = agents_.find(order.partner);
	const std::optional<Facing> wanted = partner != nullptr
			? facing_towards(agent.standing.position, partner->standing.position)
			: order.face;
	if (wanted) {
		places_.turn(agent, *wanted);
	}
}

// For an agent that the game walks: its partner may have moved elsewhere.
bool Walks::follow_partner(Agent &agent) {
	const Agent *partner = agents_.find(agent.walk().order.partner);
	const bool is_away = partner != nullptr && agent.standing.moved_by_game &&
			distance(agent.standing.position, partner->standing.position) > NEXT_TO;
	if (!is_away || agent.walk().followed >= MOST_ASKED_AGAIN) {
		return false;
	}
	agent.travels->walk.followed++;
	agent.travels->walk.order.target = place_beside(agent, *partner);
	if (!agent.walk().is_halted) {
		ask_game(agent);
	}
	return true;
}

void Walks::arrive(Agent &agent) {
	const TraceScope scope(step_, agent.walk().trace);
	if (follow_partner(agent)) {
		return;
	}
	look_around_on_arrival(agent);
	places_.settle(agent);
	const bool is_move = agent.walk().order.is_move;
	if (is_move) {
		agent.travels->home = agent.standing.position;
	}
	step_.emit(agent.id, AgentArrived{ agent.standing.position, agent.standing.facing, is_move });
	end(agent, Status());
}

void Walks::block(Agent &agent, const Status &why) {
	const TraceScope scope(step_, agent.walk().trace);
	places_.settle(agent);
	step_.emit(agent.id, AgentBlocked{ agent.walk().order.target, why.message() });
	end(agent, why);
}

void Walks::stop(Agent &agent, const Status &why) {
	if (agent.walk().is_going) {
		stand_still(agent);
		end(agent, why);
	}
}

void Walks::end(Agent &agent, const Status &status) {
	give_up_call(agent, status.message());
	step_.answer(agent.walk().order.request, status);
	agent.travel().walk = Walk();
	ended_.add(agent, status);
	step_.touch(agent.id);
}

void Walks::game_answered(Agent &agent, const CallOutcomeInput &outcome) {
	const TraceScope scope(step_, agent.walk().trace);
	agent.travels->walk.call = CallId(); // it has ended, and need not be given up
	if (outcome.outcome == CallOutcome::done) {
		places_.put(agent, agent.walk().order.target);
		arrive(agent);
		return;
	}
	const bool silent = outcome.outcome == CallOutcome::unanswered;
	const std::string reason = silent ? "the game has not answered in time" : outcome.reason;
	if (silent) {
		step_.output().cancelled_walks.push_back({ outcome.call, agent.id, reason, true });
	}
	step_.emit(agent.id, TransitionRefused{ agent.state, "move", reason });
	block(agent,
			Status(silent ? StatusCode::deadline_exceeded : StatusCode::failed_precondition,
					reason));
}

void Walks::halt_or_resume(Agent &agent) {
	const TraceScope scope(step_, agent.walk().trace);
	const bool speaks = agent.state == AgentState::speaking;
	const bool listens = agent.state == AgentState::listening;
	if (!agent.walk().is_going) {
		if (speaks && walkers_.is_on_its_way(agent.id)) {
			stand_still(agent); // it makes way for somebody
		}
	} else if (agent.travels->idle_life.is_strolling && (speaks || listens)) {
		stop(agent, Status(StatusCode::cancelled, "somebody speaks with the agent"));
	} else if (speaks && !agent.walk().is_halted) {
		halt(agent);
	} else if (agent.state == AgentState::idle && agent.walk().is_halted) {
		agent.travels->walk.is_halted = false;
		set_out(agent);
	}
}

void Walks::halt(Agent &agent) {
	agent.travels->walk.is_halted = true;
	stand_still(agent);
	give_up_call(agent,
			"the agent speaks, and stands still meanwhile; the rest of the walk is asked for when "
			"it is idle");
}

void Walks::stand_still(Agent &agent) {
	if (is_on_map(agent)) {
		walkers_.stop(agent.id);
	}
	if (!walkers_.is_on_its_way(agent.id)) {
		places_.settle(agent); // otherwise on the next tile
	}
}

void Walks::apply(const WalkInput &input) {
	Agent *const agent = agents_.find(input.agent);
	const Agent *const partner = agents_.find(input.partner);
	if (agent == nullptr || (input.way == WalkInput::Way::beside && partner == nullptr)) {
		step_.answer(input.request, no_agent());
		return;
	}
	switch (input.way) {
		case WalkInput::Way::to_tile:
			begin(*agent,
					{ .face = input.face,
							.target = centre_of(input.tile),
							.is_move = true,
							.request = input.request });
			break;
		case WalkInput::Way::nearby:
			begin(*agent,
					{ .goal = WalkGoal::nearby,
							.target = input.place,
							.is_move = true,
							.request = input.request });
			break;
		case WalkInput::Way::beside:
			begin_beside(*agent, *partner, input.request);
			break;
		case WalkInput::Way::to_seat:
			begin_to_seat(*agent, input.request);
			break;
		case WalkInput::Way::stop:
			step_.answer(input.request,
					agent->walk().is_going ? Status()
										   : Status(StatusCode::failed_precondition,
													 "the agent is not on its way anywhere"));
			stop(*agent, Status(StatusCode::cancelled, "the agent was told to stop"));
			break;
	}
}

} // namespace agent_runtime

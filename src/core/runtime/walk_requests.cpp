#include "core/runtime/walk_requests.h"

#include "core/runtime/first_place.h"

#include <utility>

namespace agent_runtime {

namespace {

// What a request asks for.
Result<WalkInput> walk_from(const WalkRequest &request) {
	const int ways = (request.target ? 1 : 0) + (request.beside ? 1 : 0) + (request.seat ? 1 : 0);
	if (ways != 1) {
		return FieldProblem{ "target", "is one of three ways to say where to walk",
			"give either target, beside, or seat: true" }
				.to_status();
	}
	WalkInput walk;
	walk.agent = request.agent;
	walk.face = parse_facing(request.face);
	if (request.seat) {
		walk.way = WalkInput::Way::to_seat;
	} else if (request.target) {
		walk.tile = tile_at(*request.target);
	} else {
		walk.way = WalkInput::Way::beside;
		walk.partner = *request.beside;
	}
	return walk;
}

} // namespace

Status WalkRequests::walk(const WalkInput &walk) {
	Status status = parts_.known(walk.agent);
	if (status.ok() && walk.way == WalkInput::Way::beside) {
		status = parts_.known(walk.partner);
	}
	if (status.ok() && walk.agent == walk.partner) {
		status = FieldProblem{ "beside", "is the agent itself", "give another agent" }.to_status();
	}
	if (status.ok()) {
		parts_.world.post(walk);
	}
	return status;
}

Status WalkRequests::answer(const MoveRequest &request, RequestId number) {
	Status status = parts_.known(request.agent);
	if (status.ok()) {
		parts_.world.post(walk_to(request.agent, request.position, number));
	}
	return status;
}

Status WalkRequests::answer(const WalkRequest &request, RequestId number) {
	if (Status status = parts_.known(request.agent); !status.ok()) {
		return status;
	}
	Result<WalkInput> wanted = walk_from(request);
	if (!wanted.ok()) {
		return wanted.status();
	}
	wanted.value().request = number;
	return walk(wanted.value());
}

Status WalkRequests::answer(const StopWalkRequest &request, RequestId number) {
	return walk({ .agent = request.agent, .way = WalkInput::Way::stop, .request = number });
}

Status WalkRequests::answer(const SeatRequest &request, TraceId trace) {
	Status status = parts_.known(request.agent);
	if (!status.ok()) {
		return status;
	}
	GameSettings &game = parts_.game;
	const Lock lock(game.mutex);
	if (!request.seat.empty() && game.map != nullptr &&
			game.map->find_seat(request.seat) == nullptr) {
		return no_seat("seat", request.seat);
	}
	const ProfilePtr profile = parts_.directory.change(
			request.agent, [&](AgentProfile &changed) { changed.take_seat(request.seat); });
	if (profile != nullptr) {
		parts_.world.post(ProfileInput{ request.agent, profile, trace });
	}
	return status;
}

Status WalkRequests::set_moved_by_game(AgentId agent, bool moved_by_game, TraceId trace) {
	Status status = parts_.known(agent);
	if (status.ok()) {
		parts_.directory.set_moved_by_game(agent, moved_by_game);
		parts_.world.post(OwnerInput{ agent, moved_by_game, trace });
	}
	return status;
}

Status WalkRequests::answer(const OwnerRequest &request, TraceId trace) {
	return set_moved_by_game(request.agent, request.owner == "game", trace);
}

Status WalkRequests::answer(const ReportPositionRequest &request, TraceId trace) {
	const AgentId agent = request.agent;
	Status status = parts_.known(agent);
	if (status.ok() && !parts_.directory.is_moved_by_game(agent)) {
		return Status(StatusCode::failed_precondition,
				"the runtime moves " + agent.to_string() +
						"; give it to the game first: spawn it with position_owner \"game\", or "
						"bind it to an AgentBody whose position_owner is Game");
	}
	if (status.ok()) {
		parts_.world.post(PositionInput{ agent, request.position, trace });
	}
	return status;
}

} // namespace agent_runtime

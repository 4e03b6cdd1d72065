#include "core/runtime/runtime.h"

#include <string>
#include <utility>

// The map, and where agents are asked to walk.

namespace agent_runtime {

using nlohmann::json;

namespace {

Status no_seat(const char *field, const std::string &seat) {
	return FieldProblem{ field, "the map has no seat " + quoted_name(seat),
		"take one of its seats, or none" }
			.to_status();
}

TilePosition place_in(const json &at) {
	return { at.value("x", 0.0f), at.value("y", 0.0f) };
}

// What a walk_request asks for, without the agent.
Result<WalkInput> walk_from(const json &message) {
	const bool to_seat = message.value("seat", false);
	const int ways = (message.contains("target") ? 1 : 0) + (message.contains("beside") ? 1 : 0) +
			(to_seat ? 1 : 0);
	if (ways != 1) {
		return FieldProblem{ "target", "is one of three ways to say where to walk",
			"give either target, beside, or seat: true" }
				.to_status();
	}
	WalkInput walk;
	walk.face = parse_facing(message.value("face", ""));
	if (to_seat) {
		walk.way = WalkInput::Way::to_seat;
	} else if (message.contains("target")) {
		walk.tile = tile_at(place_in(message.at("target")));
	} else {
		walk.way = WalkInput::Way::beside;
		walk.partner = AgentId::parse(message.value("beside", "")).value_or(AgentId());
	}
	return walk;
}

} // namespace

Status Runtime::set_map(GridMapPtr map) {
	const Lock talk_lock(talk_mutex_); // who goes home begins no conversation meanwhile
	const Lock lock(game_mutex_);
	Status status = require_room();
	if (status.ok() && map != map_) {
		map_ = map;
		post(MapInput{ std::move(map) });
		const SharedLock world_lock(world_mutex_);
		send_home();
		driver_->wake();
	}
	return status;
}

// Nobody goes before there is a map.
void Runtime::send_home() {
	if (map_ == nullptr) {
		return;
	}
	for (const AgentId agent : std::exchange(going_home_, {})) {
		if (directory_.find(agent) != nullptr && talks_.talk_of(agent).is_none()) {
			simulation_->post(WalkInput{ .agent = agent, .way = WalkInput::Way::to_seat });
		}
	}
}

GridMapPtr Runtime::map() const {
	const Lock lock(game_mutex_);
	return map_;
}

Status Runtime::walk(const WalkInput &walk) {
	Status status = known(walk.agent);
	if (status.ok() && walk.way == WalkInput::Way::beside) {
		status = known(walk.partner);
	}
	if (status.ok() && walk.agent == walk.partner) {
		status = FieldProblem{ "beside", "is the agent itself", "give another agent" }.to_status();
	}
	if (status.ok()) {
		post(walk);
	}
	return status;
}

Status Runtime::assign_seat(AgentId agent, const std::string &seat) {
	Status status = validate({ { "type", "seat_request" },
									 { "agent_id", agent.is_none() ? "none" : agent.to_string() },
									 { "seat", seat } },
			From::outside);
	if (status.ok()) {
		status = known(agent);
	}
	if (!status.ok()) {
		return status;
	}
	const Lock lock(game_mutex_);
	if (!seat.empty() && map_ != nullptr && map_->find_seat(seat) == nullptr) {
		return no_seat("seat", seat);
	}
	const ProfilePtr profile =
			directory_.change(agent, [&](AgentProfile &changed) { changed.take_seat(seat); });
	if (profile != nullptr) {
		post(ProfileInput{ agent, profile });
	}
	return status;
}

// Where there is no map yet, one with that seat may come.
Status Runtime::check_seat(const json &config) const {
	const std::string seat = config.value("seat", "");
	const GridMapPtr map = this->map();
	return seat.empty() || map == nullptr || map->find_seat(seat) != nullptr
			? Status()
			: no_seat("agent_config.seat", seat);
}

// Who is put beyond the map is not left there; the game's own agents stand where it says. The
// origin is where all are put of whom nothing is said.
void Runtime::report_place(const json &config) const {
	const auto at = config.find("initial_position");
	const GridMapPtr map = this->map();
	const TilePosition place = at != config.end() ? place_in(*at) : TilePosition();
	const Tile tile = tile_at(place);
	if (place == TilePosition() || map == nullptr || map->contains(tile) ||
			config.value("position_owner", "") == "game") {
		return;
	}
	const auto shown = [](std::int32_t x, std::int32_t y) {
		return "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
	};
	const Tile first = map->origin();
	log_.warning("agent_config.initial_position: " + shown(tile.x, tile.y) +
			" is off the map, which goes from " + shown(first.x, first.y) + " to " +
			shown(first.x + map->width() - 1, first.y + map->height() - 1) +
			"; the agent stands on the nearest free tile");
}

// Who has a seat and is put nowhere else sits on it.
TilePosition Runtime::first_place(const json &config) const {
	const auto at = config.find("initial_position");
	if (at != config.end()) {
		return place_in(*at);
	}
	const GridMapPtr map = this->map();
	const Seat *seat = map != nullptr ? map->find_seat(config.value("seat", "")) : nullptr;
	return seat != nullptr ? centre_of(seat->tile) : TilePosition();
}

void Runtime::walk(const json &message, const RequestBook::Reply &reply) {
	const std::string name = message.value("request_id", "");
	const AgentId agent = AgentId::parse(message.value("agent_id", "")).value_or(AgentId());
	Result<WalkInput> wanted = WalkInput{ .agent = agent, .way = WalkInput::Way::stop };
	if (message.at("type") == "walk_request") {
		wanted = walk_from(message);
	}
	if (!wanted.ok()) {
		reply(RequestBook::completed(name, wanted.status(), {}, "target"));
		return;
	}
	WalkInput walk = wanted.value();
	walk.agent = agent;
	walk.request = requests_.open(name, reply);
	if (const Status status = this->walk(walk); !status.ok()) {
		requests_.complete(walk.request, status);
	}
}

} // namespace agent_runtime

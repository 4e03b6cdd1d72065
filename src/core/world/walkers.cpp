#include "core/world/walkers.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Adds and removes agents, and decides what happens to everybody when the map changes.

namespace agent_runtime {

Walkers::Body *Walkers::body(AgentId agent) {
	return bodies_.find(agent);
}

const Walkers::Body *Walkers::body(AgentId agent) const {
	return bodies_.find(agent);
}

Walkers::Body &Walkers::new_body(AgentId agent) {
	remove(agent);
	return bodies_.entry(agent);
}

std::optional<Tile> Walkers::add(AgentId agent, Tile tile) {
	Body &added = new_body(agent);
	settle(agent, added, tile, false);
	return added.place != NOWHERE ? std::optional(added.tile) : std::nullopt;
}

void Walkers::add_guest(AgentId agent, Tile tile) {
	const Body *known = body(agent);
	if (known != nullptr && known->is_guest && known->tile == tile) {
		return;
	}
	Body &added = new_body(agent);
	added.is_guest = true;
	settle(agent, added, tile, true);
}

void Walkers::remove(AgentId agent) {
	Body *gone = body(agent);
	if (gone == nullptr) {
		return;
	}
	if (Walker *walking = walker_of(agent)) {
		close(*walking);
		book_.release(walking->at, agent);
		book_.release(walking->next, agent);
	} else if (gone->place != NOWHERE) {
		book_.release(gone->place, agent);
	}
	bodies_.erase(agent);
	crowded_radius_ = 0;
}

// Puts a body on the tile or, when it cannot stand there, on the nearest tile where it can.
bool Walkers::settle(AgentId agent, Body &body, Tile tile, bool only_there) {
	body.tile = tile;
	body.place = NOWHERE;
	if (map_ == nullptr) {
		return false;
	}
	if (map_->can_stand(tile) && book_.is_free(map_->place_of(tile), agent)) {
		body.place = map_->place_of(tile);
	} else if (!only_there) {
		body.place = find_free(tile, agent).value_or(NOWHERE);
	}
	if (body.place == NOWHERE) {
		return false;
	}
	body.tile = map_->tile_of(body.place);
	book_.hold(body.place, agent);
	return true;
}

// The nearest free tile. Often many agents are put on the same tile, one after the other.
std::optional<std::uint32_t> Walkers::find_free(Tile tile, AgentId agent) {
	RingSearch rings;
	rings.begin(*map_, tile);
	if (rings.centre() == crowded_) {
		rings.begin(*map_, tile, crowded_radius_);
	}
	const auto is_good = [&](Tile at) { return is_free(at, agent); };
	const bool is_found = rings.advance(is_good) == SearchState::found;
	crowded_ = rings.centre();
	crowded_radius_ = rings.bare_radius();
	return is_found ? std::optional(map_->place_of(rings.found())) : std::nullopt;
}

std::optional<Tile> Walkers::tile_of(AgentId agent) const {
	const Body *known = body(agent);
	return known != nullptr && known->place != NOWHERE ? std::optional(known->tile) : std::nullopt;
}

std::optional<Tile> Walkers::next_tile_of(AgentId agent) const {
	const Walker *walking = walker_of(agent);
	return walking != nullptr ? std::optional(map_->tile_of(walking->next)) : tile_of(agent);
}

std::optional<Tile> Walkers::target_of(AgentId agent) const {
	const Walker *walking = walker_of(agent);
	return walking != nullptr && walking->target != NOWHERE
			? std::optional(map_->tile_of(walking->target))
			: std::nullopt;
}

Walkers::Walker *Walkers::walker_of(AgentId agent) {
	return const_cast<Walker *>(std::as_const(*this).walker_of(agent));
}

const Walkers::Walker *Walkers::walker_of(AgentId agent) const {
	const Body *known = body(agent);
	return known != nullptr && known->walker != NONE ? &walker(known->walker) : nullptr;
}

Walkers::Walker &Walkers::new_walker(AgentId agent, Body &body) {
	if (free_slots_.empty()) {
		if (slots_ % BLOCK == 0) {
			walkers_.push_back(std::make_unique<std::array<Walker, BLOCK>>());
		}
		free_slots_.push_back(slots_++);
	}
	body.walker = free_slots_.back();
	free_slots_.pop_back();
	active_.push_back(body.walker);
	Walker &made = walker(body.walker);
	std::vector<std::uint8_t> buffer = std::move(made.path);
	buffer.clear();
	made = Walker();
	made.path = std::move(buffer);
	made.agent = agent;
	made.at = made.next = body.place;
	return made;
}

void Walkers::begin(AgentId agent, const WalkerGoal &goal, double speed) {
	Body *known = body(agent);
	if (known == nullptr || known->place == NOWHERE || known->is_guest) {
		ended_.push_back({ agent, WalkOutcome::no_space, {} });
		return;
	}
	Walker *walking = walker_of(agent);
	Walker &begun = walking != nullptr ? *walking : new_walker(agent, *known);
	begun.goal = goal;
	begun.is_silent = false;
	begun.looks_back = false;
	begun.fewest_left = NONE;
	begun.shuns = 0;
	begun.followed = 0;
	begun.stood = 0;
	begun.speed =
			std::max(1, static_cast<std::int32_t>(std::lround(speed * STRAIGHT / TICKS_A_SECOND)));
	plan(begun);
}

void Walkers::stop(AgentId agent) {
	Walker *walking = walker_of(agent);
	if (walking == nullptr) {
		return;
	}
	if (walking->is_between()) {
		come_to_a_stand(*walking);
	} else {
		close(*walking);
	}
}

// The agent stands from now on, where it is.
void Walkers::close(Walker &walker) {
	set_target(walker, NOWHERE);
	walker.phase = Phase::over; // its slot becomes free after the tick
	body(walker.agent)->walker = NONE;
	redirected_.push_back(walker.agent);
}

void Walkers::end(Walker &walker, WalkOutcome outcome, AgentId by) {
	ended_.push_back({ walker.agent, walker.is_silent ? WalkOutcome::aside : outcome, by });
	if (walker.is_between()) {
		come_to_a_stand(walker);
	} else {
		close(walker);
	}
}

// Stops on the next tile. Nobody waits for the end of this.
void Walkers::come_to_a_stand(Walker &walker) {
	set_target(walker, NOWHERE);
	walker.is_silent = true;
	walker.looks_back = false;
	walker.goal = { .tile = map_->tile_of(walker.next) };
	walker.phase = Phase::walking;
	walker.path.clear();
	walker.step = 0;
	redirected_.push_back(walker.agent);
}

void Walkers::forget_news() {
	moved_.clear();
	ended_.clear();
	redirected_.clear();
}

TilePosition Walkers::position_of(const Walker &walker) const {
	const TilePosition from = centre_of(map_->tile_of(walker.at));
	if (!walker.is_between()) {
		return from;
	}
	const TilePosition to = centre_of(map_->tile_of(walker.next));
	const bool is_across = from.x != to.x && from.y != to.y;
	const float share =
			static_cast<float>(walker.progress) / static_cast<float>(is_across ? ACROSS : STRAIGHT);
	return { from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share };
}

void Walkers::path_of(AgentId agent, std::vector<TilePosition> &path) const {
	path.clear();
	const Walker *walking = walker_of(agent);
	if (walking == nullptr || (walking->left() == 0 && !walking->is_between())) {
		return;
	}
	path.push_back(position_of(*walking));
	std::uint32_t place = walking->next;
	if (walking->is_between()) {
		path.push_back(centre_of(map_->tile_of(place)));
	}
	for (std::uint32_t step = walking->step; step < walking->path.size(); step++) {
		place = neighbour(place, walking->path[step]);
		path.push_back(centre_of(map_->tile_of(place)));
	}
}

double Walkers::speed_of(AgentId agent) const {
	const Walker *walking = walker_of(agent);
	return walking != nullptr ? double(walking->speed) * TICKS_A_SECOND / STRAIGHT : 0.0;
}

void Walkers::set_map(GridMapPtr map) {
	is_searching_ = false;
	crowded_radius_ = 0;
	const GridMapPtr before = std::exchange(map_, std::move(map));
	if (map_ == nullptr) {
		bodies_.clear(); // all places are released: everybody is put on the new map
		for (const std::uint32_t slot : active_) {
			walker(slot).phase = Phase::over;
		}
		plans_.clear();
		first_plan_ = 0;
		sweep();
		return;
	}
	book_.begin(*map_);
	for (std::size_t way = 0; way < offsets_.size(); way++) {
		const Tile step = GridMap::STEPS[way];
		offsets_[way] = step.y * (1 << map_->row_shift()) + step.x;
	}
	carry_over(before != nullptr ? *before : *map_);
}

// First come all who may stay where they are, with the guests last, because guests push nobody off.
// This way nobody else is put on their tiles. Then come the others.
void Walkers::carry_over(const GridMap &before) {
	for (const std::uint32_t slot : active_) {
		if (walker(slot).phase != Phase::over) {
			carry_over(walker(slot), before);
		}
	}
	const std::vector<AgentId> everybody = bodies_.agents();
	for (const bool are_guests : { false, true }) {
		for (const AgentId agent : everybody) {
			Body &each = *body(agent);
			if (each.walker == NONE && each.is_guest == are_guests) {
				settle(agent, each, each.tile, true);
			}
		}
	}
	for (const AgentId agent : everybody) {
		Body &each = *body(agent);
		if (each.place == NOWHERE && !each.is_guest) {
			settle_anew(agent, each);
		}
	}
	for (const std::uint32_t slot : active_) {
		Walker &each = walker(slot);
		if (each.phase == Phase::over) {
			continue;
		}
		each.shuns = 0;
		if (each.at == NOWHERE) {
			end(each, WalkOutcome::no_space);
		} else if (each.phase == Phase::planning || each.target == NOWHERE ||
				!is_path_whole(each)) {
			each.fewest_left = NONE;
			plan(each);
		} else {
			book_.reserve(each.target, each.agent);
		}
	}
}

// Restores what is left of its walk. Its path is checked once everybody has a place.
void Walkers::carry_over(Walker &walker, const GridMap &before) {
	Body &own = *body(walker.agent);
	const Tile at = before.tile_of(walker.at);
	const Tile next = before.tile_of(walker.next);
	const bool had_target = walker.target != NOWHERE;
	const Tile target = had_target ? before.tile_of(walker.target) : Tile();
	const bool may_end = had_target && map_->can_stand(target);
	walker.target = may_end ? map_->place_of(target) : NOWHERE;
	const bool waits_aside = walker.phase == Phase::aside || walker.phase == Phase::waiting;
	if (waits_aside) {
		walker.phase = Phase::planning;
	}
	if (!settle(walker.agent, own, at, true)) {
		// Its tile is gone; it is put on another one together with those who stand.
		walker.at = walker.next = NOWHERE;
		walker.progress = 0;
		walker.target = NOWHERE;
		return;
	}
	walker.at = walker.next = own.place;
	const bool goes_on = next != at && map_->can_stand(next) &&
			book_.is_free(map_->place_of(next), walker.agent);
	if (goes_on) {
		walker.next = map_->place_of(next);
		book_.hold(walker.next, walker.agent);
	} else if (next != at) {
		walker.progress = 0;
		walker.target = NOWHERE; // its path now begins somewhere else
		moved_.push_back({ walker.agent, centre_of(at), walker.facing });
	}
}

void Walkers::settle_anew(AgentId agent, Body &body) {
	const bool has_place = settle(agent, body, body.tile, false);
	Walker *walking = walker_of(agent);
	if (!has_place && walking == nullptr) {
		return;
	}
	if (has_place && walking != nullptr) {
		walking->at = walking->next = body.place;
	}
	// An agent between two tiles for which there is no space is back on the one that it left.
	moved_.push_back(
			{ agent, centre_of(body.tile), walking != nullptr ? walking->facing : Facing::down });
}

bool Walkers::is_path_whole(const Walker &walker) const {
	std::uint32_t place = walker.next;
	for (std::uint32_t step = walker.step; step < walker.path.size(); step++) {
		const std::uint8_t way = walker.path[step];
		const std::uint32_t next = neighbour(place, way);
		const bool leads_on = (map_->ways()[place] >> way & 1) != 0 ||
				(next < map_->places() && next == walker.target &&
						(map_->ways()[next] >> (way ^ 1) & 1) != 0);
		if (!leads_on) {
			return false;
		}
		place = next;
	}
	return place == walker.target;
}

} // namespace agent_runtime

#include "core/world/walkers.h"

#include <algorithm>
#include <utility>

// Finds the paths of walks, one after the other in the order in which they were requested, with a
// part of a long search in each tick.

namespace agent_runtime {

namespace {

constexpr std::uint32_t LEAST_COST = 16; // of one search, in places looked at
// How often the path to an agent is planned anew because the agent or the place beside it has gone.
constexpr std::uint8_t MOST_NEW_PATHS = 8;
constexpr std::size_t MANY_DONE = 1024;

// The way of a step, by how far it goes across and down, each from -1 to 1.
constexpr std::uint8_t WAY_OF_STEP[3][3] = {
	{ GridMap::way_up_left, GridMap::way_up, GridMap::way_up_right },
	{ GridMap::way_left, GridMap::way_up, GridMap::way_right },
	{ GridMap::way_down_left, GridMap::way_down, GridMap::way_down_right },
};

} // namespace

void Walkers::plan(Walker &walker) {
	set_target(walker, NOWHERE);
	walker.path.clear();
	walker.step = 0;
	walker.waited = 0;
	walker.phase = Phase::planning;
	walker.lets_pass = AgentId();
	if (first_plan_ < plans_.size() && plans_[first_plan_] == walker.agent) {
		is_searching_ = false; // the search was for somewhere else
	}
	if (!std::exchange(walker.is_planned, true)) {
		plans_.push_back(walker.agent);
	}
}

void Walkers::pop_plan() {
	is_searching_ = false;
	first_plan_++;
	if (first_plan_ == plans_.size() || first_plan_ >= MANY_DONE) {
		plans_.erase(plans_.begin(), plans_.begin() + static_cast<std::ptrdiff_t>(first_plan_));
		first_plan_ = 0;
	}
}

void Walkers::search(std::uint32_t quota) {
	while (quota > 0 && first_plan_ < plans_.size()) {
		Walker *walker = walker_of(plans_[first_plan_]);
		if (walker == nullptr || walker->phase != Phase::planning) {
			if (walker != nullptr) {
				walker->is_planned = false;
			}
			pop_plan();
			continue;
		}
		const SearchState state = search_on(*walker, quota);
		if (state == SearchState::more) {
			return;
		}
		walker->is_planned = false;
		pop_plan();
		if (state == SearchState::found) {
			take_path(*walker);
		} else if (walker->phase == Phase::planning) {
			// A way through what was blocked is better than none.
			std::exchange(walker->shuns, std::uint8_t{ 0 }) > 0 ? plan(*walker)
																: end(*walker, WalkOutcome::no_way);
		}
	}
}

// Goes on with one search and subtracts what it used from the quota.
SearchState Walkers::search_on(Walker &walker, std::uint32_t &quota) {
	const auto spend = [&quota](std::uint64_t cost) {
		quota -= static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, quota));
	};
	SearchState state = SearchState::more;
	if (!std::exchange(is_searching_, true)) {
		state = begin_search(walker);
		spend(LEAST_COST);
	}
	if (state == SearchState::more && seeks_space_) {
		const std::uint64_t before = space_.looked_at();
		state = search_near(walker, quota);
		spend(space_.looked_at() - before);
	}
	if (state == SearchState::more && !seeks_space_) {
		const std::uint64_t before = search_.expanded();
		state = search_.advance(quota);
		spend(search_.expanded() - before);
	}
	return state;
}

SearchState Walkers::begin_search(Walker &walker) {
	const WalkerGoal &goal = walker.goal;
	seeks_space_ = goal.kind == WalkerGoal::Kind::nearby;
	if (seeks_space_) {
		space_.begin(*map_, goal.tile);
		return SearchState::more;
	}
	if (goal.kind == WalkerGoal::Kind::beside) {
		return begin_search_beside(walker);
	}
	if (!map_->can_stand(goal.tile)) {
		return SearchState::none;
	}
	const std::uint32_t target = map_->place_of(goal.tile);
	if (book_.is_reserved(target, walker.agent)) {
		end(walker, WalkOutcome::taken, book_.reserved_for(target));
		return SearchState::none;
	}
	return begin_path(walker, target);
}

// Looks first for the tile to which the path is to lead.
SearchState Walkers::search_near(Walker &walker, std::uint32_t quota) {
	const Tile from = map_->tile_of(walker.next);
	const auto is_good = [&](Tile at) {
		return is_free(at, walker.agent) && map_->is_reachable(from, at);
	};
	const SearchState state = space_.advance(is_good, quota);
	if (state != SearchState::found) {
		return state;
	}
	if (!is_good(space_.found())) {
		space_.begin(*map_, walker.goal.tile); // somebody else has come there in the meantime
		return SearchState::more;
	}
	seeks_space_ = false;
	return begin_path(walker, map_->place_of(space_.found()));
}

SearchState Walkers::begin_path(Walker &walker, std::uint32_t target) {
	set_target(walker, target);
	return search_.begin(
			*map_, map_->tile_of(walker.next), map_->tile_of(target), shunned_by(walker));
}

SearchState Walkers::begin_search_beside(Walker &walker) {
	const std::optional<Tile> partner = next_tile_of(walker.goal.partner);
	if (!partner) {
		end(walker, WalkOutcome::partner_gone, walker.goal.partner);
		return SearchState::none;
	}
	const Tile from = map_->tile_of(walker.next);
	AgentId by;
	const auto is_taken = [&](Tile tile) {
		const AgentId taker = taker_of(map_->place_of(tile), walker.agent);
		by = !taker.is_none() && map_->is_reachable(from, tile) ? taker : by;
		return !taker.is_none();
	};
	const SearchState state =
			search_.begin_adjacent(*map_, from, *partner, is_taken, shunned_by(walker));
	if (state == SearchState::none && !by.is_none() && walker.shuns == 0) {
		end(walker, WalkOutcome::taken, by);
	}
	return state;
}

// Who stands there, or is about to come.
AgentId Walkers::taker_of(std::uint32_t place, AgentId except) const {
	if (book_.is_held(place, except)) {
		return book_.holder(place);
	}
	return book_.is_reserved(place, except) ? book_.reserved_for(place) : AgentId();
}

std::span<const Tile> Walkers::shunned_by(const Walker &walker) {
	avoided_.clear();
	const std::size_t count = std::min<std::size_t>(walker.shuns, walker.shunned.size());
	for (std::size_t i = 0; i < count; i++) {
		// Unless nobody stands there any more, or that is where it is going.
		const AgentId by = book_.holder(walker.shunned[i]);
		const bool is_target = walker.shunned[i] == walker.target;
		if (!by.is_none() && by != walker.agent && !is_target) {
			avoided_.push_back(map_->tile_of(walker.shunned[i]));
		}
	}
	return avoided_;
}

void Walkers::take_path(Walker &walker) {
	search_.take_path(found_);
	Tile from = map_->tile_of(walker.next);
	walker.path.clear();
	for (const Tile tile : found_) {
		walker.path.push_back(WAY_OF_STEP[tile.y - from.y + 1][tile.x - from.x + 1]);
		from = tile;
	}
	const std::uint32_t target = map_->place_of(from);
	if (walker.goal.kind == WalkerGoal::Kind::beside) {
		// Another agent may have taken it since the search began, but the tile that it stands on is
		// its own.
		const AgentId taker = taker_of(target, walker.agent);
		if (!taker.is_none() && !walker.path.empty()) {
			walker.followed++ < MOST_NEW_PATHS ? plan(walker)
											   : end(walker, WalkOutcome::taken, taker);
			return;
		}
		set_target(walker, taker.is_none() ? target : NOWHERE);
	}
	walker.phase = Phase::walking;
	walker.fewest_left = std::min(walker.fewest_left, walker.left());
	redirected_.push_back(walker.agent);
}

void Walkers::set_target(Walker &walker, std::uint32_t place) {
	if (walker.target != NOWHERE) {
		book_.cancel_reservation(walker.target, walker.agent);
		crowded_radius_ = 0;
	}
	walker.target = place;
	if (place != NOWHERE) {
		book_.reserve(place, walker.agent);
	}
}

bool Walkers::has_partner_left(const Walker &walker) const {
	if (walker.goal.kind != WalkerGoal::Kind::beside || walker.target == NOWHERE) {
		return false;
	}
	// A partner who walks is looked for again when it stands.
	const std::optional<Tile> partner = tile_of(walker.goal.partner);
	return walker_of(walker.goal.partner) == nullptr &&
			(!partner || !is_beside(map_->tile_of(walker.target), *partner));
}

// It has come to where its partner was.
void Walkers::end_beside(Walker &walker) {
	const std::optional<Tile> partner = next_tile_of(walker.goal.partner);
	if (!partner) {
		end(walker, WalkOutcome::partner_gone, walker.goal.partner);
	} else if (is_beside(map_->tile_of(walker.at), *partner)) {
		end(walker, WalkOutcome::arrived);
	} else if (walker.followed++ < MOST_NEW_PATHS) {
		plan(walker);
	} else {
		end(walker, WalkOutcome::partner_moves, walker.goal.partner);
	}
}

} // namespace agent_runtime

#include "core/world/walkers.h"

#include <algorithm>
#include <array>

// A tick: a thirtieth of a second in which everybody who walks moves on a little.

namespace agent_runtime {

namespace {

// The direction in which somebody looks who goes this way.
constexpr std::array<Facing, 8> FACING_OF_WAY = { Facing::up, Facing::down, Facing::left,
	Facing::right, Facing::left, Facing::right, Facing::right, Facing::left };

} // namespace

void Walkers::tick(std::uint32_t quota) {
	if (map_ == nullptr) {
		return;
	}
	search(quota);
	// An agent that makes way for others is added at the end, and begins in this very tick.
	for (std::size_t i = 0; i < active_.size(); i++) {
		advance(walker(active_[i]));
	}
	sweep();
}

void Walkers::sweep() {
	std::erase_if(active_, [this](std::uint32_t slot) {
		const bool is_over = walker(slot).phase == Phase::over;
		if (is_over) {
			free_slots_.push_back(slot);
		}
		return is_over;
	});
}

void Walkers::advance(Walker &walker) {
	std::int32_t left = walker.speed;
	bool has_moved = false;
	while (left > 0 && walker.phase != Phase::over) {
		if (!walker.is_between() && !step_on(walker)) {
			break;
		}
		const bool is_across = walker.entered_by > GridMap::way_right;
		const std::int32_t length = is_across ? ACROSS : STRAIGHT;
		const std::int32_t part = std::min(left, length - walker.progress);
		walker.progress += part;
		left -= part;
		has_moved = true;
		if (walker.progress == length) {
			reach(walker);
		}
	}
	if (has_moved) {
		moved_.push_back({ walker.agent, position_of(walker), walker.facing });
	}
}

// Moves it from the middle of a tile into the next one, if it can go there.
bool Walkers::step_on(Walker &walker) {
	if (walker.phase == Phase::waiting) {
		wait_aside(walker);
		return false;
	}
	if (walker.phase == Phase::planning) {
		return false;
	}
	if (walker.left() == 0) {
		reach_end(walker);
		return false;
	}
	const std::uint8_t way = walker.path[walker.step];
	const std::uint32_t place = neighbour(walker.at, way);
	if (book_.is_held(place, walker.agent) || is_crossed(walker, way)) {
		wait(walker, place);
		return false;
	}
	book_.hold(place, walker.agent);
	walker.next = place;
	walker.entered_by = way;
	walker.step++;
	walker.waited = 0;
	walker.facing = FACING_OF_WAY[way];
	return true;
}

// By somebody who is cutting across the same corner.
bool Walkers::is_crossed(const Walker &walker, std::uint8_t way) const {
	if (way <= GridMap::way_right) {
		return false;
	}
	const Tile step = GridMap::STEPS[way];
	const std::uint32_t beside = walker.at + static_cast<std::uint32_t>(step.x);
	const std::uint32_t below =
			walker.at + static_cast<std::uint32_t>(step.y * (1 << map_->row_shift()));
	return !book_.holder(beside).is_none() && book_.holder(beside) == book_.holder(below);
}

void Walkers::reach(Walker &walker) {
	book_.release(walker.at, walker.agent);
	crowded_radius_ = 0;
	walker.at = walker.next;
	walker.progress = 0;
	Body &own = *body(walker.agent);
	own.place = walker.at;
	own.tile = map_->tile_of(walker.at);
	if (walker.phase == Phase::walking && walker.left() < walker.fewest_left) {
		walker.fewest_left = walker.left();
		walker.stood = 0;
		walker.shuns = 0;
	}
	if (walker.phase == Phase::walking && has_partner_left(walker)) {
		plan(walker);
	} else if (walker.phase != Phase::planning && walker.left() == 0) {
		reach_end(walker);
	}
}

void Walkers::reach_end(Walker &walker) {
	if (walker.phase == Phase::aside) {
		walker.phase = Phase::waiting;
		walker.waited = 0;
		return;
	}
	if (walker.goal.kind == WalkerGoal::Kind::beside && !walker.is_silent) {
		end_beside(walker);
		return;
	}
	if (walker.looks_back) {
		walker.facing = walker.faced;
	}
	end(walker, WalkOutcome::arrived);
}

} // namespace agent_runtime

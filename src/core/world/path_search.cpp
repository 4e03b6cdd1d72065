#include "core/world/path_search.h"

#include "core/world/canonical_ways.h"

#include <algorithm>
#include <bit>

namespace agent_runtime {

namespace {

// The bits of a place's mark, from the lowest: the way by which it was reached, and these flags.
// The rest is the number of the search.
constexpr std::uint32_t WAY_MASK = 0xf;
constexpr std::uint32_t DONE = 1U << 4; // no cheaper way leads there
constexpr std::uint32_t GOAL = 1U << 5;
constexpr std::uint32_t DOOR = 1U << 6; // the seat that is the goal can be entered from here
constexpr std::uint32_t NUMBER_SHIFT = 7;
constexpr std::uint32_t LAST_NUMBER = (1U << (32 - NUMBER_SHIFT)) - 1;
constexpr std::uint32_t FARTHEST = std::numeric_limits<std::uint32_t>::max();

constexpr FollowedWays IN_ORDER_STRAIGHT(false, false);
constexpr FollowedWays IN_ORDER_DIAGONAL(true, false);
constexpr FollowedWays ALL_STRAIGHT(false, true);
constexpr FollowedWays ALL_DIAGONAL(true, true);

} // namespace

void PathSearch::prepare(const GridMap &map, Tile from, std::span<const Tile> avoid) {
	map_ = &map;
	state_ = SearchState::more;
	expanded_ = 0;
	if (nodes_.size() < map.places()) {
		nodes_.resize(map.places());
	}
	if (++search_ > LAST_NUMBER) {
		std::fill(nodes_.begin(), nodes_.end(), Node{});
		search_ = 1;
	}
	const std::int32_t row = 1 << map.row_shift();
	for (std::size_t way = 0; way < offsets_.size(); way++) {
		offsets_[way] = GridMap::STEPS[way].y * row + GridMap::STEPS[way].x;
	}
	queue_.clear();
	near_.clear();
	far_.clear();
	followed_ = map.diagonals() ? &IN_ORDER_DIAGONAL : &IN_ORDER_STRAIGHT;
	for (const Tile tile : avoid) {
		if (tile != from) {
			mark_closed(tile);
		}
	}
}

// A way may be left out only because an equal one is followed instead, and that one must not lead
// through a closed tile.
void PathSearch::mark_closed(Tile tile) {
	if (map_->contains(tile)) {
		nodes_[map_->place_of(tile)] = { 0, search_ << NUMBER_SHIFT | DONE };
		followed_ = map_->diagonals() ? &ALL_DIAGONAL : &ALL_STRAIGHT;
	}
}

bool PathSearch::is_closed(Tile tile) const {
	const Node &node = nodes_[map_->place_of(tile)];
	return node.mark >> NUMBER_SHIFT == search_ && (node.mark & DONE) != 0;
}

void PathSearch::mark_goal(Tile goal) {
	nodes_[map_->place_of(goal)] = { FARTHEST, search_ << NUMBER_SHIFT | GOAL };
}

// On the map, no way leads to a seat. In this search it can be entered from every place that a way
// from the seat leads to.
void PathSearch::mark_doors_of_seat(Tile seat) {
	goal_ = map_->place_of(seat);
	std::uint32_t ways = ALL_DIAGONAL.at(FollowedWays::NOT_REACHED, map_->ways()[goal_]);
	ways &= map_->diagonals() ? 0xff : 0x0f;
	for (; ways != 0; ways &= ways - 1) {
		const std::uint32_t door = goal_ + offsets_[std::countr_zero(ways)];
		if (!is_closed(map_->tile_of(door))) {
			nodes_[door] = { FARTHEST, search_ << NUMBER_SHIFT | DOOR };
		}
	}
}

SearchState PathSearch::begin(const GridMap &map, Tile from, Tile to, std::span<const Tile> avoid) {
	prepare(map, from, avoid);
	if (map.contains(from) && from == to) {
		from_ = goal_ = map.place_of(from);
		nodes_[goal_] = { 0, search_ << NUMBER_SHIFT };
		return state_ = SearchState::found;
	}
	if (!map.is_reachable(from, to) || is_closed(to)) {
		return state_ = SearchState::none;
	}
	mark_goal(to);
	if (!map.is_walkable(to)) {
		mark_doors_of_seat(to);
	}
	return start(from, to);
}

SearchState PathSearch::begin_adjacent(
		const GridMap &map, Tile from, Tile target, TileTest blocked, std::span<const Tile> avoid) {
	prepare(map, from, avoid);
	if (map.contains(from) && is_beside(from, target)) {
		from_ = goal_ = map.place_of(from);
		nodes_[goal_] = { 0, search_ << NUMBER_SHIFT };
		return state_ = SearchState::found;
	}
	bool is_any = false;
	// at least in part, so that a path could lead through the target itself
	bool is_surrounded = false;
	for (std::uint32_t way = GridMap::way_up; way <= GridMap::way_right; way++) {
		const Tile step = GridMap::STEPS[way];
		const Tile tile{ target.x + step.x, target.y + step.y };
		if (!map.is_walkable(tile)) {
			continue;
		}
		if (is_closed(tile) || blocked(tile)) {
			is_surrounded = true;
		} else if (map.is_reachable(from, tile)) {
			mark_goal(tile);
			is_any = true;
		}
	}
	if (!is_any) {
		return state_ = SearchState::none;
	}
	if (is_surrounded) {
		mark_closed(target);
	}
	return start(from, target);
}

// One search in progress. It copies what every round needs, so that the compiler need not read it
// again after each store into a node.
template <bool DIAGONALS>
class PathSearch::Search {
public:
	explicit Search(PathSearch &search) :
			search_(search),
			nodes_(search.nodes_.data()),
			ways_(search.map_->ways()),
			followed_(*search.followed_),
			offsets_(search.offsets_),
			number_(search.search_ << NUMBER_SHIFT),
			row_shift_(search.map_->row_shift()),
			goal_x_(search.goal_x_),
			goal_y_(search.goal_y_) {}

	SearchState advance(std::uint32_t quota) {
		std::uint32_t looked_at = 0;
		const SearchState state = look(quota, looked_at);
		search_.expanded_ += looked_at;
		return state;
	}

	void begin_at(std::uint32_t place) {
		if constexpr (DIAGONALS) {
			search_.queue_.begin_at(estimate(place));
			search_.queue_.push(estimate(place), place);
		} else {
			search_.near_.push_back(place);
		}
	}

private:
	SearchState look(std::uint32_t quota, std::uint32_t &looked_at) {
		for (std::uint32_t place = 0; next(place);) {
			std::uint32_t &mark = nodes_[place].mark;
			if ((mark & DONE) != 0) {
				continue; // it was reached again at less cost, and has been dealt with since
			}
			if ((mark & GOAL) != 0) {
				search_.goal_ = place;
				return SearchState::found;
			}
			if (looked_at == quota) {
				put_back(place);
				return SearchState::more;
			}
			mark |= DONE;
			looked_at++;
			look_from(place);
		}
		return SearchState::none;
	}

	bool next(std::uint32_t &place) {
		if constexpr (DIAGONALS) {
			return search_.queue_.pop(place);
		} else {
			if (search_.near_.empty()) {
				std::swap(search_.near_, search_.far_);
			}
			if (search_.near_.empty()) {
				return false;
			}
			place = search_.near_.back();
			search_.near_.pop_back();
			return true;
		}
	}

	void put_back(std::uint32_t place) {
		if constexpr (DIAGONALS) {
			search_.queue_.put_back(place);
		} else {
			search_.near_.push_back(place);
		}
	}

	std::int32_t x_of(std::uint32_t place) const {
		return static_cast<std::int32_t>(place & ((1U << row_shift_) - 1));
	}
	std::int32_t y_of(std::uint32_t place) const {
		return static_cast<std::int32_t>(place >> row_shift_);
	}

	// The least that it can cost to reach the goal from here.
	std::uint32_t estimate(std::uint32_t place) const {
		const std::uint32_t across = static_cast<std::uint32_t>(std::abs(x_of(place) - goal_x_));
		const std::uint32_t down = static_cast<std::uint32_t>(std::abs(y_of(place) - goal_y_));
		return STRAIGHT_COST * std::max(across, down) +
				(DIAGONAL_COST - STRAIGHT_COST) * std::min(across, down);
	}

	// The straight ways that lead nearer to the goal.
	std::uint32_t ways_nearer(std::uint32_t place) const {
		const std::int32_t x = x_of(place);
		const std::int32_t y = y_of(place);
		return std::uint32_t(y > goal_y_) << GridMap::way_up |
				std::uint32_t(y < goal_y_) << GridMap::way_down |
				std::uint32_t(x > goal_x_) << GridMap::way_left |
				std::uint32_t(x < goal_x_) << GridMap::way_right;
	}

	void look_from(std::uint32_t place) {
		const Node node = nodes_[place];
		if ((node.mark & DOOR) != 0) {
			enter_seat(place, node.cost);
		}
		std::uint32_t ways = followed_.at(node.mark & WAY_MASK, ways_[place]);
		if constexpr (DIAGONALS) {
			for (; ways != 0; ways &= ways - 1) {
				const std::uint32_t way = static_cast<std::uint32_t>(std::countr_zero(ways));
				const std::uint32_t next = place + offsets_[way];
				const std::uint32_t cost = node.cost + step_cost(way);
				if (reach(next, cost, way)) {
					search_.queue_.push(cost + estimate(next), next);
				}
			}
		} else {
			const std::uint32_t nearer = ways_nearer(place);
			for (std::uint32_t left = ways & ~nearer; left != 0; left &= left - 1) {
				step(place, node.cost + 1, std::countr_zero(left), search_.far_);
			}
			for (std::uint32_t left = ways & nearer; left != 0; left &= left - 1) {
				step(place, node.cost + 1, std::countr_zero(left), search_.near_);
			}
		}
	}

	void step(std::uint32_t place, std::uint32_t cost, int way, std::vector<std::uint32_t> &stack) {
		const std::uint32_t next = place + offsets_[static_cast<std::size_t>(way)];
		if (reach(next, cost, static_cast<std::uint32_t>(way))) {
			stack.push_back(next);
		}
	}

	static std::uint32_t step_cost(std::uint32_t way) {
		return !DIAGONALS ? 1 : way <= GridMap::way_right ? STRAIGHT_COST : DIAGONAL_COST;
	}

	bool reach(std::uint32_t place, std::uint32_t cost, std::uint32_t way) {
		Node &node = nodes_[place];
		std::uint32_t kept = 0;
		if ((node.mark ^ number_) >> NUMBER_SHIFT == 0) {
			if (cost >= node.cost) {
				return false;
			}
			kept = node.mark & (GOAL | DOOR);
		}
		node = { cost, number_ | kept | way };
		return true;
	}

	void enter_seat(std::uint32_t door, std::uint32_t cost) {
		const std::uint32_t seat = search_.goal_;
		std::uint32_t way = 0;
		while (door + offsets_[way] != seat) {
			way++;
		}
		cost += step_cost(way);
		if (!reach(seat, cost, way)) {
			return;
		}
		if constexpr (DIAGONALS) {
			search_.queue_.push(cost, seat);
		} else {
			search_.near_.push_back(seat);
		}
	}

	PathSearch &search_;
	Node *const nodes_;
	const std::uint8_t *const ways_;
	const FollowedWays &followed_;
	const std::array<std::int32_t, 8> offsets_;
	const std::uint32_t number_;
	const std::uint32_t row_shift_;
	const std::int32_t goal_x_;
	const std::int32_t goal_y_;
};

SearchState PathSearch::start(Tile from, Tile towards) {
	goal_x_ = towards.x - map_->origin().x;
	goal_y_ = towards.y - map_->origin().y;
	from_ = map_->place_of(from);
	Node &node = nodes_[from_];
	const std::uint32_t kept = node.mark >> NUMBER_SHIFT == search_ ? node.mark & (GOAL | DOOR) : 0;
	node = { 0, search_ << NUMBER_SHIFT | kept | FollowedWays::NOT_REACHED };
	if (map_->diagonals()) {
		Search<true>(*this).begin_at(from_);
	} else {
		Search<false>(*this).begin_at(from_);
	}
	return state_;
}

SearchState PathSearch::advance(std::uint32_t quota) {
	if (state_ == SearchState::more) {
		state_ = map_->diagonals() ? Search<true>(*this).advance(quota)
								   : Search<false>(*this).advance(quota);
	}
	return state_;
}

void PathSearch::take_path(std::vector<Tile> &path) const {
	path.clear();
	for (std::uint32_t place = goal_; place != from_;) {
		path.push_back(map_->tile_of(place));
		place -= offsets_[nodes_[place].mark & WAY_MASK];
	}
	std::reverse(path.begin(), path.end());
}

std::uint32_t PathSearch::cost() const {
	return nodes_[goal_].cost * (map_->diagonals() ? 1 : STRAIGHT_COST);
}

bool PathSearch::find(
		const GridMap &map, Tile from, Tile to, std::vector<Tile> &path, const PathLimits &limits) {
	path.clear();
	begin(map, from, to, limits.avoid);
	if (advance(limits.quota) != SearchState::found) {
		return false;
	}
	take_path(path);
	return true;
}

bool PathSearch::find_adjacent(const GridMap &map, Tile from, Tile target, TileTest blocked,
		std::vector<Tile> &path, const PathLimits &limits) {
	path.clear();
	begin_adjacent(map, from, target, blocked, limits.avoid);
	if (advance(limits.quota) != SearchState::found) {
		return false;
	}
	take_path(path);
	return true;
}

} // namespace agent_runtime

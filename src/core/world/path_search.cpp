#include "core/world/path_search.h"

#include "core/world/canonical_ways.h"

#include <algorithm>
#include <bit>

namespace agent_runtime {

namespace {

// What a place's mark says, from the lowest bit: by which way it was reached, and these. The rest is
// the number of the search.
constexpr std::uint32_t WAY_MASK = 0xf;
constexpr std::uint32_t DONE = 1U << 4; // nothing leads there at less cost
constexpr std::uint32_t GOAL = 1U << 5;
constexpr std::uint32_t DOOR = 1U << 6; // the seat that is the goal can be entered from here
constexpr std::uint32_t NUMBER_SHIFT = 7;
constexpr std::uint32_t LAST_NUMBER = (1U << (32 - NUMBER_SHIFT)) - 1;
constexpr std::uint32_t FARTHEST = std::numeric_limits<std::uint32_t>::max();

constexpr FollowedWays IN_ORDER_STRAIGHT(false, false);
constexpr FollowedWays IN_ORDER_DIAGONAL(true, false);
constexpr FollowedWays ALL_STRAIGHT(false, true);
constexpr FollowedWays ALL_DIAGONAL(true, true);

// Without diagonals a step costs one, and estimates in the queue differ by two at the most.
template <bool DIAGONALS>
constexpr std::uint32_t STEP = DIAGONALS ? PathSearch::STRAIGHT_COST : 1;
template <bool DIAGONALS>
constexpr std::uint32_t BUCKET_MASK = DIAGONALS ? 4095 : 3;

} // namespace

void PathSearch::prepare(const GridMap &map, std::span<const Tile> avoid) {
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
	while (filled_words_ != 0) {
		const int word = std::countr_zero(filled_words_);
		for (std::uint64_t &left = filled_[word]; left != 0; left &= left - 1) {
			heads_[static_cast<std::size_t>(word) * 64 + std::countr_zero(left)] = 0;
		}
		filled_words_ &= filled_words_ - 1;
	}
	entries_.clear();
	entries_.push_back({}); // number 0 says that there is none
	free_entry_ = 0;
	followed_ = map.diagonals() ? &IN_ORDER_DIAGONAL : &IN_ORDER_STRAIGHT;
	for (const Tile tile : avoid) {
		mark_closed(tile);
	}
}

// What is left out because something else is in order must not be led through a closed tile.
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

// No way leads to a seat, as the map has it. For this search it can be entered from those places to
// which a way leads from it.
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
	prepare(map, avoid);
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
	return start(from, to, 0);
}

SearchState PathSearch::begin_adjacent(
		const GridMap &map, Tile from, Tile target, TileTest blocked, std::span<const Tile> avoid) {
	prepare(map, avoid);
	if (map.contains(from) && is_beside(from, target)) {
		from_ = goal_ = map.place_of(from);
		nodes_[goal_] = { 0, search_ << NUMBER_SHIFT };
		return state_ = SearchState::found;
	}
	bool is_any = false;
	bool is_surrounded = false; // in part, so that a path could lead through the target itself
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
	return start(from, target, 1);
}

SearchState PathSearch::start(Tile from, Tile towards, std::uint32_t spared_steps) {
	goal_x_ = towards.x - map_->origin().x;
	goal_y_ = towards.y - map_->origin().y;
	from_ = map_->place_of(from);
	Node &node = nodes_[from_];
	const std::uint32_t kept = node.mark >> NUMBER_SHIFT == search_ ? node.mark & (GOAL | DOOR) : 0;
	node = { 0, search_ << NUMBER_SHIFT | kept | FollowedWays::NOT_REACHED };
	if (map_->diagonals()) {
		spared_ = spared_steps * STEP<true>;
		bucket_ = estimate<true>(from_) & BUCKET_MASK<true>;
	} else {
		spared_ = spared_steps * STEP<false>;
		bucket_ = estimate<false>(from_) & BUCKET_MASK<false>;
	}
	push(bucket_, from_);
	return state_;
}

template <bool DIAGONALS>
inline std::uint32_t PathSearch::estimate(std::uint32_t place) const {
	const std::int32_t row_mask = (1 << map_->row_shift()) - 1;
	const std::int32_t x = static_cast<std::int32_t>(place) & row_mask;
	const std::int32_t y = static_cast<std::int32_t>(place >> map_->row_shift());
	const std::uint32_t across = static_cast<std::uint32_t>(std::abs(x - goal_x_));
	const std::uint32_t down = static_cast<std::uint32_t>(std::abs(y - goal_y_));
	std::uint32_t cost = 0;
	if constexpr (DIAGONALS) {
		cost = STRAIGHT_COST * std::max(across, down) +
				(DIAGONAL_COST - STRAIGHT_COST) * std::min(across, down);
	} else {
		cost = across + down;
	}
	return std::max(cost, spared_) - spared_;
}

inline void PathSearch::push(std::uint32_t bucket, std::uint32_t place) {
	std::uint32_t entry = free_entry_;
	if (entry != 0) {
		free_entry_ = entries_[entry].next;
		entries_[entry] = { place, heads_[bucket] };
	} else {
		entry = static_cast<std::uint32_t>(entries_.size());
		entries_.push_back({ place, heads_[bucket] });
	}
	heads_[bucket] = entry;
	filled_[bucket / 64] |= std::uint64_t(1) << (bucket % 64);
	filled_words_ |= std::uint64_t(1) << (bucket / 64);
}

inline std::uint32_t PathSearch::pop(std::uint32_t bucket) {
	const std::uint32_t entry = heads_[bucket];
	const Entry popped = entries_[entry];
	entries_[entry].next = free_entry_;
	free_entry_ = entry;
	heads_[bucket] = popped.next;
	if (popped.next == 0) {
		std::uint64_t &word = filled_[bucket / 64];
		word &= ~(std::uint64_t(1) << (bucket % 64));
		if (word == 0) {
			filled_words_ &= ~(std::uint64_t(1) << (bucket / 64));
		}
	}
	return popped.place;
}

// Goes to the next stack that is not empty, round the circle.
template <bool DIAGONALS>
inline bool PathSearch::find_bucket() {
	if (heads_[bucket_] != 0) {
		return true;
	}
	if (filled_words_ == 0) {
		return false;
	}
	if constexpr (!DIAGONALS) {
		do {
			bucket_ = (bucket_ + 1) & BUCKET_MASK<false>;
		} while (heads_[bucket_] == 0);
		return true;
	}
	const std::uint32_t word = bucket_ / 64;
	if (const std::uint64_t later = filled_[word] & ~std::uint64_t(0) << (bucket_ % 64);
			later != 0) {
		bucket_ = word * 64 + static_cast<std::uint32_t>(std::countr_zero(later));
		return true;
	}
	// Words after this one come first; this one again, for its beginning, comes last.
	const std::uint64_t turned = std::rotr(filled_words_, static_cast<int>(word + 1));
	const std::uint32_t next =
			(word + 1 + static_cast<std::uint32_t>(std::countr_zero(turned))) % 64;
	bucket_ = next * 64 + static_cast<std::uint32_t>(std::countr_zero(filled_[next]));
	return true;
}

template <bool DIAGONALS>
inline void PathSearch::reach(std::uint32_t place, std::uint32_t cost, std::uint32_t way) {
	Node &node = nodes_[place];
	std::uint32_t kept = 0;
	if (node.mark >> NUMBER_SHIFT == search_) {
		if (cost >= node.cost) {
			return;
		}
		kept = node.mark & (GOAL | DOOR);
	}
	node = { cost, search_ << NUMBER_SHIFT | kept | way };
	push((cost + estimate<DIAGONALS>(place)) & BUCKET_MASK<DIAGONALS>, place);
}

template <bool DIAGONALS>
inline void PathSearch::look_from(std::uint32_t place) {
	const Node node = nodes_[place];
	if ((node.mark & DOOR) != 0) {
		std::uint32_t way = 0;
		while (place + offsets_[way] != goal_) {
			way++;
		}
		const bool is_straight = way <= GridMap::way_right;
		reach<DIAGONALS>(goal_, node.cost + (is_straight ? STEP<DIAGONALS> : DIAGONAL_COST), way);
	}
	std::uint32_t ways = followed_->at(node.mark & WAY_MASK, map_->ways()[place]);
	for (; ways != 0; ways &= ways - 1) {
		const std::uint32_t way = static_cast<std::uint32_t>(std::countr_zero(ways));
		const bool is_straight = !DIAGONALS || way <= GridMap::way_right;
		reach<DIAGONALS>(place + offsets_[way],
				node.cost + (is_straight ? STEP<DIAGONALS> : DIAGONAL_COST), way);
	}
}

template <bool DIAGONALS>
SearchState PathSearch::run(std::uint32_t quota) {
	while (find_bucket<DIAGONALS>()) {
		if (quota == 0) {
			return SearchState::more;
		}
		const std::uint32_t place = pop(bucket_);
		std::uint32_t &mark = nodes_[place].mark;
		if ((mark & DONE) != 0) {
			continue; // reached again at less cost, and looked at since
		}
		if ((mark & GOAL) != 0) {
			goal_ = place;
			return SearchState::found;
		}
		mark |= DONE;
		quota--;
		expanded_++;
		look_from<DIAGONALS>(place);
	}
	return SearchState::none;
}

SearchState PathSearch::advance(std::uint32_t quota) {
	if (state_ == SearchState::more) {
		state_ = map_->diagonals() ? run<true>(quota) : run<false>(quota);
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

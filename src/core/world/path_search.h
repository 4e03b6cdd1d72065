#pragma once

// Finds shortest paths on a grid map. A search object is scratch space to be reused: after the
// first searches on maps of one size it allocates nothing. Whoever searches owns one.
//
//	PathSearch search;
//	std::vector<Tile> path;
//	if (search.find(*map, from, to, path)) {
//		walk(path); // from the first step to `to`; empty when it stands there already
//	}
//
// A long search can be made in pieces, with the same outcome however it is divided:
//
//	SearchState state = search.begin(*map, from, to);
//	while (state == SearchState::more) {
//		state = search.advance(quota); // later
//	}
//
// It is A* with a queue of buckets. Costs are whole numbers (985 for a straight step, and 1393 for
// a diagonal one, which approximates the square root of two closely enough), so the places to look
// at next are kept in one stack for each estimated total cost. Of several equally long ways to a
// place only one is followed (by the rules of canonical order), unless places have to be avoided.

#include "core/world/bucket_queue.h"
#include "core/world/grid_map.h"
#include "core/world/tile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace agent_runtime {

// A predicate over tiles, used only during the call that it is passed to: any callable that takes a
// Tile and returns a bool. Nothing is copied or allocated.
class TileTest {
public:
	template <typename F>
	requires(!std::is_same_v<std::remove_cvref_t<F>, TileTest> &&
			std::is_invocable_r_v<bool, const F &, Tile>) TileTest(const F &asked) :
			asked_(&asked),
			ask_([](const void *function, Tile tile) -> bool {
				return (*static_cast<const F *>(function))(tile);
			}) {}

	bool operator()(Tile tile) const { return ask_(asked_, tile); }

private:
	const void *asked_;
	bool (*ask_)(const void *, Tile);
};

class FollowedWays;

enum class SearchState : std::uint8_t { more, found, none };

// Restricts a search.
struct PathLimits {
	// Tiles to treat as obstacles in this search. The tile where the path begins is never one.
	std::span<const Tile> avoid = {};
	// How many places to look at before giving up. The default is no limit.
	std::uint32_t quota = std::numeric_limits<std::uint32_t>::max();
};

// Thread rule: any thread, one at a time.
class PathSearch {
public:
	static constexpr std::uint32_t STRAIGHT_COST = 985;
	static constexpr std::uint32_t DIAGONAL_COST = 1393;

	// Finds the tiles from the first step to `to`. Returns false and an empty path when there is no
	// way. A wall or a place off the map cannot be a goal. A path may begin or end on a seat, but
	// not cross one.
	bool find(const GridMap &map, Tile from, Tile to, std::vector<Tile> &path,
			const PathLimits &limits = {});
	// Finds a path to the nearest tile straight beside `target` that everybody may stand on and
	// that is not `blocked`. Of several at the same distance it always picks the same. The path is
	// empty when `from` is such a tile.
	bool find_adjacent(const GridMap &map, Tile from, Tile target, TileTest blocked,
			std::vector<Tile> &path, const PathLimits &limits = {});

	// The same in pieces. Until it ends, the map must live and this object must not be used for
	// anything else.
	SearchState begin(const GridMap &map, Tile from, Tile to, std::span<const Tile> avoid = {});
	SearchState begin_adjacent(const GridMap &map, Tile from, Tile target, TileTest blocked,
			std::span<const Tile> avoid = {});
	// Looks at `quota` more places.
	SearchState advance(std::uint32_t quota);
	// After the search has found a path: the same path that find() gives, and its cost.
	void take_path(std::vector<Tile> &path) const;
	std::uint32_t cost() const;
	// How many places it has looked at since begin().
	std::uint64_t expanded() const { return expanded_; }

private:
	// A place in this search. `mark` holds the number of the search that wrote it, the flags of the
	// place, and the way by which it was reached.
	struct Node {
		std::uint32_t cost;
		std::uint32_t mark;
	};
	template <bool DIAGONALS>
	class Search;

	void prepare(const GridMap &map, Tile from, std::span<const Tile> avoid);
	void mark_goal(Tile goal);
	void mark_doors_of_seat(Tile seat);
	void mark_closed(Tile tile);
	bool is_closed(Tile tile) const;
	SearchState start(Tile from, Tile towards);

	const GridMap *map_ = nullptr;
	const FollowedWays *followed_ = nullptr;
	SearchState state_ = SearchState::none;
	std::uint32_t search_ = 0; // the number of this search, in the position that it has in a mark
	std::uint32_t from_ = 0;
	std::uint32_t goal_ = 0; // the goal that was found; before that, the seat that is the goal
	std::int32_t goal_x_ = 0; // where estimates lead to, counted from the map's corner
	std::int32_t goal_y_ = 0;
	std::uint64_t expanded_ = 0;
	std::array<std::int32_t, 8> offsets_{};
	std::vector<Node> nodes_;
	BucketQueue queue_; // used with diagonals
	// Used without diagonals: places to look at next, those with the current estimate and those
	// with the one above it.
	std::vector<std::uint32_t> near_;
	std::vector<std::uint32_t> far_;
};

} // namespace agent_runtime

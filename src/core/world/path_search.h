#pragma once

// Shortest paths on a grid map. A search object is scratch that is used again and again: after the
// first searches on a map of a size nothing is allocated any more. Whoever searches owns one.
//
//	PathSearch search;
//	std::vector<Tile> path;
//	if (search.find(*map, from, to, path)) {
//		walk(path); // from the first step to `to`; empty when it stands there already
//	}
//
// A long search can be made in pieces, with the same outcome however it is cut:
//
//	SearchState state = search.begin(*map, from, to);
//	while (state == SearchState::more) {
//		state = search.advance(quota); // later
//	}
//
// It is A* with a queue of buckets: costs are whole numbers (a straight step 985, one across 1393,
// which is the square root of two as nearly as matters), so the places to be looked at next are
// kept in a stack for each estimate of the whole way. Of several ways that are equally long to a
// place only one is followed (by the rules of canonical order), unless places are to be avoided.

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

// A question about a tile, which is asked while the call lasts that it is passed to: any callable
// that takes a Tile and gives a bool. Nothing is copied or allocated.
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

// What a search may not do.
struct PathLimits {
	// Tiles that are in the way this once; not the one from which the path leads.
	std::span<const Tile> avoid = {};
	// Places to look at, at the most: then there is no path. All: as many as it takes.
	std::uint32_t quota = std::numeric_limits<std::uint32_t>::max();
};

// Thread rule: any thread, one at a time.
class PathSearch {
public:
	static constexpr std::uint32_t STRAIGHT_COST = 985;
	static constexpr std::uint32_t DIAGONAL_COST = 1393;

	// The tiles from the first step to `to`. False, and an empty path, when there is no way. A wall
	// or a place off the map is no goal; of a seat the path may begin, and end on one.
	bool find(const GridMap &map, Tile from, Tile to, std::vector<Tile> &path,
			const PathLimits &limits = {});
	// To the nearest tile straight beside `target` that everybody may stand on and that is not
	// `blocked`; of several at the same distance always the same. Empty when `from` is beside it.
	bool find_adjacent(const GridMap &map, Tile from, Tile target, TileTest blocked,
			std::vector<Tile> &path, const PathLimits &limits = {});

	// The same in pieces. The map lives, and this object is not used otherwise, until it ends.
	SearchState begin(const GridMap &map, Tile from, Tile to, std::span<const Tile> avoid = {});
	SearchState begin_adjacent(const GridMap &map, Tile from, Tile target, TileTest blocked,
			std::span<const Tile> avoid = {});
	// Looks at `quota` places more.
	SearchState advance(std::uint32_t quota);
	// Of a search that has found: the same that find gives, and its cost.
	void take_path(std::vector<Tile> &path) const;
	std::uint32_t cost() const;
	// How many places were looked at since begin.
	std::uint64_t expanded() const { return expanded_; }

private:
	// A place in this search. `mark` holds the number of the search that wrote it, what the place
	// is to it, and by which way it was reached.
	struct Node {
		std::uint32_t cost;
		std::uint32_t mark;
	};
	template <bool DIAGONALS>
	class Run;

	void prepare(const GridMap &map, Tile from, std::span<const Tile> avoid);
	void mark_goal(Tile goal);
	void mark_doors_of_seat(Tile seat);
	void mark_closed(Tile tile);
	bool is_closed(Tile tile) const;
	SearchState start(Tile from, Tile towards);

	const GridMap *map_ = nullptr;
	const FollowedWays *followed_ = nullptr;
	SearchState state_ = SearchState::none;
	std::uint32_t search_ = 0; // the number of this search, where marks have it
	std::uint32_t from_ = 0;
	std::uint32_t goal_ = 0; // the one found; before, the seat that is one
	std::int32_t goal_x_ = 0; // what estimates refer to, counted from the map's corner
	std::int32_t goal_y_ = 0;
	std::uint64_t expanded_ = 0;
	std::array<std::int32_t, 8> offsets_{};
	std::vector<Node> nodes_;
	BucketQueue queue_; // with diagonals
	// Without: of places to be looked at, those whose estimate is the same, and those one more.
	std::vector<std::uint32_t> near_;
	std::vector<std::uint32_t> far_;
};

} // namespace agent_runtime

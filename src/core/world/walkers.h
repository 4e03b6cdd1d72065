#pragma once

// Moves all agents that the world moves over its map: who stands where, and who walks, tick by
// tick. In come agents that are put on the map, requests for walks, and new maps. Out come, after
// each tick, who has moved, whose path has changed, and whose walk has ended.
//
//	Walkers walkers;
//	walkers.set_map(map);
//	walkers.add(ada, { 2, 2 });
//	walkers.begin(ada, { .tile = { 9, 4 } }, 3.0);
//	while (walkers.is_moving()) {
//		walkers.tick(quota);   // a thirtieth of a second
//		show(walkers.moved());
//	}
//
// A tile belongs to one agent alone, and a walking agent holds both the tile that it leaves and the
// one that it enters. An agent that finds the next tile taken waits a moment, looks for a way
// around close by, and otherwise has somebody make way. When two meet head-on, one steps aside
// until the other has passed. An agent that merely stands in the way does so too, and then comes
// back. An agent that has stood before an obstacle for too long without getting nearer gives up, so
// that every walk ends.
//
// Files: walkers.cpp agents and maps, walkers_plan.cpp paths, walkers_tick.cpp walking,
// walkers_meet.cpp agents that are in each other's way; local_search looks around, ring_search
// looks for space, tile_book records who is where.
//
// Owned by the step engine. Thread rule: worker only.

#include "core/base/agent_table.h"
#include "core/world/local_search.h"
#include "core/world/path_search.h"
#include "core/world/ring_search.h"
#include "core/world/tile_book.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Where a walk leads.
struct WalkerGoal {
	enum class Kind : std::uint8_t {
		tile, // exactly there
		nearby, // there, or to the nearest free tile
		beside, // to a free tile straight beside another agent
	};
	Kind kind = Kind::tile;
	Tile tile = {};
	AgentId partner = {};
};

// How a walk has ended.
enum class WalkOutcome : std::uint8_t {
	arrived,
	no_way, // walls stand between
	taken, // somebody stands there, or is about to
	stuck, // the way stayed blocked
	partner_gone,
	partner_moves, // the partner does not stand still
	no_space, // the agent has no tile on the map
	aside, // nobody asked for this walk: it made way, and stands again
};

class Walkers {
public:
	static constexpr int TICKS_A_SECOND = 30;

	struct Moved {
		AgentId agent;
		TilePosition position;
		Facing facing = Facing::down;
	};
	struct Ended {
		AgentId agent;
		WalkOutcome outcome = WalkOutcome::arrived;
		AgentId by = {}; // the agent in the way, if there is one
	};

	// For an agent that stands: the direction in which it looks, if it may step aside for others;
	// otherwise nothing.
	using MayStepAside = std::function<std::optional<Facing>(AgentId)>;
	void set_may_step_aside(MayStepAside may_step_aside) {
		may_step_aside_ = std::move(may_step_aside);
	}

	// Everybody stays where the new map allows it, and is otherwise put on the nearest free tile
	// and reported in moved(). Of the walks under way, only those whose path is broken are planned
	// anew. Null: there is no map, nobody is on it, and all walks are over.
	void set_map(GridMapPtr map);
	const GridMapPtr &map() const { return map_; }

	// Puts an agent on a tile, or on the nearest free one. Nothing when none is free; then it is
	// put on the next map.
	std::optional<Tile> add(AgentId agent, Tile tile);
	// Adds somebody that others move. A guest is an obstacle where it can be, and never walks.
	void add_guest(AgentId agent, Tile tile);
	void remove(AgentId agent);

	// Replaces the walk under way. `speed` is in tiles a second.
	void begin(AgentId agent, const WalkerGoal &goal, double speed);
	// The agent stops on the next tile, even when it merely makes way for others. Nothing more is
	// reported about that walk.
	void stop(AgentId agent);

	// Whether somebody walks, or something is left to report.
	bool is_moving() const { return !active_.empty() || !ended_.empty() || !redirected_.empty(); }
	// Looks at no more than `quota` places to find paths. The searches go on in the next tick.
	void tick(std::uint32_t quota);

	// What has happened since forget_news(), in this order. After a change of map, only the places
	// in moved() are valid.
	const std::vector<Moved> &moved() const { return moved_; }
	const std::vector<Ended> &ended() const { return ended_; }
	const std::vector<AgentId> &redirected() const { return redirected_; }
	void forget_news();

	// The places on its way, beginning where it is; empty when it stands.
	void path_of(AgentId agent, std::vector<TilePosition> &path) const;
	double speed_of(AgentId agent) const;
	std::optional<Tile> tile_of(AgentId agent) const;
	// The tile reserved for the agent at the end of its walk.
	std::optional<Tile> target_of(AgentId agent) const;
	bool is_on_its_way(AgentId agent) const { return walker_of(agent) != nullptr; }
	// Everybody may stand there, and nobody else does or is about to.
	bool is_free(Tile tile, AgentId except) const {
		return map_->is_walkable(tile) && book_.is_free(map_->place_of(tile), except);
	}
	// The tile that it is entering, or else the one that it is on.
	std::optional<Tile> next_tile_of(AgentId agent) const;

private:
	static constexpr std::uint32_t NOWHERE = 0xffff'ffff;
	static constexpr std::uint32_t NONE = 0xffff'ffff;
	// The lengths of a straight and a diagonal step, in units.
	static constexpr std::int32_t STRAIGHT = 30'000;
	static constexpr std::int32_t ACROSS = 42'426;

	enum class Phase : std::uint8_t {
		planning, // it stands, or stops at the next tile, until its path is found
		walking,
		aside, // on its way to make way for another
		waiting, // it has made way, and waits until the other has passed
		over,
	};

	// An agent on its way. Slots are reused, and their paths keep their memory.
	struct Walker {
		AgentId agent;
		WalkerGoal goal;
		Phase phase = Phase::over;
		bool is_silent = false; // nobody asked for this walk
		bool is_planned = false; // it has an entry in plans_
		bool looks_back = false; // at the end, it looks again where it looked before it made way
		Facing facing = Facing::down;
		Facing faced = Facing::down; // the direction for `looks_back`
		std::uint8_t entered_by = 0; // the way from `at` to `next`
		std::uint8_t followed = 0; // how often its partner had moved elsewhere
		std::int32_t speed = 0; // in units a tick
		std::int32_t progress = 0; // in units, on the step from `at` to `next`
		std::uint32_t at = NOWHERE;
		std::uint32_t next = NOWHERE; // the same as `at` while it stands
		std::uint32_t target = NOWHERE; // the tile reserved for it
		std::vector<std::uint8_t> path; // as ways of the map
		std::uint32_t step = 0; // the next one in `path`
		std::uint32_t fewest_left = NONE; // the fewest steps that were left of its path so far
		std::uint32_t stood = 0; // ticks without movement since it came that near
		std::uint32_t waited = 0; // ticks before this very tile
		// Tiles that stayed blocked, the newest ones. Its next paths avoid them.
		std::array<std::uint32_t, 8> shunned{};
		std::uint8_t shuns = 0; // how many it has met since it last came nearer
		AgentId lets_pass;
		std::uint32_t in_the_way = NOWHERE; // where it stood when it was in the other's way

		std::uint32_t left() const { return static_cast<std::uint32_t>(path.size()) - step; }
		bool is_between() const { return next != at; }
	};

	// An agent on the map.
	struct Body {
		std::uint32_t place = NOWHERE;
		std::uint32_t walker = NONE; // its slot, while it walks
		bool is_guest = false;
		Tile tile; // where it is, or where it wants to be when there is no space
	};

	// walkers.cpp
	Body *body(AgentId agent);
	const Body *body(AgentId agent) const;
	Body &new_body(AgentId agent);
	bool settle(AgentId agent, Body &body, Tile tile, bool only_there);
	void settle_anew(AgentId agent, Body &body);
	std::optional<std::uint32_t> find_free(Tile tile, AgentId agent);
	void carry_over(const GridMap &before);
	void carry_over(Walker &walker, const GridMap &before);
	bool is_path_whole(const Walker &walker) const;
	Walker &walker(std::uint32_t slot) { return (*walkers_[slot / BLOCK])[slot % BLOCK]; }
	const Walker &walker(std::uint32_t slot) const {
		return (*walkers_[slot / BLOCK])[slot % BLOCK];
	}
	Walker *walker_of(AgentId agent);
	const Walker *walker_of(AgentId agent) const;
	Walker &new_walker(AgentId agent, Body &body);
	void end(Walker &walker, WalkOutcome outcome, AgentId by = {});
	void close(Walker &walker);
	void come_to_a_stand(Walker &walker);
	TilePosition position_of(const Walker &walker) const;
	std::uint32_t neighbour(std::uint32_t place, std::uint8_t way) const {
		return place + static_cast<std::uint32_t>(offsets_[way]);
	}

	// walkers_plan.cpp
	void plan(Walker &walker);
	void search(std::uint32_t quota);
	SearchState search_on(Walker &walker, std::uint32_t &quota);
	SearchState begin_search(Walker &walker);
	SearchState begin_search_beside(Walker &walker);
	SearchState search_near(Walker &walker, std::uint32_t quota);
	SearchState begin_path(Walker &walker, std::uint32_t target);
	AgentId taker_of(std::uint32_t place, AgentId except) const;
	void take_path(Walker &walker);
	void set_target(Walker &walker, std::uint32_t place);
	void pop_plan();
	std::span<const Tile> shunned_by(const Walker &walker);

	// walkers_tick.cpp
	void advance(Walker &walker);
	bool step_on(Walker &walker);
	bool is_crossed(const Walker &walker, std::uint8_t way) const;
	void reach(Walker &walker);
	void reach_end(Walker &walker);
	void end_beside(Walker &walker);
	bool has_partner_left(const Walker &walker) const;
	void sweep();

	// walkers_meet.cpp
	void wait(Walker &walker, std::uint32_t place);
	bool go_around(Walker &walker);
	void shun_what_is_ahead(Walker &walker);
	void make_way(Walker &walker, std::uint32_t place);
	bool give_way(AgentId agent, const Walker &to, int depth);
	void step_aside(AgentId agent, const Walker &to);
	void wait_aside(Walker &walker);
	bool has_passed(const Walker &walker) const;
	template <typename Visit>
	void for_each_ahead(const Walker &walker, std::uint32_t most_steps, const Visit &visit) const;
	bool is_head_on(const Walker &walker, const Walker &other) const;

	GridMapPtr map_;
	TileBook book_;
	std::array<std::int32_t, 8> offsets_{};
	AgentTable<Body> bodies_;
	MayStepAside may_step_aside_;

	static constexpr std::size_t BLOCK = 64;
	std::vector<std::unique_ptr<std::array<Walker, BLOCK>>> walkers_;
	std::vector<std::uint32_t> free_slots_;
	std::uint32_t slots_ = 0;
	std::vector<std::uint32_t> active_; // slots, in the order in which walks began

	PathSearch search_;
	LocalSearch local_;
	std::vector<AgentId> plans_; // agents whose paths are to be found, in this order
	std::size_t first_plan_ = 0; // plans before this one are done
	bool is_searching_ = false; // a path for the first of them
	bool seeks_space_ = false; // it looks for a free tile near the goal, before the path
	RingSearch space_;
	std::vector<Tile> found_;
	std::vector<std::uint8_t> ways_; // scratch for a short path
	std::vector<Tile> avoided_;
	// Where it looked for free tiles last, and the ring within which there are none.
	Tile crowded_;
	std::int32_t crowded_radius_ = 0;

	std::vector<Moved> moved_;
	std::vector<Ended> ended_;
	std::vector<AgentId> redirected_;
};

} // namespace agent_runtime

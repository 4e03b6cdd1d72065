#include "core/world/grid_map.h"

#include "core/base/counted.h"
#include "core/base/field_problem.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_set>
#include <utility>

namespace agent_runtime {

namespace {

std::string shown(Tile tile) {
	return "(" + std::to_string(tile.x) + ", " + std::to_string(tile.y) + ")";
}

// In places. In a narrower row, the neighbours of a place would not all have numbers of their own.
constexpr std::int32_t NARROWEST_ROW = 4;

std::optional<FieldProblem> find_size_problem(const GridSpec &spec) {
	const std::string size = std::to_string(spec.width) + " x " + std::to_string(spec.height);
	const std::string remedy =
			"give it from 1 to " + std::to_string(GridMap::LARGEST) + " tiles each way";
	if (spec.width < 1 || spec.height < 1) {
		return FieldProblem{ "map.size", size + " tiles are no map", remedy };
	}
	if (spec.width > GridMap::LARGEST || spec.height > GridMap::LARGEST) {
		return FieldProblem{ "map.size", size + " tiles are too many", remedy };
	}
	const auto is_far = [](std::int32_t start, std::int32_t length) {
		return start < -GridMap::FARTHEST || start > GridMap::FARTHEST - length;
	};
	if (is_far(spec.origin.x, spec.width) || is_far(spec.origin.y, spec.height)) {
		return FieldProblem{ "map.origin", shown(spec.origin) + " is too far out",
			"keep the whole map within " + std::to_string(GridMap::FARTHEST) + " tiles of (0, 0)" };
	}
	const std::size_t tiles = std::size_t(spec.width) * std::size_t(spec.height);
	if (!spec.solid.empty() && spec.solid.size() != tiles) {
		return FieldProblem{ "map.solid",
			"has " + counted(spec.solid.size(), "tile") + " where the size says " +
					std::to_string(tiles),
			"give one for each tile, row by row, or none at all" };
	}
	return std::nullopt;
}

std::optional<FieldProblem> find_name_problem(
		std::string_view name, const std::string &field, bool may_be_empty) {
	if (name.empty() && !may_be_empty) {
		return FieldProblem{ field, "is empty", "give the seat a name of its own" };
	}
	if (name.size() > GridMap::LONGEST_NAME || !is_valid_utf8(name)) {
		return FieldProblem{ field, shown_name(name) + " is too long, or not UTF-8",
			"use at most " + std::to_string(GridMap::LONGEST_NAME) + " bytes of UTF-8" };
	}
	return std::nullopt;
}

// Checks one seat by itself, without looking at the others.
std::optional<FieldProblem> find_seat_problem(
		const GridSpec &spec, const Seat &seat, const std::string &field) {
	if (std::optional<FieldProblem> problem =
					find_name_problem(seat.name, field + ".name", false)) {
		return problem;
	}
	if (std::optional<FieldProblem> problem =
					find_name_problem(seat.table, field + ".table", true)) {
		return problem;
	}
	if (static_cast<std::size_t>(seat.facing) >= FACINGS) {
		return FieldProblem{ field + ".facing", "is none of the four",
			"use down, left, right or up" };
	}
	const std::int64_t x = std::int64_t(seat.tile.x) - spec.origin.x;
	const std::int64_t y = std::int64_t(seat.tile.y) - spec.origin.y;
	if (x < 0 || x >= spec.width || y < 0 || y >= spec.height) {
		return FieldProblem{ field + ".tile",
			shown(seat.tile) + " of the seat " + shown_name(seat.name) + " lies off the map",
			"use a tile from " + shown(spec.origin) + " to " +
					shown({ spec.origin.x + spec.width - 1, spec.origin.y + spec.height - 1 }) };
	}
	if (!spec.solid.empty() && spec.solid[std::size_t(y * spec.width + x)] != 0) {
		return FieldProblem{ field + ".tile",
			shown(seat.tile) + " of the seat " + shown_name(seat.name) + " is solid",
			"clear the tile, since a seat is in the way by itself" };
	}
	return std::nullopt;
}

std::optional<FieldProblem> find_seats_problem(const GridSpec &spec) {
	if (spec.seats.size() > GridMap::MOST_SEATS) {
		return FieldProblem{ "map.seats", std::to_string(spec.seats.size()) + " are too many",
			"use at most " + std::to_string(GridMap::MOST_SEATS) };
	}
	std::unordered_set<std::string_view> names;
	std::unordered_set<Tile> tiles;
	for (std::size_t i = 0; i < spec.seats.size(); i++) {
		const Seat &seat = spec.seats[i];
		std::string field = "map.seats";
		append_item(field, i);
		if (std::optional<FieldProblem> problem = find_seat_problem(spec, seat, field)) {
			return problem;
		}
		if (!names.insert(seat.name).second) {
			return FieldProblem{ field + ".name",
				"there is a seat " + shown_name(seat.name) + " already",
				"give each seat a name of its own" };
		}
		if (!tiles.insert(seat.tile).second) {
			return FieldProblem{ field + ".tile",
				"on " + shown(seat.tile) + " there is a seat already",
				"put one seat on a tile at the most" };
		}
	}
	return std::nullopt;
}

} // namespace

Status GridMap::check(const GridSpec &spec) {
	if (const std::optional<FieldProblem> problem = find_size_problem(spec)) {
		return problem->to_status();
	}
	if (const std::optional<FieldProblem> problem = find_seats_problem(spec)) {
		return problem->to_status();
	}
	return Status();
}

Result<GridMapPtr> GridMap::make(GridSpec spec) {
	if (Status status = check(spec); !status.ok()) {
		return status;
	}
	return GridMapPtr(new GridMap(std::move(spec)));
}

GridMap::GridMap(GridSpec spec) :
		spec_(std::move(spec)),
		row_shift_(static_cast<std::uint32_t>(std::countr_zero(
				std::bit_ceil(static_cast<std::uint32_t>(std::max(spec_.width, NARROWEST_ROW)))))) {
	const std::size_t places = std::size_t(spec_.height) << row_shift_;
	areas_.resize(places);
	ways_.resize(places);
	mark_seats();
	mark_areas();
	mark_ways();
	spec_.solid = {};
}

void GridMap::mark_seats() {
	for (std::size_t i = 0; i < spec_.seats.size(); i++) {
		const Seat &seat = spec_.seats[i];
		seats_by_name_.emplace(seat.name, i);
		seats_by_tile_.emplace(seat.tile, i);
		areas_[place_of(seat.tile)] = SEAT;
	}
}

namespace {

// Which numbers stand for the same area, judging by the rows read so far.
class SameAreas {
public:
	std::uint32_t add() {
		parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
		return parents_.back();
	}
	std::uint32_t root(std::uint32_t area) {
		while (parents_[area] != area) {
			parents_[area] = parents_[parents_[area]];
			area = parents_[area];
		}
		return area;
	}
	// The smaller number stays, so that areas get the same numbers in whatever order they are
	// joined.
	std::uint32_t join(std::uint32_t one, std::uint32_t other) {
		const std::uint32_t first = root(one);
		const std::uint32_t second = root(other);
		const std::uint32_t smaller = std::min(first, second);
		parents_[std::max(first, second)] = smaller;
		return smaller;
	}

private:
	std::vector<std::uint32_t> parents_;
};

} // namespace

// Straight ways are enough: a diagonal joins no further areas, because it cuts no corner.
void GridMap::mark_areas() {
	SameAreas same;
	while (same.add() + 1 < FIRST_AREA) {
	}
	const std::uint32_t row = 1U << row_shift_;
	std::size_t tile = 0;
	for (std::int32_t y = 0; y < spec_.height; y++) {
		std::uint32_t place = static_cast<std::uint32_t>(y) << row_shift_;
		for (std::int32_t x = 0; x < spec_.width; x++, place++, tile++) {
			const bool is_wall = !spec_.solid.empty() && spec_.solid[tile] != 0;
			if (is_wall || areas_[place] == SEAT) {
				continue;
			}
			const Area left = x > 0 ? areas_[place - 1] : SOLID;
			const Area above = y > 0 ? areas_[place - row] : SOLID;
			if (left >= FIRST_AREA && above >= FIRST_AREA) {
				areas_[place] = left == above ? left : same.join(left, above);
			} else {
				areas_[place] = left >= FIRST_AREA ? left
						: above >= FIRST_AREA	   ? above
												   : same.add();
			}
		}
	}
	for (Area &area : areas_) {
		area = same.root(area);
	}
}

bool GridMap::is_open(std::int32_t x, std::int32_t y) const {
	return x >= 0 && x < spec_.width && y >= 0 && y < spec_.height &&
			areas_[(static_cast<std::size_t>(y) << row_shift_) + static_cast<std::size_t>(x)] >=
			FIRST_AREA;
}

std::uint8_t GridMap::ways_from(std::int32_t x, std::int32_t y) const {
	std::uint32_t ways = 0;
	for (std::uint32_t way = 0; way < STEPS.size(); way++) {
		const Tile step = STEPS[way];
		const bool leads_on = is_open(x + step.x, y + step.y) &&
				(way <= way_right || (is_open(x + step.x, y) && is_open(x, y + step.y)));
		ways |= std::uint32_t(leads_on) << way;
	}
	return static_cast<std::uint8_t>(ways);
}

void GridMap::mark_ways() {
	for (std::int32_t y = 0; y < spec_.height; y++) {
		for (std::int32_t x = 0; x < spec_.width; x++) {
			ways_[(static_cast<std::size_t>(y) << row_shift_) + static_cast<std::size_t>(x)] =
					ways_from(x, y);
		}
	}
}

std::size_t GridMap::areas_at(Tile tile, std::array<Area, 8> &areas) const {
	const std::uint32_t place = place_of(tile);
	if (areas_[place] >= FIRST_AREA) {
		areas[0] = areas_[place];
		return 1;
	}
	// Straight ways are enough: a diagonal is open only where they are.
	std::size_t count = 0;
	for (std::uint32_t way = way_up; way <= way_right; way++) {
		if ((ways_[place] >> way & 1) != 0) {
			areas[count++] = areas_[place_of({ tile.x + STEPS[way].x, tile.y + STEPS[way].y })];
		}
	}
	return count;
}

bool GridMap::is_reachable(Tile from, Tile to) const {
	if (!contains(from) || !can_stand(to)) {
		return false;
	}
	if (from == to) {
		return true;
	}
	std::array<Area, 8> starts{};
	std::array<Area, 8> ends{};
	const std::size_t start_count = areas_at(from, starts);
	const std::size_t end_count = areas_at(to, ends);
	return std::find_first_of(starts.begin(), starts.begin() + start_count, ends.begin(),
				   ends.begin() + end_count) != starts.begin() + start_count;
}

const Seat *GridMap::find_seat(std::string_view name) const {
	const auto found = seats_by_name_.find(name);
	return found != seats_by_name_.end() ? &spec_.seats[found->second] : nullptr;
}

const Seat *GridMap::seat_at(Tile tile) const {
	const auto found = seats_by_tile_.find(tile);
	return found != seats_by_tile_.end() ? &spec_.seats[found->second] : nullptr;
}

} // namespace agent_runtime

#pragma once

// The grid's own coordinates. A tile is a whole square of the map. Its centre is the position with
// the same numbers, so an agent that stands on tile (3, 5) has the position (3.0, 5.0).

#include "core/base/choices.h"
#include "core/mind/mind.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace agent_runtime {

struct Tile {
	std::int32_t x = 0;
	std::int32_t y = 0;

	bool operator==(const Tile &other) const = default;
};

inline TilePosition centre_of(Tile tile) {
	return { static_cast<float>(tile.x), static_cast<float>(tile.y) };
}

// The tile on which a position lies. A position that is not a number, or is far off any map, gives
// the nearest possible tile.
Tile tile_at(TilePosition position);

// The number of straight steps between neighbours, ignoring walls.
inline std::int64_t straight_distance(Tile from, Tile to) {
	const std::int64_t across = std::int64_t(from.x) - to.x;
	const std::int64_t down = std::int64_t(from.y) - to.y;
	return (across < 0 ? -across : across) + (down < 0 ? -down : down);
}

inline bool is_beside(Tile one, Tile other) {
	return straight_distance(one, other) == 1;
}

// The direction in which somebody looks; y grows downwards, as on the screen. The numbers are part
// of the bindings and of recordings.
enum class Facing : std::uint8_t { down, left, right, up };

inline constexpr std::size_t FACINGS = 4;

template <>
struct Choices<Facing> {
	static constexpr std::array<std::string_view, FACINGS> NAMES = { "down", "left", "right",
		"up" };
	static constexpr Facing OTHER = Facing::down;
	static constexpr std::string_view SHOWN_AS = "Facing";
};
inline std::string_view facing_name(Facing facing) {
	return choice_name(facing);
}
inline std::optional<Facing> parse_facing(std::string_view name) {
	return parse_choice<Facing>(name);
}

// The direction from one place to another, along the longer of the two axes; nothing when they are
// the same.
std::optional<Facing> facing_towards(TilePosition from, TilePosition to);
inline std::optional<Facing> facing_towards(Tile from, Tile to) {
	return facing_towards(centre_of(from), centre_of(to));
}

} // namespace agent_runtime

template <>
struct std::hash<agent_runtime::Tile> {
	std::size_t operator()(agent_runtime::Tile tile) const noexcept {
		const std::uint64_t both = std::uint64_t(static_cast<std::uint32_t>(tile.x)) << 32 |
				static_cast<std::uint32_t>(tile.y);
		// Rows and columns are dense and small, so this spreads them over all bits.
		const std::uint64_t mixed = (both ^ both >> 29) * 0x9e3779b97f4a7c15ULL;
		return static_cast<std::size_t>(mixed ^ mixed >> 32);
	}
};

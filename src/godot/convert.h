#pragma once

// Text, positions and errors between the engine and the core. Any thread.

#include "core/base/status.h"
#include "core/mind/mind.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/vector2.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Code points outside Unicode become bytes that are not UTF-8, which the core refuses or replaces.
// The engine's own conversion would print an error for each.
std::string to_utf8(const godot::String &p_text);
// Nothing if there is such a code point.
std::optional<std::string> to_strict_utf8(const godot::String &p_text);

// `p_text` is UTF-8.
inline godot::String to_godot(std::string_view p_text) {
	return godot::String::utf8(p_text.data(), static_cast<int64_t>(p_text.size()));
}

inline godot::Vector2 to_godot(TilePosition p_position) {
	return { p_position.x, p_position.y };
}

inline TilePosition to_tiles(const godot::Vector2 &p_position) {
	return { static_cast<float>(p_position.x), static_cast<float>(p_position.y) };
}

// The engine's error that is closest to a code.
godot::Error to_error(StatusCode p_code);

} // namespace agent_runtime

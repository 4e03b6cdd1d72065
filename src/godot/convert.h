#pragma once

// Text between the engine's String and the core's UTF-8. Any thread.

#include <godot_cpp/variant/char_string.hpp>
#include <godot_cpp/variant/string.hpp>

#include <string>
#include <string_view>

namespace agent_runtime {

inline std::string to_utf8(const godot::String &p_text) {
	const godot::CharString utf8 = p_text.utf8();
	return std::string(utf8.get_data(), static_cast<size_t>(utf8.length()));
}

inline godot::String to_godot(std::string_view p_text) {
	return godot::String::utf8(p_text.data(), static_cast<int64_t>(p_text.size()));
}

} // namespace agent_runtime

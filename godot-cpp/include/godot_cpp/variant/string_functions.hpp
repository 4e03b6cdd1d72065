#pragma once

#include <godot_cpp/variant/builtin/array.hpp>
#include <godot_cpp/variant/builtin/string.hpp>

namespace godot {

String itos(int64_t p_val);

// Fills the placeholders (%s, %d, ...) of p_text, as GDScript's % does.
template <typename... VarArgs>
String vformat(const String &p_text, const VarArgs &...p_args) {
	return p_text % Array::make(p_args...);
}

} // namespace godot

#pragma once

#include <godot_cpp/variant/string_name.hpp>

#include <functional>
#include <unordered_map>

namespace godot::internal {

// Equal names share one entry in the engine's table, so its address stands for the name.
inline const void *interned(const StringName &p_name) {
	return *static_cast<const void *const *>(p_name._native_ptr());
}

struct InternedHash {
	size_t operator()(const StringName &p_name) const {
		return std::hash<const void *>()(interned(p_name));
	}
};

struct InternedEqual {
	bool operator()(const StringName &p_left, const StringName &p_right) const {
		return interned(p_left) == interned(p_right);
	}
};

template <typename T>
using NameMap = std::unordered_map<StringName, T, InternedHash, InternedEqual>;

} // namespace godot::internal

#pragma once

#include <godot_cpp/variant/string.hpp>

namespace godot {

class Node {
public:
	String get_name() const;
	int unused(int p_of_upstream) const { return 0; } // a warning here is not ours
};

} // namespace godot

#pragma once

namespace godot {

class String {
public:
	int length() const;
};

} // namespace godot

#include <godot_cpp/classes/node.hpp>

namespace godot {

String Node::get_name() const {
	return {};
}

int String::length() const {
	return 0;
}

} // namespace godot

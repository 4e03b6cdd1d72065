#include "levels.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void AbstractShape::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_area"), &AbstractShape::get_area);
}

void VirtualShape::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_corners"), &VirtualShape::get_corners);
}

void InternalShape::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_depth"), &InternalShape::get_depth);
}

void RuntimeShape::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_width"), &RuntimeShape::get_width);
}

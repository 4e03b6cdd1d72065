#include "counted_resource.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void CountedResource::set_title(const String &p_title) {
	if (title != p_title) {
		title = p_title;
		emit_changed();
	}
}

String CountedResource::get_title() const {
	return title;
}

void CountedResource::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_title", "title"), &CountedResource::set_title);
	ClassDB::bind_method(D_METHOD("get_title"), &CountedResource::get_title);
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "title"), "set_title", "get_title");
}

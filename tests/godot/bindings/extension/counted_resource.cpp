#include "counted_resource.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/utility_functions.hpp>

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

String CountedResource::get_seen_path() const {
	return seen_path;
}

RID CountedResource::_get_rid() const {
	return UtilityFunctions::rid_from_int64(77);
}

void CountedResource::_set_path_cache(const String &p_path) const {
	seen_path = p_path;
}

void CountedResource::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_title", "title"), &CountedResource::set_title);
	ClassDB::bind_method(D_METHOD("get_title"), &CountedResource::get_title);
	ClassDB::bind_method(D_METHOD("get_seen_path"), &CountedResource::get_seen_path);
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "title"), "set_title", "get_title");
}

#include "property_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>

using namespace godot;

void PropertySamples::set_speed(double p_speed) {
	if (speed == p_speed) {
		return;
	}
	speed = p_speed;
	emit_signal("speed_changed", speed);
}

double PropertySamples::get_speed() const {
	return speed;
}

void PropertySamples::set_secret(const String &p_secret) {
	secret = p_secret;
}

String PropertySamples::get_secret() const {
	return secret;
}

void PropertySamples::set_corner(int p_index, const Vector2i &p_corner) {
	ERR_FAIL_INDEX(p_index, 2);
	corners[p_index] = p_corner;
}

Vector2i PropertySamples::get_corner(int p_index) const {
	ERR_FAIL_INDEX_V(p_index, 2, Vector2i());
	return corners[p_index];
}

int PropertySamples::get_answer() const {
	return 42;
}

void PropertySamples::tell_moved() {
	emit_signal("moved", this, Vector2(1, 2), PackedStringArray());
}

Error PropertySamples::tell_unknown() {
	return emit_signal("there_is_no_such_signal", 1);
}

void PropertySamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_speed", "speed"), &PropertySamples::set_speed);
	ClassDB::bind_method(D_METHOD("get_speed"), &PropertySamples::get_speed);
	ClassDB::bind_method(D_METHOD("set_secret", "secret"), &PropertySamples::set_secret);
	ClassDB::bind_method(D_METHOD("get_secret"), &PropertySamples::get_secret);
	ClassDB::bind_method(D_METHOD("set_corner", "index", "corner"), &PropertySamples::set_corner);
	ClassDB::bind_method(D_METHOD("get_corner", "index"), &PropertySamples::get_corner);
	ClassDB::bind_method(D_METHOD("get_answer"), &PropertySamples::get_answer);
	ClassDB::bind_method(D_METHOD("tell_moved"), &PropertySamples::tell_moved);
	ClassDB::bind_method(D_METHOD("tell_unknown"), &PropertySamples::tell_unknown);

	ADD_GROUP("Motion", "motion_");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "motion_speed", PROPERTY_HINT_RANGE, "0,10,0.1"),
			"set_speed", "get_speed");
	ADD_SUBGROUP("Corners", "motion_corner_");
	ADD_PROPERTYI(
			PropertyInfo(Variant::VECTOR2I, "motion_corner_first"), "set_corner", "get_corner", 0);
	ADD_PROPERTYI(
			PropertyInfo(Variant::VECTOR2I, "motion_corner_second"), "set_corner", "get_corner", 1);
	ADD_GROUP("", "");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "secret", PROPERTY_HINT_PASSWORD, "shh",
						 PROPERTY_USAGE_EDITOR),
			"set_secret", "get_secret");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "answer", PROPERTY_HINT_NONE, "",
						 PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY),
			"", "get_answer");

	ADD_SIGNAL(MethodInfo("speed_changed", PropertyInfo(Variant::FLOAT, "speed")));
	ADD_SIGNAL(MethodInfo("moved",
			PropertyInfo(Variant::OBJECT, "who", PROPERTY_HINT_NONE, "", PROPERTY_USAGE_DEFAULT,
					"PropertySamples"),
			PropertyInfo(Variant::VECTOR2, "where"),
			PropertyInfo(Variant::PACKED_STRING_ARRAY, "witnesses")));
	ADD_SIGNAL(MethodInfo("stopped"));
}

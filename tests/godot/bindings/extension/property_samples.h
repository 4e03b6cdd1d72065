#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>

// Properties in groups and subgroups, with hints and usage, indexed ones, and signals with typed
// arguments. Main thread only.
class PropertySamples : public godot::Node {
	GDCLASS(PropertySamples, godot::Node)

	LiveCount live;
	double speed = 1.5;
	godot::String secret;
	godot::Vector2i corners[2];

protected:
	static void _bind_methods();

public:
	void set_speed(double p_speed);
	double get_speed() const;
	void set_secret(const godot::String &p_secret);
	godot::String get_secret() const;
	void set_corner(int p_index, const godot::Vector2i &p_corner);
	godot::Vector2i get_corner(int p_index) const;
	int get_answer() const;

	void tell_moved();
	godot::Error tell_unknown();
};

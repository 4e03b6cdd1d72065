#pragma once

#include "live_count.h"

#include <godot_cpp/classes/resource.hpp>

// A resource for scripts to extend, load and save. Main thread only.
class CountedResource : public godot::Resource {
	GDCLASS(CountedResource, godot::Resource)

	LiveCount live;
	godot::String title;

protected:
	static void _bind_methods();

public:
	void set_title(const godot::String &p_title);
	godot::String get_title() const;
};

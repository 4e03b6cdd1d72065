#pragma once

#include "live_count.h"

#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/variant/rid.hpp>

// A resource for scripts to extend, load and save. Main thread only.
class CountedResource : public godot::Resource {
	GDCLASS(CountedResource, godot::Resource)

	LiveCount live;
	godot::String title;
	mutable godot::String seen_path;

protected:
	static void _bind_methods();

public:
	void set_title(const godot::String &p_title);
	godot::String get_title() const;
	godot::String get_seen_path() const;

	godot::RID _get_rid() const override;
	void _set_path_cache(const godot::String &p_path) const override;
};

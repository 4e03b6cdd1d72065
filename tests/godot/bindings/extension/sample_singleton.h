#pragma once

#include "live_count.h"

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/core/class_db.hpp>

// The one that Engine knows by the name SampleSingleton. Owned by the extension, from its start to
// its end; main thread only.
class SampleSingleton : public godot::Object {
	GDCLASS(SampleSingleton, godot::Object)

	LiveCount live;
	int64_t number = 0;
	static SampleSingleton *instance;

protected:
	static void _bind_methods();

public:
	static void start();
	static void stop();
	static SampleSingleton *get_singleton();

	int64_t count_up();
};

#pragma once

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/variant/dictionary.hpp>

// What the benchmarks measure from the side of C++; each loop is timed by its caller.
// Main thread only.
class BenchSamples : public godot::RefCounted {
	GDCLASS(BenchSamples, godot::RefCounted)

	int64_t number = 0;

protected:
	static void _bind_methods();

public:
	int64_t add(int64_t p_a, int64_t p_b);
	void set_number(int64_t p_number);
	int64_t get_number() const;
	void emit_many(int64_t p_count, const godot::String &p_text);
	int64_t string_round_trips(int64_t p_count, const godot::String &p_text);
	void dictionaries(int64_t p_count);
	void callbacks(int64_t p_count, const godot::Callable &p_callable);
};

#pragma once

#include <godot_cpp/classes/ref_counted.hpp>

// Leaves its methods by the error macros, and calls UtilityFunctions. Main thread only.
class ErrorSamples : public godot::RefCounted {
	GDCLASS(ErrorSamples, godot::RefCounted)

	int64_t passed = 0;

protected:
	static void _bind_methods();

public:
	void fail_plain();
	void fail_message(const godot::String &p_message);
	int fail_value();
	int fail_condition(bool p_condition);
	int fail_condition_message(bool p_condition, const godot::String &p_message);
	int fail_null(godot::Object *p_object);
	int fail_index(int64_t p_index, int64_t p_size);
	int count_without(int64_t p_count, int64_t p_skipped);
	void print_error(const godot::String &p_message);
	void print_warning(const godot::String &p_message);
	void print_once();
	int64_t get_passed() const;

	void print_all(const godot::Variant &p_value);
	void push_both(const godot::String &p_text);
	godot::Array ask_utilities(const godot::Variant &p_value) const;
	uint64_t id_of(godot::Object *p_object) const;
	godot::Object *find_by_id(uint64_t p_id) const;
};

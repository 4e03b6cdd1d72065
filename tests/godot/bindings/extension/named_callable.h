#pragma once

#include "live_count.h"

#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/callable_custom.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

// A callable that joins what it is called with, and is the same as any other of its name.
// Main thread only.
class NamedCallable : public godot::CallableCustom {
	LiveCount live;
	godot::String name;
	godot::ObjectID object;

	static bool is_equal(const godot::CallableCustom *p_a, const godot::CallableCustom *p_b);
	static bool is_less(const godot::CallableCustom *p_a, const godot::CallableCustom *p_b);

public:
	NamedCallable(const godot::String &p_name, godot::ObjectID p_object);

	uint32_t hash() const override;
	godot::String get_as_text() const override;
	CompareEqualFunc get_compare_equal_func() const override;
	CompareLessFunc get_compare_less_func() const override;
	godot::ObjectID get_object() const override;
	int get_argument_count(bool &r_is_valid) const override;
	void call(const godot::Variant **p_arguments, int p_argument_count,
			godot::Variant &r_return_value, GDExtensionCallError &r_call_error) const override;
};

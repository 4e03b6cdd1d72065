#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/typed_array.hpp>

// Bound methods of every form: with defaults, with any number of arguments, static, const, with
// references to constants, without arguments or result. Main thread only.
class MethodSamples : public godot::RefCounted {
	GDCLASS(MethodSamples, godot::RefCounted)

	LiveCount live;
	int64_t touched = 0;

protected:
	static void _bind_methods();

public:
	void touch();
	int64_t get_touched() const;
	godot::String describe(int64_t p_number, const godot::String &p_text, double p_ratio,
			const godot::Array &p_list) const;
	godot::Variant join(const godot::Variant **p_args, GDExtensionInt p_argument_count,
			GDExtensionCallError &r_error);
	void remember(const godot::Variant **p_args, GDExtensionInt p_argument_count,
			GDExtensionCallError &r_error);
	godot::Variant demand(const godot::Variant **p_args, GDExtensionInt p_argument_count,
			GDExtensionCallError &r_error);
	static int64_t add(int64_t p_a, int64_t p_b);
	static godot::Ref<MethodSamples> create();
	int64_t count_references(const godot::Ref<godot::Resource> &p_resource) const;
	int64_t sum_of(const godot::TypedArray<int64_t> &p_numbers) const;
	godot::String name_of(const godot::Node *p_node) const;
	godot::String class_of(godot::Object *p_object) const;
	void append_to(godot::Array p_list) const;
	int64_t measure(const godot::PackedByteArray &p_bytes, const godot::Dictionary &p_options,
			const godot::StringName &p_name, const godot::Callable &p_callable,
			const godot::Variant &p_rest) const;
};

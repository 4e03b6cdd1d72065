#pragma once

#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

namespace godot {

// A callable whose behaviour is written in C++. `Callable(memnew(MyCustom))` takes the ownership
// and deletes it with the last copy, on whichever thread that happens.
class CallableCustom {
public:
	typedef bool (*CompareEqualFunc)(const CallableCustom *p_a, const CallableCustom *p_b);
	typedef bool (*CompareLessFunc)(const CallableCustom *p_a, const CallableCustom *p_b);

	virtual ~CallableCustom() = default;

	virtual uint32_t hash() const = 0;
	virtual String get_as_text() const = 0;
	virtual CompareEqualFunc get_compare_equal_func() const = 0;
	virtual CompareLessFunc get_compare_less_func() const = 0;
	virtual bool is_valid() const { return true; }
	// The object that the call concerns; with an id of zero the callable is not bound to one.
	virtual ObjectID get_object() const = 0;
	virtual int get_argument_count(bool &r_is_valid) const {
		r_is_valid = false;
		return 0;
	}
	virtual void call(const Variant **p_arguments, int p_argument_count, Variant &r_return_value,
			GDExtensionCallError &r_call_error) const = 0;
};

namespace internal {

// Writes the engine's form of the callable into storage that holds no Callable yet.
void create_custom_callable(void *r_callable, CallableCustom *p_custom);

} // namespace internal

} // namespace godot

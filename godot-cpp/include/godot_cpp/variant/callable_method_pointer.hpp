#pragma once

#include <godot_cpp/core/method_bind.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/callable_custom.hpp>

#include <cstring>

namespace godot {

namespace internal {

// The callable behind callable_mp: a method of one object, or a function. Two are the same when
// object and method are; a call after the object is gone is refused, not made.
template <typename F>
class FunctionCallable : public CallableCustom {
	ObjectID object;
	void *instance;
	F function;
	FunctionBind<F> bind;

	static bool equal(const CallableCustom *p_a, const CallableCustom *p_b) {
		const FunctionCallable *a = static_cast<const FunctionCallable *>(p_a);
		const FunctionCallable *b = static_cast<const FunctionCallable *>(p_b);
		return a->object == b->object && a->function == b->function;
	}
	static bool less(const CallableCustom *p_a, const CallableCustom *p_b) {
		const FunctionCallable *a = static_cast<const FunctionCallable *>(p_a);
		const FunctionCallable *b = static_cast<const FunctionCallable *>(p_b);
		if (a->object != b->object) {
			return a->object < b->object;
		}
		return std::memcmp(&a->function, &b->function, sizeof(F)) < 0;
	}
	bool needs_object() const { return !Signature<F>::is_static; }

public:
	FunctionCallable(ObjectID p_object, void *p_instance, F p_function) :
			object(p_object),
			instance(p_instance),
			function(p_function),
			bind(p_function) {}

	uint32_t hash() const override {
		unsigned char bytes[sizeof(F)];
		std::memcpy(bytes, &function, sizeof(F));
		uint64_t result = static_cast<uint64_t>(object) + 14695981039346656037u;
		for (const unsigned char byte : bytes) {
			result = (result ^ byte) * 1099511628211u;
		}
		return static_cast<uint32_t>(result ^ (result >> 32));
	}
	String get_as_text() const override {
		Object *target = ObjectDB::get_instance(object);
		return target == nullptr ? String("<C++ function>")
								 : target->get_class() + "::<C++ method>";
	}
	CompareEqualFunc get_compare_equal_func() const override { return &equal; }
	CompareLessFunc get_compare_less_func() const override { return &less; }
	bool is_valid() const override {
		return !needs_object() ||
				gdextension_interface_object_get_instance_from_id(object) != nullptr;
	}
	ObjectID get_object() const override { return object; }
	int get_argument_count(bool &r_is_valid) const override {
		r_is_valid = true;
		return bind.get_argument_count();
	}
	void call(const Variant **p_arguments, int p_argument_count, Variant &r_return_value,
			GDExtensionCallError &r_call_error) const override {
		if (!is_valid()) {
			r_call_error.error = GDEXTENSION_CALL_ERROR_INSTANCE_IS_NULL;
			return;
		}
		bind.call(instance, p_arguments, p_argument_count, r_return_value, r_call_error);
	}
};

} // namespace internal

template <typename T, typename C, typename R, typename... A>
Callable create_custom_callable_function_pointer(T *p_instance, R (C::*p_method)(A...)) {
	typedef internal::FunctionCallable<R (C::*)(A...)> Custom;
	return Callable(new Custom(
			ObjectID(p_instance->get_instance_id()), static_cast<Wrapped *>(p_instance), p_method));
}

template <typename T, typename C, typename R, typename... A>
Callable create_custom_callable_function_pointer(T *p_instance, R (C::*p_method)(A...) const) {
	typedef internal::FunctionCallable<R (C::*)(A...) const> Custom;
	return Callable(new Custom(
			ObjectID(p_instance->get_instance_id()), static_cast<Wrapped *>(p_instance), p_method));
}

template <typename R, typename... A>
Callable create_custom_callable_static_function_pointer(R (*p_function)(A...)) {
	typedef internal::FunctionCallable<R (*)(A...)> Custom;
	return Callable(new Custom(ObjectID(), nullptr, p_function));
}

} // namespace godot

#define callable_mp(m_instance, m_method) \
	::godot::create_custom_callable_function_pointer(m_instance, m_method)
#define callable_mp_static(m_function) \
	::godot::create_custom_callable_static_function_pointer(m_function)

#include "named_callable.h"

#include <stdexcept>

using namespace godot;

NamedCallable::NamedCallable(const String &p_name, ObjectID p_object) :
		name(p_name),
		object(p_object) {}

bool NamedCallable::is_equal(const CallableCustom *p_a, const CallableCustom *p_b) {
	return static_cast<const NamedCallable *>(p_a)->name ==
			static_cast<const NamedCallable *>(p_b)->name;
}

bool NamedCallable::is_less(const CallableCustom *p_a, const CallableCustom *p_b) {
	return static_cast<const NamedCallable *>(p_a)->name <
			static_cast<const NamedCallable *>(p_b)->name;
}

uint32_t NamedCallable::hash() const {
	return static_cast<uint32_t>(name.hash());
}

String NamedCallable::get_as_text() const {
	if (name == "thrower") {
		throw std::runtime_error("thrown in a text");
	}
	return "NamedCallable " + name;
}

CallableCustom::CompareEqualFunc NamedCallable::get_compare_equal_func() const {
	return &is_equal;
}

CallableCustom::CompareLessFunc NamedCallable::get_compare_less_func() const {
	return &is_less;
}

ObjectID NamedCallable::get_object() const {
	return object;
}

int NamedCallable::get_argument_count(bool &r_is_valid) const {
	r_is_valid = true;
	return 2;
}

void NamedCallable::call(const Variant **p_arguments, int p_argument_count, Variant &r_return_value,
		GDExtensionCallError &r_call_error) const {
	if (name == "thrower") {
		throw std::runtime_error("thrown in a callable");
	}
	if (p_argument_count > 2) {
		r_call_error.error = GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
		r_call_error.expected = 2;
		return;
	}
	String joined = name;
	for (int i = 0; i < p_argument_count; i++) {
		joined += "," + p_arguments[i]->stringify();
	}
	r_return_value = joined;
	r_call_error.error = GDEXTENSION_CALL_OK;
}

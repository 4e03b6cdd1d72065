#include <godot_cpp/variant/callable_custom.hpp>

#include <godot_cpp/core/class_glue.hpp>
#include <godot_cpp/variant/callable.hpp>

namespace godot {

Callable::Callable(CallableCustom *p_custom) {
	internal::create_custom_callable(opaque, p_custom);
}

// Null unless the callable was made from one in this extension.
CallableCustom *Callable::get_custom() const {
	return static_cast<CallableCustom *>(
			internal::gdextension_interface_callable_custom_get_userdata(opaque, internal::token));
}

namespace internal {

namespace {

const CallableCustom *custom(void *p_userdata) {
	return static_cast<const CallableCustom *>(p_userdata);
}

void call(void *p_userdata, const GDExtensionConstVariantPtr *p_args, GDExtensionInt p_count,
		GDExtensionVariantPtr r_return, GDExtensionCallError *r_error) {
	guarded("a callable", [&]() {
		r_error->error = GDEXTENSION_CALL_OK;
		custom(p_userdata)
				->call(reinterpret_cast<const Variant **>(
							   const_cast<GDExtensionConstVariantPtr *>(p_args)),
						static_cast<int>(p_count), *static_cast<Variant *>(r_return), *r_error);
	});
}

// What a callable says of itself. Where it throws, the exception is printed and `p_otherwise`
// holds.
template <typename T, typename F>
T asked(const char *p_what, T p_otherwise, const F &p_function) {
	T answer = p_otherwise;
	guarded(p_what, [&]() { answer = p_function(); });
	return answer;
}

GDExtensionBool is_valid(void *p_userdata) {
	return asked("a callable's is_valid", false, [&]() { return custom(p_userdata)->is_valid(); });
}

void release(void *p_userdata) {
	guarded("a callable's destructor", [&]() { delete custom(p_userdata); });
}

uint32_t hash(void *p_userdata) {
	return asked("a callable's hash", uint32_t(0), [&]() { return custom(p_userdata)->hash(); });
}

GDExtensionBool equal(void *p_a, void *p_b) {
	return asked("a callable's comparison", false, [&]() {
		const CallableCustom::CompareEqualFunc compare = custom(p_a)->get_compare_equal_func();
		return compare == custom(p_b)->get_compare_equal_func() &&
				compare(custom(p_a), custom(p_b));
	});
}

GDExtensionBool less_than(void *p_a, void *p_b) {
	return asked("a callable's comparison", p_a < p_b, [&]() {
		const CallableCustom::CompareLessFunc compare = custom(p_a)->get_compare_less_func();
		return compare == custom(p_b)->get_compare_less_func() ? compare(custom(p_a), custom(p_b))
															   : p_a < p_b;
	});
}

void to_string(void *p_userdata, GDExtensionBool *r_valid, GDExtensionStringPtr r_text) {
	*r_valid = asked("a callable's text", false, [&]() {
		*static_cast<String *>(r_text) = custom(p_userdata)->get_as_text();
		return true;
	});
}

GDExtensionInt argument_count(void *p_userdata, GDExtensionBool *r_valid) {
	bool valid = false;
	const int count = asked("a callable's argument count", 0,
			[&]() { return custom(p_userdata)->get_argument_count(valid); });
	*r_valid = valid;
	return count;
}

} // namespace

void create_custom_callable(void *r_callable, CallableCustom *p_custom) {
	GDExtensionCallableCustomInfo2 info = {};
	info.callable_userdata = p_custom;
	info.token = token;
	info.object_id = p_custom->get_object();
	info.call_func = &call;
	info.is_valid_func = &is_valid;
	info.free_func = &release;
	info.hash_func = &hash;
	info.equal_func = &equal;
	info.less_than_func = &less_than;
	info.to_string_func = &to_string;
	info.get_argument_count_func = &argument_count;
	gdextension_interface_callable_custom_create2(r_callable, &info);
}

} // namespace internal

} // namespace godot

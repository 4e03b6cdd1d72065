#pragma once

#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/core/method_bind.hpp>

namespace godot::internal {

inline bool has_script_method(const GodotObject *p_owner, const StringName &p_name) {
	return gdextension_interface_object_has_script_method(p_owner, p_name._native_ptr());
}

void report_wrong_result(
		const StringName &p_method, Variant::Type p_returned, Variant::Type p_wanted);

// Calls a method that a script may have given the object; false when it has none or it failed.
template <typename R, typename... A>
struct ScriptVirtual {
	template <typename... V>
	static bool call(GodotObject *p_owner, const StringName &p_name, const V &...p_values) {
		static_assert(sizeof...(V) == sizeof...(A), "wrong number of arguments");
		Variant result;
		return call_script(p_owner, p_name, result, to_variant<A>(p_values)...);
	}

	template <typename... V>
	static bool call_script(GodotObject *p_owner, const StringName &p_name, Variant &r_result,
			const V &...p_values) {
		if (!has_script_method(p_owner, p_name)) {
			return false;
		}
		const GDExtensionConstVariantPtr arguments[sizeof...(V) + 1] = { p_values._native_ptr()...,
			nullptr };
		GDExtensionCallError error = {};
		gdextension_interface_object_call_script_method(p_owner, p_name._native_ptr(), arguments,
				sizeof...(V), r_result._native_ptr(), &error);
		return error.error == GDEXTENSION_CALL_OK;
	}

	static MethodInfo info(const char *p_name, uint32_t p_flags) {
		MethodInfo method{ StringName(p_name) };
		method.flags = METHOD_FLAG_VIRTUAL | p_flags;
		if constexpr (!std::is_void_v<R>) {
			method.return_val = GetTypeInfo<R>::get_class_info();
			method.return_val_metadata = GetTypeInfo<R>::METADATA;
		}
		(method.arguments.push_back(GetTypeInfo<A>::get_class_info()), ...);
		(method.arguments_metadata.push_back(GetTypeInfo<A>::METADATA), ...);
		return method;
	}
};

// The same with a result, which is left as it is when no script answers.
template <typename R, typename... A>
struct ScriptVirtualReturning : ScriptVirtual<R, A...> {
	static bool call(
			GodotObject *p_owner, const StringName &p_name, const A &...p_values, R &r_result) {
		Variant result;
		if (!ScriptVirtual<R, A...>::call_script(
					p_owner, p_name, result, to_variant<A>(p_values)...)) {
			return false;
		}
		if (!accepts_argument<R>(result)) {
			report_wrong_result(p_name, result.get_type(), GetTypeInfo<R>::VARIANT_TYPE);
			return false;
		}
		r_result = VariantCaster<R>::cast(result);
		return true;
	}
};

} // namespace godot::internal

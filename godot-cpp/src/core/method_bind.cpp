#include <godot_cpp/core/method_bind.hpp>
#include <godot_cpp/core/script_virtual.hpp>

#include <cstring>

namespace godot::internal {

String enum_class_name(const char *p_qualified_name) {
	const PackedStringArray parts = String(p_qualified_name).split("::", false);
	const int64_t count = parts.size();
	return count < 2 ? parts[count - 1] : parts[count - 2] + "." + parts[count - 1];
}

bool complete_arguments(const MethodBind &p_bind, const Variant *const *p_args,
		GDExtensionInt p_given, const Variant **r_complete, GDExtensionCallError &r_error) {
	const GDExtensionInt wanted = p_bind.get_argument_count();
	const GDExtensionInt defaults = static_cast<GDExtensionInt>(p_bind.default_arguments.size());
	if (p_given > wanted) {
		r_error.error = GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
		r_error.expected = static_cast<int32_t>(wanted);
		return false;
	}
	if (p_given < wanted - defaults) {
		r_error.error = GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS;
		r_error.expected = static_cast<int32_t>(wanted - defaults);
		return false;
	}
	for (GDExtensionInt i = 0; i < p_given; i++) {
		r_complete[i] = p_args[i];
	}
	for (GDExtensionInt i = p_given; i < wanted; i++) {
		r_complete[i] = &p_bind.default_arguments[i - (wanted - defaults)];
	}
	return true;
}

void report_wrong_result(
		const StringName &p_method, Variant::Type p_returned, Variant::Type p_wanted) {
	const String returned = Variant::get_type_name(p_returned);
	const String wanted = Variant::get_type_name(p_wanted);
	ERR_PRINT(String(p_method) + "() of a script returned a " + returned + " where a " + wanted +
			" is wanted; it counts as not answered.");
}

} // namespace godot::internal

#include <godot_cpp/variant/builtin_loading.hpp>

#include <godot_cpp/variant/string_name.hpp>

#include <cstdio>

namespace godot::internal {

namespace {

void missing_method(
		GDExtensionTypePtr, const GDExtensionConstTypePtr *, GDExtensionTypePtr, int32_t) {}

void missing_function(GDExtensionTypePtr, const GDExtensionConstTypePtr *, int32_t) {}

void missing_operator(GDExtensionConstTypePtr, GDExtensionConstTypePtr, GDExtensionTypePtr) {}

void report(const char *p_what) {
	std::fprintf(stderr,
			"ERROR: This engine offers no built-in function `%s` as it was when the "
			"extension was built.\n",
			p_what);
}

} // namespace

void load_constructors(
		GDExtensionVariantType p_type, GDExtensionPtrConstructor *r_constructors, size_t p_count) {
	for (size_t i = 0; i < p_count; i++) {
		r_constructors[i] =
				gdextension_interface_variant_get_ptr_constructor(p_type, static_cast<int32_t>(i));
	}
}

void load_methods(GDExtensionVariantType p_type, const BuiltinMethodName *p_names,
		GDExtensionPtrBuiltInMethod *r_methods, size_t p_count) {
	for (size_t i = 0; i < p_count; i++) {
		const StringName name(p_names[i].name);
		r_methods[i] = gdextension_interface_variant_get_ptr_builtin_method(
				p_type, name._native_ptr(), p_names[i].hash);
		if (r_methods[i] == nullptr) {
			report(p_names[i].name);
			r_methods[i] = &missing_method;
		}
	}
}

void load_operators(GDExtensionVariantType p_type, const BuiltinOperatorName *p_names,
		GDExtensionPtrOperatorEvaluator *r_operators, size_t p_count) {
	for (size_t i = 0; i < p_count; i++) {
		r_operators[i] = gdextension_interface_variant_get_ptr_operator_evaluator(
				p_names[i].operation, p_type, p_names[i].right);
		if (r_operators[i] == nullptr) {
			report("operator");
			r_operators[i] = &missing_operator;
		}
	}
}

void load_utility_functions(const BuiltinMethodName *p_names,
		GDExtensionPtrUtilityFunction *r_functions, size_t p_count) {
	for (size_t i = 0; i < p_count; i++) {
		const StringName name(p_names[i].name);
		r_functions[i] = gdextension_interface_variant_get_ptr_utility_function(
				name._native_ptr(), p_names[i].hash);
		if (r_functions[i] == nullptr) {
			report(p_names[i].name);
			r_functions[i] = &missing_function;
		}
	}
}

} // namespace godot::internal

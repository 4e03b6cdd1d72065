#pragma once

#include <godot_cpp/core/interface.hpp>

#include <cstddef>
#include <cstdint>

// Fills the tables of engine functions that the generated sources of the built-in types keep.
// What this engine lacks is reported by name and replaced by a function that does nothing.

namespace godot::internal {

struct BuiltinMethodName {
	const char *name;
	GDExtensionInt hash;
};

struct BuiltinOperatorName {
	GDExtensionVariantOperator operation;
	GDExtensionVariantType right;
};

void load_constructors(
		GDExtensionVariantType p_type, GDExtensionPtrConstructor *r_constructors, size_t p_count);
void load_methods(GDExtensionVariantType p_type, const BuiltinMethodName *p_names,
		GDExtensionPtrBuiltInMethod *r_methods, size_t p_count);
void load_operators(GDExtensionVariantType p_type, const BuiltinOperatorName *p_names,
		GDExtensionPtrOperatorEvaluator *r_operators, size_t p_count);
void load_utility_functions(const BuiltinMethodName *p_names,
		GDExtensionPtrUtilityFunction *r_functions, size_t p_count);

template <size_t N>
void load_constructors(GDExtensionVariantType p_type, GDExtensionPtrConstructor (&r_table)[N]) {
	load_constructors(p_type, r_table, N);
}

template <size_t N>
void load_methods(GDExtensionVariantType p_type, const BuiltinMethodName (&p_names)[N],
		GDExtensionPtrBuiltInMethod (&r_table)[N]) {
	load_methods(p_type, p_names, r_table, N);
}

template <size_t N>
void load_operators(GDExtensionVariantType p_type, const BuiltinOperatorName (&p_names)[N],
		GDExtensionPtrOperatorEvaluator (&r_table)[N]) {
	load_operators(p_type, p_names, r_table, N);
}

template <size_t N>
void load_utility_functions(
		const BuiltinMethodName (&p_names)[N], GDExtensionPtrUtilityFunction (&r_table)[N]) {
	load_utility_functions(p_names, r_table, N);
}

// Called once at load, after the interface; generated.
void init_builtin_bindings();

} // namespace godot::internal

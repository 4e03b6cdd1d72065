#pragma once

#include <gdextension_interface.h>

// The engine's C interface, one pointer a function, filled once when the library is loaded and
// constant from then on. Names: gdextension_interface_<name in the engine's header>.

#define GODOT_CPP_INTERFACE(X) \
	X(mem_alloc2, MemAlloc2) \
	X(mem_realloc2, MemRealloc2) \
	X(mem_free2, MemFree2) \
	X(get_godot_version2, GetGodotVersion2) \
	X(print_error, PrintError) \
	X(print_error_with_message, PrintErrorWithMessage) \
	X(print_warning, PrintWarning) \
	X(print_warning_with_message, PrintWarningWithMessage) \
	X(variant_new_copy, VariantNewCopy) \
	X(variant_new_nil, VariantNewNil) \
	X(variant_destroy, VariantDestroy) \
	X(variant_call, VariantCall) \
	X(variant_call_static, VariantCallStatic) \
	X(variant_evaluate, VariantEvaluate) \
	X(variant_set, VariantSet) \
	X(variant_set_named, VariantSetNamed) \
	X(variant_set_keyed, VariantSetKeyed) \
	X(variant_set_indexed, VariantSetIndexed) \
	X(variant_get, VariantGet) \
	X(variant_get_named, VariantGetNamed) \
	X(variant_get_keyed, VariantGetKeyed) \
	X(variant_get_indexed, VariantGetIndexed) \
	X(variant_iter_init, VariantIterInit) \
	X(variant_iter_next, VariantIterNext) \
	X(variant_iter_get, VariantIterGet) \
	X(variant_hash, VariantHash) \
	X(variant_recursive_hash, VariantRecursiveHash) \
	X(variant_hash_compare, VariantHashCompare) \
	X(variant_booleanize, VariantBooleanize) \
	X(variant_duplicate, VariantDuplicate) \
	X(variant_stringify, VariantStringify) \
	X(variant_get_type, VariantGetType) \
	X(variant_has_method, VariantHasMethod) \
	X(variant_has_member, VariantHasMember) \
	X(variant_has_key, VariantHasKey) \
	X(variant_get_object_instance_id, VariantGetObjectInstanceId) \
	X(variant_get_type_name, VariantGetTypeName) \
	X(variant_can_convert, VariantCanConvert) \
	X(variant_can_convert_strict, VariantCanConvertStrict) \
	X(get_variant_from_type_constructor, GetVariantFromTypeConstructor) \
	X(get_variant_to_type_constructor, GetVariantToTypeConstructor) \
	X(variant_get_ptr_operator_evaluator, VariantGetPtrOperatorEvaluator) \
	X(variant_get_ptr_builtin_method, VariantGetPtrBuiltinMethod) \
	X(variant_get_ptr_constructor, VariantGetPtrConstructor) \
	X(variant_get_ptr_destructor, VariantGetPtrDestructor) \
	X(variant_construct, VariantConstruct) \
	X(variant_get_ptr_setter, VariantGetPtrSetter) \
	X(variant_get_ptr_getter, VariantGetPtrGetter) \
	X(variant_get_ptr_indexed_setter, VariantGetPtrIndexedSetter) \
	X(variant_get_ptr_indexed_getter, VariantGetPtrIndexedGetter) \
	X(variant_get_ptr_keyed_setter, VariantGetPtrKeyedSetter) \
	X(variant_get_ptr_keyed_getter, VariantGetPtrKeyedGetter) \
	X(variant_get_ptr_keyed_checker, VariantGetPtrKeyedChecker) \
	X(variant_get_constant_value, VariantGetConstantValue) \
	X(variant_get_ptr_utility_function, VariantGetPtrUtilityFunction) \
	X(string_new_with_latin1_chars, StringNewWithLatin1Chars) \
	X(string_new_with_utf8_chars, StringNewWithUtf8Chars) \
	X(string_new_with_utf32_chars, StringNewWithUtf32Chars) \
	X(string_new_with_wide_chars, StringNewWithWideChars) \
	X(string_new_with_latin1_chars_and_len, StringNewWithLatin1CharsAndLen) \
	X(string_new_with_utf8_chars_and_len2, StringNewWithUtf8CharsAndLen2) \
	X(string_new_with_utf16_chars_and_len2, StringNewWithUtf16CharsAndLen2) \
	X(string_new_with_utf32_chars_and_len, StringNewWithUtf32CharsAndLen) \
	X(string_to_latin1_chars, StringToLatin1Chars) \
	X(string_to_utf8_chars, StringToUtf8Chars) \
	X(string_to_utf16_chars, StringToUtf16Chars) \
	X(string_to_utf32_chars, StringToUtf32Chars) \
	X(string_to_wide_chars, StringToWideChars) \
	X(string_operator_index, StringOperatorIndex) \
	X(string_operator_index_const, StringOperatorIndexConst) \
	X(string_operator_plus_eq_string, StringOperatorPlusEqString) \
	X(string_operator_plus_eq_char, StringOperatorPlusEqChar) \
	X(string_operator_plus_eq_cstr, StringOperatorPlusEqCstr) \
	X(string_operator_plus_eq_wcstr, StringOperatorPlusEqWcstr) \
	X(string_operator_plus_eq_c32str, StringOperatorPlusEqC32str) \
	X(string_resize, StringResize) \
	X(string_name_new_with_latin1_chars, StringNameNewWithLatin1Chars) \
	X(string_name_new_with_utf8_chars, StringNameNewWithUtf8Chars) \
	X(string_name_new_with_utf8_chars_and_len, StringNameNewWithUtf8CharsAndLen) \
	X(packed_byte_array_operator_index, PackedByteArrayOperatorIndex) \
	X(packed_byte_array_operator_index_const, PackedByteArrayOperatorIndexConst) \
	X(packed_float32_array_operator_index, PackedFloat32ArrayOperatorIndex) \
	X(packed_float32_array_operator_index_const, PackedFloat32ArrayOperatorIndexConst) \
	X(packed_float64_array_operator_index, PackedFloat64ArrayOperatorIndex) \
	X(packed_float64_array_operator_index_const, PackedFloat64ArrayOperatorIndexConst) \
	X(packed_int32_array_operator_index, PackedInt32ArrayOperatorIndex) \
	X(packed_int32_array_operator_index_const, PackedInt32ArrayOperatorIndexConst) \
	X(packed_int64_array_operator_index, PackedInt64ArrayOperatorIndex) \
	X(packed_int64_array_operator_index_const, PackedInt64ArrayOperatorIndexConst) \
	X(packed_string_array_operator_index, PackedStringArrayOperatorIndex) \
	X(packed_string_array_operator_index_const, PackedStringArrayOperatorIndexConst) \
	X(packed_vector2_array_operator_index, PackedVector2ArrayOperatorIndex) \
	X(packed_vector2_array_operator_index_const, PackedVector2ArrayOperatorIndexConst) \
	X(packed_vector3_array_operator_index, PackedVector3ArrayOperatorIndex) \
	X(packed_vector3_array_operator_index_const, PackedVector3ArrayOperatorIndexConst) \
	X(packed_color_array_operator_index, PackedColorArrayOperatorIndex) \
	X(packed_color_array_operator_index_const, PackedColorArrayOperatorIndexConst) \
	X(array_operator_index, ArrayOperatorIndex) \
	X(array_operator_index_const, ArrayOperatorIndexConst) \
	X(array_set_typed, ArraySetTyped) \
	X(dictionary_operator_index, DictionaryOperatorIndex) \
	X(dictionary_operator_index_const, DictionaryOperatorIndexConst) \
	X(dictionary_set_typed, DictionarySetTyped) \
	X(object_method_bind_call, ObjectMethodBindCall) \
	X(object_method_bind_ptrcall, ObjectMethodBindPtrcall) \
	X(object_destroy, ObjectDestroy) \
	X(global_get_singleton, GlobalGetSingleton) \
	X(object_get_instance_binding, ObjectGetInstanceBinding) \
	X(object_set_instance_binding, ObjectSetInstanceBinding) \
	X(object_free_instance_binding, ObjectFreeInstanceBinding) \
	X(object_set_instance, ObjectSetInstance) \
	X(object_get_class_name, ObjectGetClassName) \
	X(object_cast_to, ObjectCastTo) \
	X(object_get_instance_from_id, ObjectGetInstanceFromId) \
	X(object_get_instance_id, ObjectGetInstanceId) \
	X(object_has_script_method, ObjectHasScriptMethod) \
	X(object_call_script_method, ObjectCallScriptMethod) \
	X(ref_get_object, RefGetObject) \
	X(ref_set_object, RefSetObject) \
	X(callable_custom_create2, CallableCustomCreate2) \
	X(callable_custom_get_userdata, CallableCustomGetUserData) \
	X(classdb_construct_object2, ClassdbConstructObject2) \
	X(classdb_get_method_bind, ClassdbGetMethodBind) \
	X(classdb_get_class_tag, ClassdbGetClassTag) \
	X(classdb_register_extension_class5, ClassdbRegisterExtensionClass5) \
	X(classdb_register_extension_class_method, ClassdbRegisterExtensionClassMethod) \
	X(classdb_register_extension_class_virtual_method, ClassdbRegisterExtensionClassVirtualMethod) \
	X(classdb_register_extension_class_integer_constant, \
			ClassdbRegisterExtensionClassIntegerConstant) \
	X(classdb_register_extension_class_property, ClassdbRegisterExtensionClassProperty) \
	X(classdb_register_extension_class_property_indexed, \
			ClassdbRegisterExtensionClassPropertyIndexed) \
	X(classdb_register_extension_class_property_group, ClassdbRegisterExtensionClassPropertyGroup) \
	X(classdb_register_extension_class_property_subgroup, \
			ClassdbRegisterExtensionClassPropertySubgroup) \
	X(classdb_register_extension_class_signal, ClassdbRegisterExtensionClassSignal) \
	X(classdb_unregister_extension_class, ClassdbUnregisterExtensionClass) \
	X(get_library_path, GetLibraryPath)

namespace godot::internal {

extern GDExtensionInterfaceGetProcAddress gdextension_interface_get_proc_address;
extern GDExtensionClassLibraryPtr library;
extern void *token;

#define GODOT_CPP_DECLARE(m_name, m_type) \
	extern GDExtensionInterface##m_type gdextension_interface_##m_name;
GODOT_CPP_INTERFACE(GODOT_CPP_DECLARE)
#undef GODOT_CPP_DECLARE

// Fills every pointer above; false, with the missing name printed, when the engine lacks one.
bool load_interface(GDExtensionInterfaceGetProcAddress p_get_proc_address,
		GDExtensionClassLibraryPtr p_library);

} // namespace godot::internal

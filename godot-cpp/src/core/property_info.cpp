#include <godot_cpp/core/property_info.hpp>

namespace godot {

PropertyInfo::PropertyInfo(Variant::Type p_type, const StringName &p_name, PropertyHint p_hint,
		const String &p_hint_string, uint32_t p_usage, const StringName &p_class_name) :
		type(p_type),
		name(p_name),
		class_name(p_class_name),
		hint(p_hint),
		hint_string(p_hint_string),
		usage(p_usage) {
	// The engine finds the class of a resource property by its hint.
	if (hint == PROPERTY_HINT_RESOURCE_TYPE) {
		class_name = hint_string;
	}
}

PropertyInfo::PropertyInfo(const GDExtensionPropertyInfo *p_info) :
		type(static_cast<Variant::Type>(p_info->type)),
		name(*static_cast<const StringName *>(p_info->name)),
		class_name(*static_cast<const StringName *>(p_info->class_name)),
		hint(p_info->hint),
		hint_string(*static_cast<const String *>(p_info->hint_string)),
		usage(p_info->usage) {}

GDExtensionPropertyInfo PropertyInfo::_to_gdextension() const {
	return {
		static_cast<GDExtensionVariantType>(type),
		name._native_ptr(),
		class_name._native_ptr(),
		hint,
		hint_string._native_ptr(),
		usage,
	};
}

void PropertyInfo::_update(GDExtensionPropertyInfo *p_info) const {
	p_info->type = static_cast<GDExtensionVariantType>(type);
	*static_cast<StringName *>(p_info->name) = name;
	*static_cast<StringName *>(p_info->class_name) = class_name;
	p_info->hint = hint;
	*static_cast<String *>(p_info->hint_string) = hint_string;
	p_info->usage = usage;
}

} // namespace godot

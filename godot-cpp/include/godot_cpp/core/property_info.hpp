#pragma once

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/string_name.hpp>
#include <godot_cpp/variant/variant.hpp>

namespace godot {

// What the inspector, the help and the type checks know of a property, argument or result.
struct PropertyInfo {
	Variant::Type type = Variant::NIL;
	StringName name;
	StringName class_name;
	uint32_t hint = PROPERTY_HINT_NONE;
	String hint_string;
	uint32_t usage = PROPERTY_USAGE_DEFAULT;

	PropertyInfo() = default;
	PropertyInfo(Variant::Type p_type, const StringName &p_name,
			PropertyHint p_hint = PROPERTY_HINT_NONE, const String &p_hint_string = "",
			uint32_t p_usage = PROPERTY_USAGE_DEFAULT, const StringName &p_class_name = "");
	PropertyInfo(GDExtensionVariantType p_type, const StringName &p_name,
			PropertyHint p_hint = PROPERTY_HINT_NONE, const String &p_hint_string = "",
			uint32_t p_usage = PROPERTY_USAGE_DEFAULT, const StringName &p_class_name = "") :
			PropertyInfo(static_cast<Variant::Type>(p_type), p_name, p_hint, p_hint_string, p_usage,
					p_class_name) {}
	explicit PropertyInfo(const GDExtensionPropertyInfo *p_info);

	// The engine's form; its pointers are into this object, which must outlive it.
	GDExtensionPropertyInfo _to_gdextension() const;
	// Copies what `_validate_property` may have changed back into the engine's own.
	void _update(GDExtensionPropertyInfo *p_info) const;

	bool operator==(const PropertyInfo &p_other) const {
		return type == p_other.type && name == p_other.name && class_name == p_other.class_name &&
				hint == p_other.hint && hint_string == p_other.hint_string &&
				usage == p_other.usage;
	}
};

} // namespace godot

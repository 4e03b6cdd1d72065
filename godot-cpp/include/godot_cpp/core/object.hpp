#pragma once

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/core/property_info.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <vector>

namespace godot {

// A method or signal as the engine describes it.
struct MethodInfo {
	StringName name;
	PropertyInfo return_val;
	uint32_t flags = METHOD_FLAGS_DEFAULT;
	int id = 0;
	std::vector<PropertyInfo> arguments;
	std::vector<Variant> default_arguments;
	GDExtensionClassMethodArgumentMetadata return_val_metadata =
			GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE;
	std::vector<GDExtensionClassMethodArgumentMetadata> arguments_metadata;

	MethodInfo() = default;
	MethodInfo(const StringName &p_name) :
			name(p_name) {}
	template <typename... Args>
	MethodInfo(const StringName &p_name, const Args &...p_arguments) :
			name(p_name),
			arguments{ PropertyInfo(p_arguments)... } {}
	MethodInfo(Variant::Type p_return, const StringName &p_name) :
			name(p_name),
			return_val(p_return, "") {}
	template <typename... Args>
	MethodInfo(Variant::Type p_return, const StringName &p_name, const Args &...p_arguments) :
			name(p_name),
			return_val(p_return, ""),
			arguments{ PropertyInfo(p_arguments)... } {}
	MethodInfo(const PropertyInfo &p_return, const StringName &p_name) :
			name(p_name),
			return_val(p_return) {}
	template <typename... Args>
	MethodInfo(const PropertyInfo &p_return, const StringName &p_name, const Args &...p_arguments) :
			name(p_name),
			return_val(p_return),
			arguments{ PropertyInfo(p_arguments)... } {}
};

class ObjectDB {
public:
	// The object with this id, or null when it is gone. Any thread may ask; the object itself is
	// only safe to use where its class says so.
	static Object *get_instance(uint64_t p_id);
	static Object *get_instance(const ObjectID &p_id) {
		return get_instance(static_cast<uint64_t>(p_id));
	}
};

template <class T>
T *Object::cast_to(Object *p_object) {
	return dynamic_cast<T *>(p_object);
}

template <class T>
const T *Object::cast_to(const Object *p_object) {
	return dynamic_cast<const T *>(p_object);
}

} // namespace godot

#pragma once

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/enum_cast.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/core/property_info.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/typed_dictionary.hpp>

#include <type_traits>

namespace godot {

// What the engine is told of a C++ type: GetTypeInfo<T>::VARIANT_TYPE, METADATA, get_class_info().
template <typename T, typename = void>
struct GetTypeInfo;

namespace internal {

// "ns::Class::Enum" becomes "Class.Enum", the name that scripts use.
String enum_class_name(const char *p_qualified_name);

template <typename T>
constexpr GDExtensionClassMethodArgumentMetadata number_metadata() {
	if constexpr (std::is_same_v<T, float>) {
		return GDEXTENSION_METHOD_ARGUMENT_METADATA_REAL_IS_FLOAT;
	} else if constexpr (std::is_same_v<T, double>) {
		return GDEXTENSION_METHOD_ARGUMENT_METADATA_REAL_IS_DOUBLE;
	} else if constexpr (std::is_same_v<T, char32_t>) {
		return GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_CHAR32;
	} else if constexpr (std::is_same_v<T, char16_t>) {
		return GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_CHAR16;
	} else {
		constexpr int first = std::is_signed_v<T>
				? GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_INT8
				: GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_UINT8;
		constexpr int step = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
		return static_cast<GDExtensionClassMethodArgumentMetadata>(first + step);
	}
}

template <Variant::Type type>
struct PlainTypeInfo {
	static constexpr Variant::Type VARIANT_TYPE = type;
	static constexpr GDExtensionClassMethodArgumentMetadata METADATA =
			GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE;
	static PropertyInfo get_class_info() { return PropertyInfo(type, StringName()); }
};

struct IntegerInfo : PlainTypeInfo<Variant::INT> {
	static PropertyInfo enum_info(const char *p_name, uint32_t p_usage) {
		return PropertyInfo(Variant::INT, StringName(), PROPERTY_HINT_NONE, String(),
				PROPERTY_USAGE_DEFAULT | p_usage, enum_class_name(p_name));
	}
};

} // namespace internal

template <>
struct GetTypeInfo<bool> : internal::PlainTypeInfo<Variant::BOOL> {};

template <typename T>
struct GetTypeInfo<T, std::enable_if_t<std::is_integral_v<T>>>
		: internal::PlainTypeInfo<Variant::INT> {
	static constexpr GDExtensionClassMethodArgumentMetadata METADATA =
			internal::number_metadata<T>();
};

template <typename T>
struct GetTypeInfo<T, std::enable_if_t<std::is_floating_point_v<T>>>
		: internal::PlainTypeInfo<Variant::FLOAT> {
	static constexpr GDExtensionClassMethodArgumentMetadata METADATA =
			internal::number_metadata<T>();
};

template <typename T>
struct GetTypeInfo<T, std::enable_if_t<std::is_enum_v<T>>> : internal::IntegerInfo {
	static_assert(internal::EnumName<T>::value != nullptr, "VARIANT_ENUM_CAST is missing");
	static PropertyInfo get_class_info() {
		return enum_info(internal::EnumName<T>::value, PROPERTY_USAGE_CLASS_IS_ENUM);
	}
};

template <typename T>
struct GetTypeInfo<BitField<T>> : internal::IntegerInfo {
	static_assert(internal::EnumName<T>::value != nullptr, "VARIANT_BITFIELD_CAST is missing");
	static PropertyInfo get_class_info() {
		return enum_info(internal::EnumName<T>::value, PROPERTY_USAGE_CLASS_IS_BITFIELD);
	}
};

template <>
struct GetTypeInfo<ObjectID> : internal::PlainTypeInfo<Variant::INT> {};

template <>
struct GetTypeInfo<Variant> : internal::PlainTypeInfo<Variant::NIL> {
	static PropertyInfo get_class_info() {
		return PropertyInfo(Variant::NIL, StringName(), PROPERTY_HINT_NONE, String(),
				PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_NIL_IS_VARIANT);
	}
};

#define GODOT_CPP_TYPE_INFO(m_class, m_type) \
	template <> \
	struct GetTypeInfo<m_class> : internal::PlainTypeInfo<Variant::m_type> {};
GODOT_CPP_VARIANT_CLASSES(GODOT_CPP_TYPE_INFO)
#undef GODOT_CPP_TYPE_INFO

template <typename T>
struct GetTypeInfo<T *, std::enable_if_t<std::is_base_of_v<Object, T>>>
		: internal::PlainTypeInfo<Variant::OBJECT> {
	static PropertyInfo get_class_info() {
		const StringName &name = std::remove_const_t<T>::get_class_static();
		if constexpr (std::is_base_of_v<Resource, std::remove_const_t<T>>) {
			return PropertyInfo(Variant::OBJECT, StringName(), PROPERTY_HINT_RESOURCE_TYPE, name);
		} else {
			return PropertyInfo(Variant::OBJECT, StringName(), PROPERTY_HINT_NONE, String(),
					PROPERTY_USAGE_DEFAULT, name);
		}
	}
};

template <typename T>
struct GetTypeInfo<Ref<T>> : GetTypeInfo<T *> {};

namespace internal {

// How a typed container names its element: the class of an object, the type of anything else.
template <typename T>
String element_name() {
	if constexpr (std::is_base_of_v<Object, T>) {
		return T::get_class_static();
	} else {
		return Variant::get_type_name(GetTypeInfo<T>::VARIANT_TYPE);
	}
}

template <typename T>
struct IsTypedArray : std::false_type {};
template <typename T>
struct IsTypedArray<TypedArray<T>> : std::true_type {};

} // namespace internal

template <typename T>
struct GetTypeInfo<TypedArray<T>> : internal::PlainTypeInfo<Variant::ARRAY> {
	static PropertyInfo get_class_info() {
		return PropertyInfo(Variant::ARRAY, StringName(), PROPERTY_HINT_ARRAY_TYPE,
				internal::element_name<T>());
	}
};

template <typename K, typename V>
struct GetTypeInfo<TypedDictionary<K, V>> : internal::PlainTypeInfo<Variant::DICTIONARY> {
	static PropertyInfo get_class_info() {
		return PropertyInfo(Variant::DICTIONARY, StringName(), PROPERTY_HINT_DICTIONARY_TYPE,
				internal::element_name<K>() + ";" + internal::element_name<V>());
	}
};

} // namespace godot

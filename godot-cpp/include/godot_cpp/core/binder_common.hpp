#pragma once

#include <godot_cpp/core/ptrcall.hpp>
#include <godot_cpp/core/type_info.hpp>

#include <type_traits>

namespace godot {

// From a Variant that has passed accepts_argument to the C++ type of a parameter.
template <typename T, typename = void>
struct VariantCaster {
	static T cast(const Variant &p_variant) { return p_variant.operator T(); }
};

template <>
struct VariantCaster<Variant> {
	static const Variant &cast(const Variant &p_variant) { return p_variant; }
};

template <typename T>
struct VariantCaster<T,
		std::enable_if_t<std::is_enum_v<T> ||
				(std::is_integral_v<T> && !std::is_same_v<T, bool>)>> {
	static T cast(const Variant &p_variant) { return static_cast<T>(p_variant.operator int64_t()); }
};

template <typename T>
struct VariantCaster<BitField<T>> {
	static BitField<T> cast(const Variant &p_variant) { return p_variant.operator int64_t(); }
};

template <typename T>
struct VariantCaster<T *> {
	static T *cast(const Variant &p_variant) {
		return Object::cast_to<std::remove_const_t<T>>(p_variant.get_validated_object());
	}
};

template <typename T>
struct VariantCaster<Ref<T>> {
	static Ref<T> cast(const Variant &p_variant) { return Ref<T>(p_variant); }
};

template <typename T>
struct VariantCaster<TypedArray<T>> {
	static TypedArray<T> cast(const Variant &p_variant) {
		return TypedArray<T>(p_variant.operator Array());
	}
};

template <typename K, typename V>
struct VariantCaster<TypedDictionary<K, V>> {
	static TypedDictionary<K, V> cast(const Variant &p_variant) {
		return TypedDictionary<K, V>(p_variant.operator Dictionary());
	}
};

namespace internal {

template <typename T>
struct ObjectParameter {
	typedef void Class;
};
template <typename T>
struct ObjectParameter<T *> {
	typedef std::remove_const_t<T> Class;
};
template <typename T>
struct ObjectParameter<Ref<T>> {
	typedef T Class;
};

// The engine's own rule for what may be passed where a type is declared.
template <typename T>
bool accepts_argument(const Variant &p_variant) {
	typedef typename ObjectParameter<T>::Class Class;
	const Variant::Type wanted = GetTypeInfo<T>::VARIANT_TYPE;
	const Variant::Type given = p_variant.get_type();
	if (wanted == Variant::NIL) {
		return true;
	}
	if (given != wanted && !Variant::can_convert_strict(given, wanted)) {
		return false;
	}
	if constexpr (!std::is_void_v<Class>) {
		if (given == Variant::NIL || p_variant.operator ObjectID().is_null()) {
			return true;
		}
		// A freed object is refused as well: it is no Class any more.
		return Object::cast_to<Class>(p_variant.get_validated_object()) != nullptr;
	}
	return true;
}

template <typename T>
Variant to_variant(const T &p_value) {
	if constexpr (GetTypeInfo<T>::VARIANT_TYPE == Variant::INT) {
		return Variant(static_cast<int64_t>(p_value));
	} else {
		return Variant(p_value);
	}
}

} // namespace internal

} // namespace godot

#pragma once

#include <godot_cpp/variant/variant.hpp>

#include <type_traits>

namespace godot::internal {

// What a typed array or dictionary tells the engine of its elements of the C++ type T.
template <typename T, typename = void>
struct TypedElement {
	static constexpr Variant::Type TYPE = Variant::OBJECT;
	static StringName class_name() { return T::get_class_static(); }
};

template <Variant::Type type>
struct PlainElement {
	static constexpr Variant::Type TYPE = type;
	static StringName class_name() { return StringName(); }
};

template <>
struct TypedElement<Variant> : PlainElement<Variant::NIL> {};
template <>
struct TypedElement<bool> : PlainElement<Variant::BOOL> {};
template <typename T>
struct TypedElement<T, std::enable_if_t<std::is_integral_v<T>>> : PlainElement<Variant::INT> {};
template <typename T>
struct TypedElement<T, std::enable_if_t<std::is_floating_point_v<T>>>
		: PlainElement<Variant::FLOAT> {};

#define GODOT_CPP_TYPED_ELEMENT(m_class, m_type) \
	template <> \
	struct TypedElement<m_class> : PlainElement<Variant::m_type> {};
GODOT_CPP_VARIANT_CLASSES(GODOT_CPP_TYPED_ELEMENT)
#undef GODOT_CPP_TYPED_ELEMENT

} // namespace godot::internal

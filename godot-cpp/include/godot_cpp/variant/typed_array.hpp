#pragma once

#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/typed_element.hpp>

namespace godot {

// An Array that the engine lets hold only elements of one type. Made from an Array of the same
// type it shares its elements; any other Array is copied and converted.
template <typename T>
class TypedArray : public Array {
	typedef internal::TypedElement<T> Element;

	void declare_type() {
		if constexpr (Element::TYPE != Variant::NIL) {
			set_typed(Element::TYPE, Element::class_name(), Variant());
		}
	}

public:
	TypedArray() { declare_type(); }
	TypedArray(const Array &p_array) {
		declare_type();
		if (is_same_typed(p_array)) {
			Array::operator=(p_array);
		} else {
			assign(p_array);
		}
	}
	TypedArray(const Variant &p_variant) :
			TypedArray(p_variant.operator Array()) {}
	TypedArray(std::initializer_list<Variant> p_init) :
			TypedArray(Array(p_init)) {}

	void operator=(const Array &p_array) {
		ERR_FAIL_COND_MSG(
				!is_same_typed(p_array), "Cannot assign an array with a different element type.");
		Array::operator=(p_array);
	}
};

} // namespace godot

#pragma once

#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/typed_element.hpp>

namespace godot {

// A Dictionary that the engine lets hold only keys and values of one type each. Made from a
// Dictionary of the same types it shares its entries; any other one is copied and converted.
template <typename K, typename V>
class TypedDictionary : public Dictionary {
	typedef internal::TypedElement<K> Key;
	typedef internal::TypedElement<V> Value;

	void declare_type() {
		if constexpr (Key::TYPE != Variant::NIL || Value::TYPE != Variant::NIL) {
			set_typed(Key::TYPE, Key::class_name(), Variant(), Value::TYPE, Value::class_name(),
					Variant());
		}
	}

public:
	TypedDictionary() { declare_type(); }
	TypedDictionary(const Dictionary &p_dictionary) {
		declare_type();
		if (is_same_typed(p_dictionary)) {
			Dictionary::operator=(p_dictionary);
		} else {
			assign(p_dictionary);
		}
	}
	TypedDictionary(const Variant &p_variant) :
			TypedDictionary(p_variant.operator Dictionary()) {}

	void operator=(const Dictionary &p_dictionary) {
		ERR_FAIL_COND_MSG(!is_same_typed(p_dictionary),
				"Cannot assign a dictionary with different types of key or value.");
		Dictionary::operator=(p_dictionary);
	}
};

} // namespace godot

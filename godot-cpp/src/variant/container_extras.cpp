#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/dictionary.hpp>

namespace godot {

Array::Array(std::initializer_list<Variant> p_init) :
		Array() {
	resize(static_cast<int64_t>(p_init.size()));
	Variant *target = begin();
	for (const Variant &each : p_init) {
		*target++ = each;
	}
}

const Variant &Array::operator[](int64_t p_index) const {
	return *static_cast<const Variant *>(
			internal::gdextension_interface_array_operator_index_const(opaque, p_index));
}

Variant &Array::operator[](int64_t p_index) {
	return *static_cast<Variant *>(
			internal::gdextension_interface_array_operator_index(opaque, p_index));
}

void Array::set_typed(uint32_t p_type, const StringName &p_class_name, const Variant &p_script) {
	internal::gdextension_interface_array_set_typed(opaque,
			static_cast<GDExtensionVariantType>(p_type), p_class_name._native_ptr(),
			p_script._native_ptr());
}

Array::ConstIterator Array::begin() const {
	return static_cast<const Variant *>(
			internal::gdextension_interface_array_operator_index_const(opaque, 0));
}

// Of a read-only array the engine hands out a copy of one element for writing, which is no start
// for a walk over all.
Array::Iterator Array::begin() {
	if (is_read_only()) {
		return const_cast<Variant *>(static_cast<const Array *>(this)->begin());
	}
	return static_cast<Variant *>(internal::gdextension_interface_array_operator_index(opaque, 0));
}

const Variant &Dictionary::operator[](const Variant &p_key) const {
	return *static_cast<const Variant *>(
			internal::gdextension_interface_dictionary_operator_index_const(
					opaque, p_key._native_ptr()));
}

Variant &Dictionary::operator[](const Variant &p_key) {
	return *static_cast<Variant *>(
			internal::gdextension_interface_dictionary_operator_index(opaque, p_key._native_ptr()));
}

void Dictionary::set_typed(uint32_t p_key_type, const StringName &p_key_class_name,
		const Variant &p_key_script, uint32_t p_value_type, const StringName &p_value_class_name,
		const Variant &p_value_script) {
	internal::gdextension_interface_dictionary_set_typed(opaque,
			static_cast<GDExtensionVariantType>(p_key_type), p_key_class_name._native_ptr(),
			p_key_script._native_ptr(), static_cast<GDExtensionVariantType>(p_value_type),
			p_value_class_name._native_ptr(), p_value_script._native_ptr());
}

} // namespace godot

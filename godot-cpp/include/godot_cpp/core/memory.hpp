#pragma once

#include <godot_cpp/classes/wrapped.hpp>
#include <godot_cpp/core/interface.hpp>

#include <type_traits>

namespace godot {

namespace internal {

template <class T>
T *post_initialize(T *p_new) {
	if constexpr (std::is_base_of_v<Wrapped, T>) {
		p_new->_postinitialize();
	}
	return p_new;
}

} // namespace internal

// An engine object takes its C++ side with it.
template <class T>
void memdelete(T *p_object) {
	if constexpr (std::is_base_of_v<Wrapped, T>) {
		internal::gdextension_interface_object_destroy(p_object->_owner);
	} else {
		delete p_object;
	}
}

} // namespace godot

// Makes an object of a class of the engine's or of ours: memnew(Node), memnew(MyClass(arguments)).
#define memnew(m_class) ::godot::internal::post_initialize(new m_class)

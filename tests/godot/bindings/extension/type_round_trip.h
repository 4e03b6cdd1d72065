#pragma once

#include "carried_types.h"
#include "live_count.h"

#include <godot_cpp/core/gdvirtual.gen.inc>

#include <tuple>

// Takes and gives back a value of each carried type: through a method (echo_X), a property
// (held_X), a signal (sent_X, emitted by send_X) and a method that a script provides (_answer_X,
// called by ask_X). Main thread only.
class TypeRoundTrip : public godot::RefCounted {
	GDCLASS(TypeRoundTrip, godot::RefCounted)

	LiveCount live;

#define CARRIED_SLOT(m_name, m_type) m_type,
	// The last one only closes the list.
	std::tuple<CARRIED_TYPES(CARRIED_SLOT) std::nullptr_t> held{};
#undef CARRIED_SLOT

#define CARRIED_VIRTUAL(m_name, m_type) GDVIRTUAL1R(m_type, _answer_##m_name, m_type)
	CARRIED_TYPES(CARRIED_VIRTUAL)
#undef CARRIED_VIRTUAL

	template <typename T>
	T echo(T p_value) const {
		return p_value;
	}
	template <typename T>
	void hold(T p_value) {
		std::get<T>(held) = p_value;
	}
	template <typename T>
	T get_held() const {
		return std::get<T>(held);
	}
#define CARRIED_SEND_AND_ASK(m_name, m_type) \
	void send_##m_name(m_type p_value); \
	m_type ask_##m_name(m_type p_value);
	CARRIED_TYPES(CARRIED_SEND_AND_ASK)
#undef CARRIED_SEND_AND_ASK

	template <typename T>
	static void bind_methods_of(const godot::String &p_name, void (TypeRoundTrip::*p_send)(T),
			T (TypeRoundTrip::*p_ask)(T));

protected:
	static void _bind_methods();
};

#include "type_round_trip.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

#define CARRIED_SEND_AND_ASK(m_name, m_type) \
	void TypeRoundTrip::send_##m_name(m_type p_value) { \
		emit_signal("sent_" #m_name, p_value); \
	} \
	m_type TypeRoundTrip::ask_##m_name(m_type p_value) { \
		m_type answer{}; \
		GDVIRTUAL_CALL(_answer_##m_name, p_value, answer); \
		return answer; \
	}
CARRIED_TYPES(CARRIED_SEND_AND_ASK)
#undef CARRIED_SEND_AND_ASK

template <typename T>
void TypeRoundTrip::bind_methods_of(
		const String &p_name, void (TypeRoundTrip::*p_send)(T), T (TypeRoundTrip::*p_ask)(T)) {
	ClassDB::bind_method(D_METHOD(StringName("echo_" + p_name), "value"), &TypeRoundTrip::echo<T>);
	ClassDB::bind_method(D_METHOD(StringName("send_" + p_name), "value"), p_send);
	ClassDB::bind_method(D_METHOD(StringName("ask_" + p_name), "value"), p_ask);

	const String setter = "set_held_" + p_name;
	const String getter = "get_held_" + p_name;
	ClassDB::bind_method(D_METHOD(StringName(setter), "value"), &TypeRoundTrip::hold<T>);
	ClassDB::bind_method(D_METHOD(StringName(getter)), &TypeRoundTrip::get_held<T>);
	PropertyInfo property = GetTypeInfo<T>::get_class_info();
	property.name = "held_" + p_name;
	ADD_PROPERTY(property, StringName(setter), StringName(getter));

	PropertyInfo argument = GetTypeInfo<T>::get_class_info();
	argument.name = "value";
	ADD_SIGNAL(MethodInfo(StringName("sent_" + p_name), argument));
}

void TypeRoundTrip::_bind_methods() {
#define CARRIED_BIND(m_name, m_type) \
	bind_methods_of<m_type>(#m_name, &TypeRoundTrip::send_##m_name, &TypeRoundTrip::ask_##m_name); \
	GDVIRTUAL_BIND(_answer_##m_name, "value");
	CARRIED_TYPES(CARRIED_BIND)
#undef CARRIED_BIND
}

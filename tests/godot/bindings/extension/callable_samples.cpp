#include "callable_samples.h"

#include "named_callable.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <stdexcept>

using namespace godot;

void CallableSamples::receive(int64_t p_number) {
	received.push_back(p_number);
}

String CallableSamples::combine(const String &p_text, int64_t p_number) const {
	return p_text + String::num_int64(p_number);
}

void CallableSamples::receive_member(CallableSamples *p_from) {
	received.push_back(p_from);
}

int64_t CallableSamples::twice(int64_t p_number) {
	return 2 * p_number;
}

void CallableSamples::fail() {
	throw std::runtime_error("thrown in a function");
}

Callable CallableSamples::get_method_callable() {
	return callable_mp(this, &CallableSamples::receive);
}

Callable CallableSamples::get_const_callable() {
	return callable_mp(this, &CallableSamples::combine);
}

Callable CallableSamples::get_static_callable() const {
	return callable_mp_static(&CallableSamples::twice);
}

Callable CallableSamples::get_failing_callable() const {
	return callable_mp_static(&CallableSamples::fail);
}

Callable CallableSamples::get_named_callable(const String &p_name, bool p_bound_to_this) const {
	const ObjectID object(p_bound_to_this ? get_instance_id() : uint64_t(0));
	return Callable(memnew(NamedCallable(p_name, object)));
}

Callable CallableSamples::get_standard_callable() {
	return Callable(this, "announce");
}

Array CallableSamples::get_received() const {
	return received;
}

Error CallableSamples::connect_announced() {
	return connect("announced", callable_mp(this, &CallableSamples::receive));
}

bool CallableSamples::is_announced_connected() {
	return is_connected("announced", callable_mp(this, &CallableSamples::receive));
}

void CallableSamples::disconnect_announced() {
	disconnect("announced", callable_mp(this, &CallableSamples::receive));
}

void CallableSamples::announce(int64_t p_number) {
	emit_signal("announced", p_number);
}

Variant CallableSamples::call_with_pair(
		const Callable &p_callable, const Variant &p_a, const Variant &p_b) {
	return p_callable.call(p_a, p_b);
}

Variant CallableSamples::call_bound(
		const Callable &p_callable, const Variant &p_a, const Variant &p_bound) {
	return p_callable.bind(p_bound).call(p_a);
}

void CallableSamples::call_later(const Callable &p_callable, const Variant &p_a) {
	p_callable.call_deferred(p_a);
}

Variant CallableSamples::call_with_list(const Callable &p_callable, const Array &p_list) {
	return p_callable.callv(p_list);
}

Variant CallableSamples::call_method_of(
		Object *p_object, const StringName &p_method, const Variant &p_a) {
	return p_object->call(p_method, p_a);
}

Error CallableSamples::connect_to(Object *p_object, const StringName &p_signal) {
	return p_object->connect(p_signal,
			callable_mp(this, &CallableSamples::receive_member).bind(this), CONNECT_ONE_SHOT);
}

void CallableSamples::emit_given(const Signal &p_signal, const Variant &p_a) {
	p_signal.emit(p_a);
}

void CallableSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_method_callable"), &CallableSamples::get_method_callable);
	ClassDB::bind_method(D_METHOD("get_const_callable"), &CallableSamples::get_const_callable);
	ClassDB::bind_method(D_METHOD("get_static_callable"), &CallableSamples::get_static_callable);
	ClassDB::bind_method(D_METHOD("get_failing_callable"), &CallableSamples::get_failing_callable);
	ClassDB::bind_method(D_METHOD("get_named_callable", "name", "bound_to_this"),
			&CallableSamples::get_named_callable);
	ClassDB::bind_method(
			D_METHOD("get_standard_callable"), &CallableSamples::get_standard_callable);
	ClassDB::bind_method(D_METHOD("get_received"), &CallableSamples::get_received);
	ClassDB::bind_method(D_METHOD("connect_announced"), &CallableSamples::connect_announced);
	ClassDB::bind_method(
			D_METHOD("is_announced_connected"), &CallableSamples::is_announced_connected);
	ClassDB::bind_method(D_METHOD("disconnect_announced"), &CallableSamples::disconnect_announced);
	ClassDB::bind_method(D_METHOD("announce", "number"), &CallableSamples::announce);
	ClassDB::bind_method(
			D_METHOD("call_with_pair", "callable", "a", "b"), &CallableSamples::call_with_pair);
	ClassDB::bind_method(
			D_METHOD("call_bound", "callable", "a", "bound"), &CallableSamples::call_bound);
	ClassDB::bind_method(D_METHOD("call_later", "callable", "a"), &CallableSamples::call_later);
	ClassDB::bind_method(
			D_METHOD("call_with_list", "callable", "list"), &CallableSamples::call_with_list);
	ClassDB::bind_method(
			D_METHOD("call_method_of", "object", "method", "a"), &CallableSamples::call_method_of);
	ClassDB::bind_method(D_METHOD("connect_to", "object", "signal"), &CallableSamples::connect_to);
	ClassDB::bind_method(D_METHOD("emit_given", "signal", "a"), &CallableSamples::emit_given);
	ADD_SIGNAL(MethodInfo("announced", PropertyInfo(Variant::INT, "number")));
}

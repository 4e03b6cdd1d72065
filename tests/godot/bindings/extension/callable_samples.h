#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/variant/callable.hpp>

// Makes callables of each form, and calls and connects those that it is given. Main thread only.
class CallableSamples : public godot::Node {
	GDCLASS(CallableSamples, godot::Node)

	LiveCount live;
	godot::Array received;

	void receive(int64_t p_number);
	godot::String combine(const godot::String &p_text, int64_t p_number) const;
	void receive_member(CallableSamples *p_from);
	static int64_t twice(int64_t p_number);
	static void fail();

protected:
	static void _bind_methods();

public:
	godot::Callable get_method_callable();
	godot::Callable get_const_callable();
	godot::Callable get_static_callable() const;
	godot::Callable get_failing_callable() const;
	godot::Callable get_named_callable(const godot::String &p_name, bool p_bound_to_this) const;
	godot::Callable get_standard_callable();
	godot::Array get_received() const;

	godot::Error connect_announced();
	bool is_announced_connected();
	void disconnect_announced();
	void announce(int64_t p_number);

	godot::Variant call_with_pair(const godot::Callable &p_callable, const godot::Variant &p_a,
			const godot::Variant &p_b);
	godot::Variant call_bound(const godot::Callable &p_callable, const godot::Variant &p_a,
			const godot::Variant &p_bound);
	void call_later(const godot::Callable &p_callable, const godot::Variant &p_a);
	godot::Variant call_with_list(const godot::Callable &p_callable, const godot::Array &p_list);
	godot::Variant call_method_of(
			godot::Object *p_object, const godot::StringName &p_method, const godot::Variant &p_a);
	godot::Error connect_to(godot::Object *p_object, const godot::StringName &p_signal);
	void emit_given(const godot::Signal &p_signal, const godot::Variant &p_a);
};

#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>

// Throws from wherever the engine calls it, once it is told to. Main thread only.
class ThrowingNode : public godot::Node {
	GDCLASS(ThrowingNode, godot::Node)

	LiveCount live;
	bool angry = false;
	static bool unborn;

	void throw_if_angry(const char *p_where) const;

protected:
	static void _bind_methods();

	void _notification(int p_what);
	bool _set(const godot::StringName &p_name, const godot::Variant &p_value);
	bool _get(const godot::StringName &p_name, godot::Variant &r_value) const;
	void _get_property_list(godot::List<godot::PropertyInfo> *p_list) const;
	godot::String _to_string() const;

public:
	ThrowingNode();

	void _ready() override;
	godot::PackedStringArray _get_configuration_warnings() const override;

	void set_angry(bool p_angry);
	bool is_angry() const;
	int64_t answer(int64_t p_number);
	void throw_number();
	godot::String make_text();
	static int64_t answer_static(int64_t p_number);
	static void set_unborn(bool p_unborn);
};

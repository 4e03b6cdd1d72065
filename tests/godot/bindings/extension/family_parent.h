#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>

#include <string>

// The upper of two classes of ours, both of which answer everything that an object may be asked:
// notifications, properties made up as they are asked for, their defaults, a text. Main thread
// only.
class FamilyParent : public godot::Node {
	GDCLASS(FamilyParent, godot::Node)

	LiveCount live;
	godot::Variant secret = "parent's secret";
	int shared = 1;

protected:
	static void _bind_methods();

	void _notification(int p_what);
	bool _set(const godot::StringName &p_name, const godot::Variant &p_value);
	bool _get(const godot::StringName &p_name, godot::Variant &r_value) const;
	void _get_property_list(godot::List<godot::PropertyInfo> *p_list) const;
	bool _property_can_revert(const godot::StringName &p_name) const;
	bool _property_get_revert(const godot::StringName &p_name, godot::Variant &r_value) const;
	void _validate_property(godot::PropertyInfo &p_property) const;
	godot::String _to_string() const;

	static void record(const std::string &p_who, int p_what);

public:
	void set_shared(int p_shared);
	int get_shared() const;
	virtual godot::String introduce() const;
	static godot::PackedStringArray take_journal();
};

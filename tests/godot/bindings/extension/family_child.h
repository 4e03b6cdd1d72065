#pragma once

#include "family_parent.h"

// The lower of two classes of ours. Main thread only.
class FamilyChild : public FamilyParent {
	GDCLASS(FamilyChild, FamilyParent)

	godot::Variant secret = "child's secret";
	int own = 2;

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

public:
	void set_own(int p_own);
	int get_own() const;
	godot::String introduce() const override;
};

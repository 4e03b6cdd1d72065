#include "family_child.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void FamilyChild::_notification(int p_what) {
	record("child", p_what);
}

bool FamilyChild::_set(const StringName &p_name, const Variant &p_value) {
	if (p_name == StringName("child_secret")) {
		secret = p_value;
		return true;
	}
	return false;
}

bool FamilyChild::_get(const StringName &p_name, Variant &r_value) const {
	if (p_name == StringName("child_secret")) {
		r_value = secret;
		return true;
	}
	return false;
}

void FamilyChild::_get_property_list(List<PropertyInfo> *p_list) const {
	p_list->push_back(PropertyInfo(Variant::STRING, "child_secret"));
}

bool FamilyChild::_property_can_revert(const StringName &p_name) const {
	return p_name == StringName("child_secret");
}

bool FamilyChild::_property_get_revert(const StringName &p_name, Variant &r_value) const {
	if (p_name == StringName("child_secret")) {
		r_value = "child's secret";
		return true;
	}
	return false;
}

// Comes after the parent's, so that it can build on what that did.
void FamilyChild::_validate_property(PropertyInfo &p_property) const {
	if (p_property.name == StringName("shared")) {
		p_property.hint_string += ",3";
	}
}

String FamilyChild::_to_string() const {
	return "a child";
}

void FamilyChild::set_own(int p_own) {
	own = p_own;
}

int FamilyChild::get_own() const {
	return own;
}

String FamilyChild::introduce() const {
	return "I am the child";
}

void FamilyChild::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_own", "own"), &FamilyChild::set_own);
	ClassDB::bind_method(D_METHOD("get_own"), &FamilyChild::get_own);
	ADD_PROPERTY(PropertyInfo(Variant::INT, "own"), "set_own", "get_own");
}

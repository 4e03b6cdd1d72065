#include "family_parent.h"

#include "journal.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void FamilyParent::record(const std::string &p_who, int p_what) {
	switch (p_what) {
		case NOTIFICATION_POSTINITIALIZE:
			Journal::write(p_who + ": born");
			break;
		case NOTIFICATION_ENTER_TREE:
			Journal::write(p_who + ": enters");
			break;
		case NOTIFICATION_READY:
			Journal::write(p_who + ": ready");
			break;
		case NOTIFICATION_EXIT_TREE:
			Journal::write(p_who + ": leaves");
			break;
		case NOTIFICATION_PREDELETE:
			Journal::write(p_who + ": dies");
			break;
		default:
			break;
	}
}

void FamilyParent::_notification(int p_what) {
	record("parent", p_what);
}

bool FamilyParent::_set(const StringName &p_name, const Variant &p_value) {
	if (p_name == StringName("parent_secret")) {
		secret = p_value;
		return true;
	}
	return false;
}

bool FamilyParent::_get(const StringName &p_name, Variant &r_value) const {
	if (p_name == StringName("parent_secret")) {
		r_value = secret;
		return true;
	}
	return false;
}

void FamilyParent::_get_property_list(List<PropertyInfo> *p_list) const {
	p_list->push_back(PropertyInfo(
			Variant::STRING, "parent_secret", PROPERTY_HINT_PASSWORD, "of the parent"));
}

bool FamilyParent::_property_can_revert(const StringName &p_name) const {
	return p_name == StringName("parent_secret");
}

bool FamilyParent::_property_get_revert(const StringName &p_name, Variant &r_value) const {
	if (p_name == StringName("parent_secret")) {
		r_value = "parent's secret";
		return true;
	}
	return false;
}

void FamilyParent::_validate_property(PropertyInfo &p_property) const {
	if (p_property.name == StringName("shared")) {
		p_property.hint = PROPERTY_HINT_RANGE;
		p_property.hint_string = "0,9";
	}
}

String FamilyParent::_to_string() const {
	return "a parent";
}

void FamilyParent::set_shared(int p_shared) {
	shared = p_shared;
}

int FamilyParent::get_shared() const {
	return shared;
}

String FamilyParent::introduce() const {
	return "I am the parent";
}

PackedStringArray FamilyParent::take_journal() {
	PackedStringArray lines;
	for (const std::string &line : Journal::take()) {
		lines.push_back(line.c_str());
	}
	return lines;
}

void FamilyParent::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_shared", "shared"), &FamilyParent::set_shared);
	ClassDB::bind_method(D_METHOD("get_shared"), &FamilyParent::get_shared);
	ClassDB::bind_method(D_METHOD("introduce"), &FamilyParent::introduce);
	ClassDB::bind_static_method(
			"FamilyParent", D_METHOD("take_journal"), &FamilyParent::take_journal);
	ADD_PROPERTY(PropertyInfo(Variant::INT, "shared"), "set_shared", "get_shared");
	ADD_SIGNAL(MethodInfo("spoke"));
}

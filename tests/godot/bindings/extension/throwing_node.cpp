#include "throwing_node.h"

#include <godot_cpp/core/class_db.hpp>

#include <stdexcept>
#include <string>

using namespace godot;

bool ThrowingNode::unborn = false;

ThrowingNode::ThrowingNode() {
	if (unborn) {
		throw std::runtime_error("thrown in the constructor");
	}
}

void ThrowingNode::throw_if_angry(const char *p_where) const {
	if (angry) {
		throw std::runtime_error(std::string("thrown in ") + p_where);
	}
}

void ThrowingNode::_notification(int p_what) {
	if (p_what == NOTIFICATION_ENTER_TREE) {
		throw_if_angry("a notification");
	}
}

bool ThrowingNode::_set(const StringName &p_name, const Variant &) {
	if (p_name == StringName("mood")) {
		throw_if_angry("_set");
		return true;
	}
	return false;
}

bool ThrowingNode::_get(const StringName &p_name, Variant &r_value) const {
	if (p_name == StringName("mood")) {
		throw_if_angry("_get");
		r_value = "calm";
		return true;
	}
	return false;
}

void ThrowingNode::_get_property_list(List<PropertyInfo> *p_list) const {
	p_list->push_back(PropertyInfo(Variant::STRING, "mood"));
	throw_if_angry("_get_property_list");
}

String ThrowingNode::_to_string() const {
	throw_if_angry("_to_string");
	return "a calm node";
}

void ThrowingNode::_ready() {
	throw_if_angry("_ready");
}

PackedStringArray ThrowingNode::_get_configuration_warnings() const {
	throw_if_angry("_get_configuration_warnings");
	return PackedStringArray();
}

void ThrowingNode::set_angry(bool p_angry) {
	angry = p_angry;
}

bool ThrowingNode::is_angry() const {
	return angry;
}

int64_t ThrowingNode::answer(int64_t p_number) {
	throw_if_angry("a method");
	return p_number;
}

void ThrowingNode::throw_number() {
	throw 42;
}

String ThrowingNode::make_text() {
	const String made = "made before the exception";
	throw_if_angry("a method with a result");
	return made;
}

int64_t ThrowingNode::answer_static(int64_t p_number) {
	if (p_number < 0) {
		throw std::out_of_range("thrown in a static method");
	}
	return p_number;
}

void ThrowingNode::set_unborn(bool p_unborn) {
	unborn = p_unborn;
}

void ThrowingNode::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_angry", "angry"), &ThrowingNode::set_angry);
	ClassDB::bind_method(D_METHOD("is_angry"), &ThrowingNode::is_angry);
	ClassDB::bind_method(D_METHOD("answer", "number"), &ThrowingNode::answer);
	ClassDB::bind_method(D_METHOD("throw_number"), &ThrowingNode::throw_number);
	ClassDB::bind_method(D_METHOD("make_text"), &ThrowingNode::make_text);
	ClassDB::bind_static_method(
			"ThrowingNode", D_METHOD("answer_static", "number"), &ThrowingNode::answer_static);
	ClassDB::bind_static_method(
			"ThrowingNode", D_METHOD("set_unborn", "unborn"), &ThrowingNode::set_unborn);
}

#include "error_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/utility_functions.hpp>

using namespace godot;

void ErrorSamples::fail_plain() {
	ERR_FAIL();
}

void ErrorSamples::fail_message(const String &p_message) {
	ERR_FAIL_MSG(p_message);
}

int ErrorSamples::fail_value() {
	ERR_FAIL_V(-7);
}

int ErrorSamples::fail_condition(bool p_condition) {
	ERR_FAIL_COND_V(p_condition, -1);
	passed++;
	return 1;
}

int ErrorSamples::fail_condition_message(bool p_condition, const String &p_message) {
	ERR_FAIL_COND_V_MSG(p_condition, -1, p_message);
	passed++;
	return 1;
}

int ErrorSamples::fail_null(Object *p_object) {
	ERR_FAIL_NULL_V_MSG(p_object, -1, "nothing was given");
	passed++;
	return 1;
}

int ErrorSamples::fail_index(int64_t p_index, int64_t p_size) {
	ERR_FAIL_INDEX_V(p_index, p_size, -1);
	passed++;
	return 1;
}

int ErrorSamples::count_without(int64_t p_count, int64_t p_skipped) {
	int counted = 0;
	for (int64_t i = 0; i < p_count; i++) {
		ERR_CONTINUE(i == p_skipped);
		counted++;
	}
	return counted;
}

void ErrorSamples::print_error(const String &p_message) {
	ERR_PRINT(p_message);
}

void ErrorSamples::print_warning(const String &p_message) {
	WARN_PRINT(p_message);
}

void ErrorSamples::print_once() {
	ERR_PRINT_ONCE("printed but once");
}

int64_t ErrorSamples::get_passed() const {
	return passed;
}

void ErrorSamples::print_all(const Variant &p_value) {
	UtilityFunctions::print("print:", p_value);
	UtilityFunctions::print_rich("[b]print_rich:[/b]", p_value);
	UtilityFunctions::print_verbose("print_verbose:", p_value);
	UtilityFunctions::printerr("printerr:", p_value);
	UtilityFunctions::prints("prints:", p_value);
	UtilityFunctions::printt("printt:", p_value);
	UtilityFunctions::printraw("printraw:", p_value, "\n");
}

void ErrorSamples::push_both(const String &p_text) {
	UtilityFunctions::push_error("error: ", p_text);
	UtilityFunctions::push_warning("warning: ", p_text);
}

Array ErrorSamples::ask_utilities(const Variant &p_value) const {
	Array answers;
	answers.push_back(UtilityFunctions::type_of(p_value));
	answers.push_back(UtilityFunctions::str("<", p_value, ">"));
	answers.push_back(UtilityFunctions::var_to_str(p_value));
	answers.push_back(UtilityFunctions::hash(p_value));
	answers.push_back(UtilityFunctions::absi(-3));
	answers.push_back(UtilityFunctions::max(1, p_value));
	answers.push_back(UtilityFunctions::is_nan(0.0));
	answers.push_back(UtilityFunctions::str_to_var("{\"a\": [1, 2]}"));
	return answers;
}

uint64_t ErrorSamples::id_of(Object *p_object) const {
	return p_object->get_instance_id();
}

Object *ErrorSamples::find_by_id(uint64_t p_id) const {
	return ObjectDB::get_instance(p_id);
}

void ErrorSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("fail_plain"), &ErrorSamples::fail_plain);
	ClassDB::bind_method(D_METHOD("fail_message", "message"), &ErrorSamples::fail_message);
	ClassDB::bind_method(D_METHOD("fail_value"), &ErrorSamples::fail_value);
	ClassDB::bind_method(D_METHOD("fail_condition", "condition"), &ErrorSamples::fail_condition);
	ClassDB::bind_method(D_METHOD("fail_condition_message", "condition", "message"),
			&ErrorSamples::fail_condition_message);
	ClassDB::bind_method(D_METHOD("fail_null", "object"), &ErrorSamples::fail_null);
	ClassDB::bind_method(D_METHOD("fail_index", "index", "size"), &ErrorSamples::fail_index);
	ClassDB::bind_method(
			D_METHOD("count_without", "count", "skipped"), &ErrorSamples::count_without);
	ClassDB::bind_method(D_METHOD("print_error", "message"), &ErrorSamples::print_error);
	ClassDB::bind_method(D_METHOD("print_warning", "message"), &ErrorSamples::print_warning);
	ClassDB::bind_method(D_METHOD("print_once"), &ErrorSamples::print_once);
	ClassDB::bind_method(D_METHOD("get_passed"), &ErrorSamples::get_passed);
	ClassDB::bind_method(D_METHOD("print_all", "value"), &ErrorSamples::print_all);
	ClassDB::bind_method(D_METHOD("push_both", "text"), &ErrorSamples::push_both);
	ClassDB::bind_method(D_METHOD("ask_utilities", "value"), &ErrorSamples::ask_utilities);
	ClassDB::bind_method(D_METHOD("id_of", "object"), &ErrorSamples::id_of);
	ClassDB::bind_method(D_METHOD("find_by_id", "id"), &ErrorSamples::find_by_id);
}

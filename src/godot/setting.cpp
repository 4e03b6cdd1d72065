#include "godot/setting.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/core/error_macros.hpp>

using namespace godot;

namespace agent_runtime {

void Setting::add_to_project() const {
	ProjectSettings *settings = ProjectSettings::get_singleton();
	if (!settings->has_setting(name)) {
		settings->set_setting(name, initial);
	}
	Dictionary info;
	info["name"] = name;
	info["type"] = initial.get_type();
	info["hint"] = hint;
	info["hint_string"] = hint_string;
	settings->add_property_info(info);
	settings->set_initial_value(name, initial);
	settings->set_as_basic(name, true);
}

void Setting::refuse(const String &p_remedy) const {
	String remedy = p_remedy;
	if (remedy.is_empty()) {
		switch (initial.get_type()) {
			case Variant::BOOL:
				remedy = "give true or false";
				break;
			case Variant::DICTIONARY:
				remedy = "give a dictionary";
				break;
			case Variant::PACKED_STRING_ARRAY:
				remedy = "give a PackedStringArray";
				break;
			default:
				remedy = hint_string.is_empty() ? String("give a text")
												: "choose one of " + hint_string;
		}
	}
	ERR_PRINT("AgentRuntime: the project setting " + name + " is \"" + initial.stringify() +
			"\" for now: its value cannot be used; " + remedy);
}

Variant Setting::value() const {
	return ProjectSettings::get_singleton()->get_setting_with_override(name);
}

Variant Setting::checked(Variant::Type p_type) const {
	Variant given = value();
	if (given.get_type() != p_type) {
		refuse();
		return initial;
	}
	return given;
}

double Setting::number() const {
	const Variant given = value();
	const bool is_number = given.get_type() == Variant::INT || given.get_type() == Variant::FLOAT;
	const double wanted = is_number ? static_cast<double>(given) : 0.0;
	// Written so that NaN fails, too.
	if (!is_number || !(wanted >= lowest && wanted <= highest)) {
		refuse();
		return initial;
	}
	return wanted;
}

bool Setting::flag() const {
	return checked(Variant::BOOL);
}

String Setting::text() const {
	return checked(Variant::STRING);
}

Dictionary Setting::table() const {
	return checked(Variant::DICTIONARY);
}

PackedStringArray Setting::texts() const {
	return checked(Variant::PACKED_STRING_ARRAY);
}

} // namespace agent_runtime

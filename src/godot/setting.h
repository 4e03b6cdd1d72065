#pragma once

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

namespace agent_runtime {

// One project setting: its default, and what a user can choose in the project's dialogue. A value
// of the wrong type counts as the default, with one error. Main thread only.
struct Setting {
	godot::String name;
	godot::Variant initial;
	godot::PropertyHint hint = godot::PROPERTY_HINT_NONE;
	godot::String hint_string = {};
	double lowest = 0.0; // for a number
	double highest = 0.0;

	void add_to_project() const;
	godot::Variant value() const;
	double number() const;
	bool flag() const;
	godot::String text() const;
	godot::Dictionary table() const;
	godot::PackedStringArray texts() const;

	// Prints that its value cannot be used and the default applies. An empty `p_remedy` means what
	// the hint says.
	void refuse(const godot::String &p_remedy = godot::String()) const;

private:
	godot::Variant checked(godot::Variant::Type p_type) const;
};

} // namespace agent_runtime

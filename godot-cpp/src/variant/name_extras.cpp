#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/node_path.hpp>
#include <godot_cpp/variant/string_name.hpp>

namespace godot {

StringName::StringName(const char *p_from, bool) {
	if (p_from != nullptr && *p_from != 0) {
		internal::gdextension_interface_string_name_new_with_latin1_chars(opaque, p_from, false);
	}
}

bool StringName::operator==(const char *p_chr) const {
	return *this == StringName(p_chr);
}

bool StringName::operator!=(const char *p_chr) const {
	return *this != StringName(p_chr);
}

bool operator==(const char *p_chr, const StringName &p_string_name) {
	return p_string_name == p_chr;
}

bool operator!=(const char *p_chr, const StringName &p_string_name) {
	return p_string_name != p_chr;
}

NodePath::NodePath(const char *p_from) :
		NodePath(String(p_from)) {}

} // namespace godot

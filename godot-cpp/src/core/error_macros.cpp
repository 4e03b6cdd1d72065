#include <godot_cpp/core/error_macros.hpp>

#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/char_string.hpp>
#include <godot_cpp/variant/string.hpp>

#include <cstdio>

namespace godot {

void _err_print_error(const char *p_function, const char *p_file, int p_line, const char *p_error,
		const char *p_message, bool p_editor_notify, bool p_is_warning) {
	const bool has_message = p_message != nullptr && p_message[0] != '\0';
	if (p_is_warning && has_message) {
		internal::gdextension_interface_print_warning_with_message(
				p_error, p_message, p_function, p_file, p_line, p_editor_notify);
	} else if (p_is_warning) {
		internal::gdextension_interface_print_warning(
				p_error, p_function, p_file, p_line, p_editor_notify);
	} else if (has_message) {
		internal::gdextension_interface_print_error_with_message(
				p_error, p_message, p_function, p_file, p_line, p_editor_notify);
	} else {
		internal::gdextension_interface_print_error(
				p_error, p_function, p_file, p_line, p_editor_notify);
	}
}

void _err_print_error(const char *p_function, const char *p_file, int p_line, const char *p_error,
		const String &p_message, bool p_editor_notify, bool p_is_warning) {
	_err_print_error(p_function, p_file, p_line, p_error, p_message.utf8().get_data(),
			p_editor_notify, p_is_warning);
}

void _err_print_error(const char *p_function, const char *p_file, int p_line, const String &p_error,
		const char *p_message, bool p_editor_notify, bool p_is_warning) {
	_err_print_error(p_function, p_file, p_line, p_error.utf8().get_data(), p_message,
			p_editor_notify, p_is_warning);
}

void _err_print_error(const char *p_function, const char *p_file, int p_line, const String &p_error,
		const String &p_message, bool p_editor_notify, bool p_is_warning) {
	_err_print_error(p_function, p_file, p_line, p_error.utf8().get_data(),
			p_message.utf8().get_data(), p_editor_notify, p_is_warning);
}

void _err_print_index_error(const char *p_function, const char *p_file, int p_line, int64_t p_index,
		int64_t p_size, const char *p_index_text, const char *p_size_text, const char *p_message) {
	char error[256];
	std::snprintf(error, sizeof(error), "Index %s = %lld is out of bounds (%s = %lld).",
			p_index_text, static_cast<long long>(p_index), p_size_text,
			static_cast<long long>(p_size));
	_err_print_error(p_function, p_file, p_line, error, p_message);
}

void _err_print_index_error(const char *p_function, const char *p_file, int p_line, int64_t p_index,
		int64_t p_size, const char *p_index_text, const char *p_size_text,
		const String &p_message) {
	_err_print_index_error(p_function, p_file, p_line, p_index, p_size, p_index_text, p_size_text,
			p_message.utf8().get_data());
}

} // namespace godot

#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/string.hpp>

#include <type_traits>

// Of String, beyond the engine's own list of methods: access to characters, comparison and
// concatenation with literals.

namespace godot {

namespace {

template <typename T>
bool equals(const String &p_string, const T *p_text) {
	const int64_t length = p_string.length();
	const char32_t *characters = p_string.ptr();
	for (int64_t i = 0; i < length; i++) {
		// A literal is Latin-1 or UTF-32; its own end never equals a character of the String.
		const char32_t other =
				static_cast<char32_t>(static_cast<std::make_unsigned_t<T>>(p_text[i]));
		if (other == 0 || characters[i] != other) {
			return false;
		}
	}
	return p_text[length] == 0;
}

} // namespace

const char32_t *String::ptr() const {
	return is_empty() ? nullptr
					  : internal::gdextension_interface_string_operator_index_const(opaque, 0);
}

char32_t *String::ptrw() {
	return is_empty() ? nullptr : internal::gdextension_interface_string_operator_index(opaque, 0);
}

const char32_t &String::operator[](int64_t p_index) const {
	return *internal::gdextension_interface_string_operator_index_const(opaque, p_index);
}

char32_t &String::operator[](int64_t p_index) {
	return *internal::gdextension_interface_string_operator_index(opaque, p_index);
}

bool String::operator==(const char *p_str) const {
	return p_str == nullptr ? is_empty() : equals(*this, p_str);
}

bool String::operator!=(const char *p_str) const {
	return !(*this == p_str);
}

bool String::operator==(const char32_t *p_str) const {
	return *this == String(p_str);
}

bool String::operator!=(const char32_t *p_str) const {
	return !(*this == p_str);
}

String String::operator+(const char *p_str) const {
	String result(*this);
	result += p_str;
	return result;
}

String String::operator+(const wchar_t *p_str) const {
	String result(*this);
	result += p_str;
	return result;
}

String String::operator+(const char32_t *p_str) const {
	String result(*this);
	result += p_str;
	return result;
}

String String::operator+(char32_t p_char) const {
	String result(*this);
	result += p_char;
	return result;
}

String &String::operator+=(const String &p_str) {
	internal::gdextension_interface_string_operator_plus_eq_string(opaque, p_str.opaque);
	return *this;
}

String &String::operator+=(const char *p_str) {
	internal::gdextension_interface_string_operator_plus_eq_cstr(opaque, p_str);
	return *this;
}

String &String::operator+=(const wchar_t *p_str) {
	internal::gdextension_interface_string_operator_plus_eq_wcstr(opaque, p_str);
	return *this;
}

String &String::operator+=(const char32_t *p_str) {
	internal::gdextension_interface_string_operator_plus_eq_c32str(opaque, p_str);
	return *this;
}

String &String::operator+=(char32_t p_char) {
	internal::gdextension_interface_string_operator_plus_eq_char(opaque, p_char);
	return *this;
}

bool operator==(const char *p_chr, const String &p_str) {
	return p_str == p_chr;
}

bool operator!=(const char *p_chr, const String &p_str) {
	return p_str != p_chr;
}

String operator+(const char *p_chr, const String &p_str) {
	return String(p_chr) + p_str;
}

String operator+(const wchar_t *p_chr, const String &p_str) {
	return String(p_chr) + p_str;
}

String operator+(const char32_t *p_chr, const String &p_str) {
	return String(p_chr) + p_str;
}

String itos(int64_t p_val) {
	return String::num_int64(p_val);
}

} // namespace godot

#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/string.hpp>

// What String offers beyond the engine's own list of methods: conversions from and to the
// encodings of C++, character access, comparison and concatenation with literals.

namespace godot {

namespace {

// U+FFFD for what UTF-8 cannot express, so that the result is always valid.
char32_t valid(char32_t p_char) {
	const bool surrogate = p_char >= 0xD800 && p_char <= 0xDFFF;
	return surrogate || p_char > 0x10FFFF ? 0xFFFD : p_char;
}

int64_t utf8_size(char32_t p_char) {
	if (p_char < 0x80) {
		return 1;
	}
	if (p_char < 0x800) {
		return 2;
	}
	return valid(p_char) < 0x10000 ? 3 : 4;
}

char *append_utf8(char *p_to, char32_t p_char) {
	const char32_t c = valid(p_char);
	if (c < 0x80) {
		*p_to++ = static_cast<char>(c);
	} else if (c < 0x800) {
		*p_to++ = static_cast<char>(0xC0 | c >> 6);
		*p_to++ = static_cast<char>(0x80 | (c & 0x3F));
	} else if (c < 0x10000) {
		*p_to++ = static_cast<char>(0xE0 | c >> 12);
		*p_to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
		*p_to++ = static_cast<char>(0x80 | (c & 0x3F));
	} else {
		*p_to++ = static_cast<char>(0xF0 | c >> 18);
		*p_to++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
		*p_to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
		*p_to++ = static_cast<char>(0x80 | (c & 0x3F));
	}
	return p_to;
}

// The engine's converters tell the length when they are given no buffer.
template <typename T>
T *converted(GDExtensionInt (*p_convert)(GDExtensionConstStringPtr, T *, GDExtensionInt),
		const String &p_string, int64_t &r_length) {
	r_length = p_convert(p_string._native_ptr(), nullptr, 0);
	if (r_length <= 0) {
		return nullptr;
	}
	T *buffer = new T[r_length + 1];
	p_convert(p_string._native_ptr(), buffer, r_length);
	buffer[r_length] = 0;
	return buffer;
}

template <typename T>
bool equals(const String &p_string, const T *p_text) {
	const int64_t length = p_string.length();
	const char32_t *characters = p_string.ptr();
	for (int64_t i = 0; i < length; i++) {
		// A literal is Latin-1 or UTF-32; its own end never equals a character of the String.
		const char32_t other = static_cast<char32_t>(static_cast<std::make_unsigned_t<T>>(p_text[i]));
		if (other == 0 || characters[i] != other) {
			return false;
		}
	}
	return p_text[length] == 0;
}

} // namespace

String::String(const char *p_from) {
	if (p_from != nullptr && *p_from != 0) {
		internal::gdextension_interface_string_new_with_latin1_chars(opaque, p_from);
	}
}

String::String(const wchar_t *p_from) {
	if (p_from != nullptr && *p_from != 0) {
		internal::gdextension_interface_string_new_with_wide_chars(opaque, p_from);
	}
}

String::String(const char16_t *p_from) : String(utf16(p_from)) {}

String::String(const char32_t *p_from) {
	if (p_from != nullptr && *p_from != 0) {
		internal::gdextension_interface_string_new_with_utf32_chars(opaque, p_from);
	}
}

String String::utf8(const char *p_from, int64_t p_len) {
	String result;
	if (p_from == nullptr || p_len == 0) {
		return result;
	}
	if (p_len < 0) {
		internal::gdextension_interface_string_new_with_utf8_chars(result.opaque, p_from);
	} else {
		internal::gdextension_interface_string_new_with_utf8_chars_and_len2(
				result.opaque, p_from, p_len);
	}
	return result;
}

String String::utf16(const char16_t *p_from, int64_t p_len) {
	String result;
	if (p_from != nullptr && p_len != 0) {
		internal::gdextension_interface_string_new_with_utf16_chars_and_len2(
				result.opaque, p_from, p_len, true);
	}
	return result;
}

CharString String::utf8() const {
	const int64_t count = length();
	if (count == 0) {
		return CharString();
	}
	// Most text is ASCII: room for that first, measured anew at the first other character.
	const char32_t *from = ptr();
	char *buffer = new char[count + 1];
	int64_t done = 0;
	while (done < count && from[done] < 0x80) {
		buffer[done] = static_cast<char>(from[done]);
		done++;
	}
	if (done == count) {
		buffer[count] = 0;
		return CharString(buffer, count);
	}
	int64_t size = done;
	for (int64_t i = done; i < count; i++) {
		size += utf8_size(from[i]);
	}
	char *wider = new char[size + 1];
	memcpy(wider, buffer, static_cast<size_t>(done));
	delete[] buffer;
	char *to = wider + done;
	for (int64_t i = done; i < count; i++) {
		to = append_utf8(to, from[i]);
	}
	*to = 0;
	return CharString(wider, size);
}

CharString String::ascii() const {
	int64_t length = 0;
	char *buffer =
			converted(internal::gdextension_interface_string_to_latin1_chars, *this, length);
	return CharString(buffer, length);
}

Char16String String::utf16() const {
	int64_t length = 0;
	char16_t *buffer =
			converted(internal::gdextension_interface_string_to_utf16_chars, *this, length);
	return Char16String(buffer, length);
}

Char32String String::utf32() const {
	int64_t length = 0;
	char32_t *buffer =
			converted(internal::gdextension_interface_string_to_utf32_chars, *this, length);
	return Char32String(buffer, length);
}

CharWideString String::wide_string() const {
	int64_t length = 0;
	wchar_t *buffer =
			converted(internal::gdextension_interface_string_to_wide_chars, *this, length);
	return CharWideString(buffer, length);
}

const char32_t *String::ptr() const {
	return is_empty() ? nullptr
					  : internal::gdextension_interface_string_operator_index_const(opaque, 0);
}

char32_t *String::ptrw() {
	return is_empty() ? nullptr
					  : internal::gdextension_interface_string_operator_index(opaque, 0);
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

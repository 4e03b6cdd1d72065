#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/variant/string.hpp>

#include <cstring>

// Conversions between String, which is UTF-32 inside, and the encodings of C++.

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

// Copies characters until one is not ASCII and tells how many; whole blocks at a time, which the
// compiler turns into vector code.
int64_t copy_ascii(char *__restrict p_to, const char32_t *__restrict p_from, int64_t p_count) {
	constexpr int BLOCK = 16;
	int64_t done = 0;
	for (; done + BLOCK <= p_count; done += BLOCK) {
		const char32_t *from = p_from + done;
		char *to = p_to + done;
		char32_t all = 0;
		for (int i = 0; i < BLOCK; i++) {
			all |= from[i];
		}
		if (all >= 0x80) {
			break;
		}
		for (int i = 0; i < BLOCK; i++) {
			to[i] = static_cast<char>(from[i]);
		}
	}
	while (done < p_count && p_from[done] < 0x80) {
		p_to[done] = static_cast<char>(p_from[done]);
		done++;
	}
	return done;
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

String::String(const char16_t *p_from) :
		String(utf16(p_from)) {}

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
	const int64_t done = copy_ascii(buffer, from, count);
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
	char *buffer = converted(internal::gdextension_interface_string_to_latin1_chars, *this, length);
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

} // namespace godot

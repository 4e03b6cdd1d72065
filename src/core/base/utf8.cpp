#include "core/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace agent_runtime {

namespace {

bool is_continuation(unsigned char byte) {
	return (byte & 0xC0) == 0x80;
}

// The length of a well-formed sequence at the start of the text, or 0. The range of the second byte
// excludes overlong forms (after E0 and F0), surrogates (after ED) and anything beyond U+10FFFF
// (after F4).
std::size_t sequence_length(std::string_view text) {
	const unsigned char first = static_cast<unsigned char>(text[0]);
	if (first < 0x80) {
		return 1;
	}
	if (first < 0xC2 || first > 0xF4) {
		return 0;
	}
	const std::size_t length = first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4);
	if (text.size() < length) {
		return 0;
	}
	const unsigned char second = static_cast<unsigned char>(text[1]);
	const unsigned char lowest = first == 0xE0 ? 0xA0 : (first == 0xF0 ? 0x90 : 0x80);
	const unsigned char highest = first == 0xED ? 0x9F : (first == 0xF4 ? 0x8F : 0xBF);
	if (second < lowest || second > highest) {
		return 0;
	}
	for (std::size_t i = 2; i < length; ++i) {
		if (!is_continuation(static_cast<unsigned char>(text[i]))) {
			return 0;
		}
	}
	return length;
}

constexpr std::string_view REPLACEMENT = "\uFFFD";

// The code point of a well-formed sequence.
char32_t decode(std::string_view sequence) {
	const unsigned char first = static_cast<unsigned char>(sequence[0]);
	if (sequence.size() == 1) {
		return first;
	}
	char32_t point = first & (0x7FU >> sequence.size());
	for (const char character : sequence.substr(1)) {
		point = (point << 6) | (static_cast<unsigned char>(character) & 0x3FU);
	}
	return point;
}

bool is_control(char32_t point) {
	return point < 0x20 || (point >= 0x7F && point < 0xA0);
}

bool is_left_out(char32_t point) {
	const bool turns_around =
			(point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
	return turns_around || point == 0xFEFF;
}

// How one character is shown.
std::string_view shown(std::string_view sequence) {
	const char32_t point = decode(sequence);
	if (point == '\n' || point == 0x2028 || point == 0x2029) {
		return "\n";
	}
	if (is_left_out(point)) {
		return "";
	}
	return is_control(point) && point != '\t' ? REPLACEMENT : sequence;
}

// Most text is ASCII, which needs no closer look.
constexpr std::size_t PLAIN_AT_ONCE = sizeof(std::uint64_t);

bool begins_with_plain_bytes(std::string_view text) {
	constexpr std::uint64_t HIGHEST_BITS = 0x8080'8080'8080'8080;
	std::uint64_t bytes = HIGHEST_BITS;
	if (text.size() >= PLAIN_AT_ONCE) {
		std::memcpy(&bytes, text.data(), PLAIN_AT_ONCE);
	}
	return (bytes & HIGHEST_BITS) == 0;
}

} // namespace

bool is_valid_utf8(std::string_view text) {
	return !first_invalid_byte(text).has_value();
}

std::optional<std::size_t> first_invalid_byte(std::string_view text) {
	std::size_t position = 0;
	while (position < text.size()) {
		if (begins_with_plain_bytes(text.substr(position))) {
			position += PLAIN_AT_ONCE;
			continue;
		}
		const std::size_t length = sequence_length(text.substr(position));
		if (length == 0) {
			return position;
		}
		position += length;
	}
	return std::nullopt;
}

bool has_control_characters(std::string_view text) {
	return std::any_of(text.begin(), text.end(), [](char character) {
		const unsigned char byte = static_cast<unsigned char>(character);
		return byte < 0x20 || byte == 0x7F;
	});
}

std::size_t count_characters(std::string_view text) {
	std::size_t count = 0;
	for (; !text.empty(); ++count) {
		text.remove_prefix(std::max<std::size_t>(1, sequence_length(text)));
	}
	return count;
}

std::string for_display(std::string_view text) {
	std::string result;
	result.reserve(text.size());
	while (!text.empty()) {
		const std::size_t length = sequence_length(text);
		if (length == 0) {
			result += REPLACEMENT;
			text.remove_prefix(1);
			continue;
		}
		// Of \r\n, only the newline is shown.
		if (!text.starts_with("\r\n")) {
			result += shown(text.substr(0, length));
		}
		text.remove_prefix(length);
	}
	return result;
}

std::string escape_bbcode(std::string_view text) {
	std::string result;
	result.reserve(text.size());
	for (const char character : text) {
		if (character == '[') {
			result += "[lb]";
		} else {
			result += character;
		}
	}
	return result;
}

std::string_view shorten(std::string_view text, std::size_t bytes) {
	if (text.size() <= bytes) {
		return text;
	}
	// No character has more than three bytes after its first.
	std::size_t end = bytes;
	while (end > 0 && bytes - end < 3 && is_continuation(static_cast<unsigned char>(text[end]))) {
		--end;
	}
	// Bytes that belong to no character may be cut anywhere.
	const bool within_character = end < bytes && sequence_length(text.substr(end)) > bytes - end;
	return text.substr(0, within_character ? end : bytes);
}

} // namespace agent_runtime

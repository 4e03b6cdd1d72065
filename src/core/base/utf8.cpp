#include "core/base/text.h"

#include <algorithm>
#include <cstddef>

namespace agent_runtime {

namespace {

bool is_continuation(unsigned char byte) {
	return (byte & 0xC0) == 0x80;
}

// The length of a well-formed sequence at the start of the text, 0 where there is none. The second
// byte's range is what excludes overlong forms (after E0 and F0), surrogates (after ED) and what is
// beyond U+10FFFF (after F4).
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

} // namespace

bool is_valid_utf8(std::string_view text) {
	while (!text.empty()) {
		const std::size_t length = sequence_length(text);
		if (length == 0) {
			return false;
		}
		text.remove_prefix(length);
	}
	return true;
}

bool has_control_characters(std::string_view text) {
	return std::any_of(text.begin(), text.end(), [](char character) {
		const unsigned char byte = static_cast<unsigned char>(character);
		return byte < 0x20 || byte == 0x7F;
	});
}

} // namespace agent_runtime

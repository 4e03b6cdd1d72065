#include "core/base/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view ALPHABET =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char PADDING = '=';
constexpr std::size_t BYTES = 3; // that make a group
constexpr std::size_t LETTERS = 4; // of a group
constexpr int BITS = 6; // of a letter
constexpr int BITS_OF_BYTE = 8;
constexpr std::uint32_t LETTER_MASK = 0x3F;
constexpr std::int8_t NO_LETTER = -1;

constexpr std::array<std::int8_t, 256> VALUES = [] {
	std::array<std::int8_t, 256> values = {};
	values.fill(NO_LETTER);
	for (std::size_t i = 0; i < ALPHABET.size(); i++) {
		values[static_cast<unsigned char>(ALPHABET[i])] = static_cast<std::int8_t>(i);
	}
	return values;
}();

// `count` bytes, at most three, as the highest of 24 bits.
std::uint32_t bits_of(std::string_view bytes, std::size_t count) {
	std::uint32_t bits = 0;
	for (std::size_t i = 0; i < BYTES; i++) {
		const unsigned char byte = i < count ? static_cast<unsigned char>(bytes[i]) : 0;
		bits = bits << BITS_OF_BYTE | byte;
	}
	return bits;
}

} // namespace

void append_base64(std::string &text, std::string_view bytes) {
	text.reserve(text.size() + (bytes.size() + BYTES - 1) / BYTES * LETTERS);
	while (!bytes.empty()) {
		const std::size_t count = bytes.size() < BYTES ? bytes.size() : BYTES;
		const std::uint32_t bits = bits_of(bytes, count);
		for (std::size_t i = 0; i < LETTERS; i++) {
			const int shift = BITS * static_cast<int>(LETTERS - 1 - i);
			text += i <= count ? ALPHABET[bits >> shift & LETTER_MASK] : PADDING;
		}
		bytes.remove_prefix(count);
	}
}

std::optional<std::string> parse_base64(std::string_view text) {
	if (text.size() % LETTERS != 0) {
		return std::nullopt;
	}
	std::size_t padding = 0;
	while (padding < 2 && text.ends_with(PADDING)) {
		text.remove_suffix(1);
		padding++;
	}
	std::string bytes;
	bytes.reserve(text.size() / LETTERS * BYTES + BYTES);
	std::uint32_t bits = 0;
	int count = 0;
	for (const char letter : text) {
		const std::int8_t value = VALUES[static_cast<unsigned char>(letter)];
		if (value == NO_LETTER) {
			return std::nullopt;
		}
		bits = bits << BITS | static_cast<std::uint32_t>(value);
		count += BITS;
		if (count >= BITS_OF_BYTE) {
			count -= BITS_OF_BYTE;
			bytes += static_cast<char>(bits >> count & 0xFF);
		}
	}
	const std::uint32_t left_over = bits & ((1U << count) - 1);
	return left_over == 0 ? std::optional<std::string>(std::move(bytes)) : std::nullopt;
}

} // namespace agent_runtime

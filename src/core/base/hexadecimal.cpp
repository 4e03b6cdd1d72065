#include "core/base/hexadecimal.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr std::string_view DIGITS = "0123456789abcdef";
constexpr unsigned BITS_A_DIGIT = 4;

} // namespace

void append_hexadecimal(std::string &text, std::uint64_t number, std::size_t digits) {
	for (std::size_t i = std::min(digits, HEXADECIMAL_DIGITS); i > 0; i--) {
		text += DIGITS[(number >> ((i - 1) * BITS_A_DIGIT)) & 0xFU];
	}
}

std::optional<std::uint64_t> parse_hexadecimal(std::string_view text) {
	if (text.empty() || text.size() > HEXADECIMAL_DIGITS) {
		return std::nullopt;
	}
	std::uint64_t number = 0;
	for (const char digit : text) {
		const std::size_t value = DIGITS.find(digit);
		if (value == std::string_view::npos) {
			return std::nullopt;
		}
		number = number << BITS_A_DIGIT | value;
	}
	return number;
}

} // namespace agent_runtime

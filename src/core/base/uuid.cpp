#include "core/base/uuid.h"

#include "core/base/ascii.h"
#include "core/base/hexadecimal.h"
#include "core/base/system_chance.h"

#include <array>

namespace agent_runtime {

namespace {

constexpr std::array<std::size_t, 4> HYPHENS = { 8, 13, 18, 23 };

constexpr std::uint64_t VERSION_BITS = 0xF000;
constexpr std::uint64_t VERSION_4 = 0x4000;
constexpr std::uint64_t VARIANT_BITS = 0xC000'0000'0000'0000;
constexpr std::uint64_t VARIANT_OF_RFC = 0x8000'0000'0000'0000;

} // namespace

Result<Uuid> Uuid::make() {
	std::array<std::uint64_t, 2> drawn = {};
	if (const std::error_code error = draw_from_system(drawn)) {
		return Status(StatusCode::unavailable,
				"the system gives no random numbers: " + error.message() + "; try again");
	}
	return Uuid(
			(drawn[0] & ~VERSION_BITS) | VERSION_4, (drawn[1] & ~VARIANT_BITS) | VARIANT_OF_RFC);
}

std::string Uuid::to_string() const {
	std::string text;
	if (!is_none()) {
		text.reserve(LENGTH);
		append_hexadecimal(text, high_, HEXADECIMAL_DIGITS);
		append_hexadecimal(text, low_, HEXADECIMAL_DIGITS);
		for (const std::size_t place : HYPHENS) {
			text.insert(place, 1, '-');
		}
	}
	return text;
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
	if (text.size() != LENGTH) {
		return std::nullopt;
	}
	std::string digits;
	std::size_t after = 0;
	for (const std::size_t hyphen : HYPHENS) {
		if (text[hyphen] != '-') {
			return std::nullopt;
		}
		digits += text.substr(after, hyphen - after);
		after = hyphen + 1;
	}
	digits = to_lower(digits + std::string(text.substr(after)));
	const std::string_view all = digits;
	const std::optional<std::uint64_t> high = parse_hexadecimal(all.substr(0, HEXADECIMAL_DIGITS));
	const std::optional<std::uint64_t> low = parse_hexadecimal(all.substr(HEXADECIMAL_DIGITS));
	if (!high || !low || Uuid(*high, *low).is_none()) {
		return std::nullopt;
	}
	return Uuid(*high, *low);
}

} // namespace agent_runtime

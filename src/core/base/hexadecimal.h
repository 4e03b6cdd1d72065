#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Numbers that are written with a fixed count of lower-case hexadecimal digits, as ids are.
// Thread rule for all: any thread.

inline constexpr std::size_t HEXADECIMAL_DIGITS = 16; // of 64 bits

// The lowest `digits` digits, at most 16.
void append_hexadecimal(std::string &text, std::uint64_t number, std::size_t digits);
// Lower-case digits alone, 1 to 16 of them.
std::optional<std::uint64_t> parse_hexadecimal(std::string_view text);

} // namespace agent_runtime

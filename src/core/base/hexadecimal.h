#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Numbers written with a fixed count of lower-case hexadecimal digits, such as ids. Thread rule for
// all: any thread.

inline constexpr std::size_t HEXADECIMAL_DIGITS = 16; // for 64 bits

// Appends the lowest `digits` digits, at most 16.
void append_hexadecimal(std::string &text, std::uint64_t number, std::size_t digits);
// Reads 1 to 16 lower-case digits and nothing else.
std::optional<std::uint64_t> parse_hexadecimal(std::string_view text);

} // namespace agent_runtime

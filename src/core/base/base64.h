#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Bytes as text, in the alphabet of RFC 4648 with its padding. Thread rule for both: any thread.

// What a member "encoding" says of such a text.
inline constexpr std::string_view BASE64_NAME = "base64";

void append_base64(std::string &text, std::string_view bytes);
// Nothing for any other text, also when bits are left over that are not zero.
std::optional<std::string> parse_base64(std::string_view text);

} // namespace agent_runtime

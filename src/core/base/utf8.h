#pragma once

// Checks of text that comes from outside: files, sockets, other programs, the inspector.

#include <string_view>

namespace agent_runtime {

// Whether the bytes are UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing beyond
// U+10FFFF. The engine prints an error for each bad byte it is handed, so text is checked first.
bool is_valid_utf8(std::string_view text);

// Whether there is a byte below 0x20, NUL among them, or DEL.
bool has_control_characters(std::string_view text);

} // namespace agent_runtime

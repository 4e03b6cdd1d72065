#pragma once

// Text that comes from outside: files, sockets, other programs, the inspector, and what minds say.
// The engine prints an error for each bad byte it is handed, so text is checked before it gets
// there.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Whether the bytes are UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing beyond
// U+10FFFF.
bool is_valid_utf8(std::string_view text);

// Where the first byte stands that is not part of such a text.
std::optional<std::size_t> first_invalid_byte(std::string_view text);

// Whether there is a byte below 0x20, NUL among them, or DEL.
bool has_control_characters(std::string_view text);

// The number of code points; each byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);

// What a label may show of a text of unknown origin, as valid UTF-8. Kept: newlines and tabs. Line
// and paragraph separators and \r\n become newlines. U+FFFD stands for a bad byte and for any other
// control character, so that one sees that there was something. Marks that turn the direction of
// the text around, and byte order marks, are left out: they let a name pose as another.
std::string for_display(std::string_view text);

// The same text inside BBCode: no tag begins in it. Control characters are for_display's.
std::string escape_bbcode(std::string_view text);

// The longest beginning that has at most `bytes` bytes and does not end within a character.
std::string_view shorten(std::string_view text, std::size_t bytes);

} // namespace agent_runtime

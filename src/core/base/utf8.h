#pragma once

// Text from outside: files, sockets, other programs, the inspector, and what minds say. The engine
// prints an error for each bad byte that it is given, so text is checked before that.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Whether the bytes are UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing beyond
// U+10FFFF.
bool is_valid_utf8(std::string_view text);

// The position of the first byte that is not valid UTF-8.
std::optional<std::size_t> first_invalid_byte(std::string_view text);

// Whether there is a byte below 0x20, including NUL, or DEL.
bool has_control_characters(std::string_view text);

// The number of code points; each byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);

// Text of unknown origin as a label may show it, in valid UTF-8. Newlines and tabs stay. Line and
// paragraph separators and \r\n become newlines. U+FFFD replaces each bad byte and any other
// control character, so that one can see that there was something. Marks that change the direction
// of the text, and byte order marks, are removed, because they could disguise a name as another
// one.
std::string for_display(std::string_view text);

// The same text for use in BBCode, where it starts no tag. Apply for_display() first to remove
// control characters.
std::string escape_bbcode(std::string_view text);

// The longest beginning with at most `bytes` bytes that does not end within a character.
std::string_view shorten(std::string_view text, std::size_t bytes);

} // namespace agent_runtime

#pragma once

// The secret of a port: a program that can read the file that holds it may come in. A loopback port
// is open to every user of the machine and, through a browser, to every web page; the file is not.

#include "core/base/status.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// 32 random bytes, as 64 hexadecimal digits.
inline constexpr std::size_t TOKEN_BYTES = 32;

Result<std::string> make_token();

// Returns the token in a file, so that clients stay welcome after a restart, or makes one. A file
// that others could have read or put there is replaced; see own_file.h.
Result<std::string> load_or_make_token(const std::string &path);

// Takes the same time wherever the two differ.
bool same_token(std::string_view one, std::string_view other);

} // namespace agent_runtime

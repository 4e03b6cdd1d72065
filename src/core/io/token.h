#pragma once

// The secret of a port: whoever can read the file that holds it may come in. A loopback port is
// open to every user of the machine and, through a browser, to every page; the file is not.

#include "core/base/status.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// 32 random bytes, as 64 hexadecimal digits.
inline constexpr std::size_t TOKEN_BYTES = 32;

Result<std::string> make_token();

// The token in a file: the one that is there, so that clients stay welcome after a restart, or a
// new one. One that others could have read or put there is replaced; see own_file.h.
Result<std::string> keep_token(const std::string &path);

// Compares in a time that does not tell where they differ.
bool same_token(std::string_view one, std::string_view other);

} // namespace agent_runtime

#pragma once

#include "core/base/status.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Small files and folders that only their user may read or write. Anything that others could have
// read or put there (another owner, wider rights, a link) is treated as missing. Thread rule for
// all: any thread.

// Makes the folder and those above it, or closes an existing one to others. `permission_denied`
// when it cannot be made, is a link, or belongs to somebody else.
Status make_own_folder(const std::string &path);

// Empty when there is no such file, when it may be a stranger's, or when it is longer than `most`.
std::optional<std::string> read_own_file(const std::string &path, std::size_t most);

// Writes another file and renames it, so that nobody ever reads half of it, it never has wider
// rights, and a link in its place is replaced rather than followed. Makes the folders above it.
Status write_own_file(const std::string &path, std::string_view text);

} // namespace agent_runtime

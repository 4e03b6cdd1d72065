#pragma once

#include "core/base/status.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Small files and folders that nobody but their user may read or write. What others could have read
// or put there (another owner, wider rights, a link) counts as not being there.
// Thread rule for all: any thread.

// Makes the folder, with those above it; one that is there is closed to others. `permission_denied`
// when it cannot be made, is a link, or is somebody else's.
Status make_own_folder(const std::string &path);

// Nothing: there is none, it may be a stranger's, or it is longer than `most`.
std::optional<std::string> read_own_file(const std::string &path, std::size_t most);

// Written aside and renamed: nobody ever reads half of it, it never has wider rights, and a link in
// its place is replaced rather than followed. Makes the folders above it.
Status write_own_file(const std::string &path, std::string_view text);

} // namespace agent_runtime

#pragma once

#include "core/base/status.h"

#include <string>

namespace agent_runtime {

// A program that travels with a library, as a file beside it. Archives, copies and exports take
// away its right to be run, and so may the disk on which it lies.

// The path at which the program in `file` can be run: the file itself, which gets its right back if
// need be, or else a copy in the user's own state folder. `not_found` when there is no such file.
// Thread rule: any thread.
Result<std::string> runnable_program(const std::string &file);

// The file of this name beside the library or program that contains this code; empty when that
// cannot be found out. Thread rule: any thread.
std::string file_beside_this_code(const std::string &name);

} // namespace agent_runtime

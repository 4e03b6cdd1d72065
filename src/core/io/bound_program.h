#pragma once

#include <string>
#include <vector>

namespace agent_runtime {

// Runs a program in place of this process, with its standard input, output and error, and ends it
// with whoever started this process: when that one is gone, however it ended, nothing of what the
// program has started is left soon after, whatever groups, sessions or parents it has by then. The
// same happens to what the program leaves behind when it ends by itself.
//
// Ends this process as the program has ended: with its code, or by its signal. 127: it could not be
// started, and the standard error says why. `words`: the program and its arguments.
// Thread rule: the main thread of a process that does nothing else.
[[noreturn]] void become_bound_program(const std::vector<std::string> &words);

} // namespace agent_runtime

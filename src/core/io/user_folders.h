#pragma once

#include <string>

namespace agent_runtime {

// Where the programs of one user meet, outside any project. The folders may not exist yet;
// make_own_folder() makes them. Thread rule for all: any thread.

// For what must last: $XDG_STATE_HOME/agent_runtime, else ~/.local/state/agent_runtime. Empty: the
// environment names neither.
std::string user_state_folder();

// For what is running now, which need not outlive a restart of the machine:
// $XDG_RUNTIME_DIR/agent_runtime, else a folder for temporary files that has the user's number in
// its name.
std::string user_runtime_folder();

} // namespace agent_runtime

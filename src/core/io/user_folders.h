#pragma once

#include <string>

namespace agent_runtime {

// Where the programs of one user meet, outside every project. The folders may not be there yet:
// make_own_folder() makes them. Thread rule for all: any thread.

// What is kept: $XDG_STATE_HOME/agent_runtime, else ~/.local/state/agent_runtime. Empty: the
// environment names neither.
std::string user_state_folder();

// What says who runs now, and need not outlive the machine's next start:
// $XDG_RUNTIME_DIR/agent_runtime, else a folder among the temporary ones that has the user's number
// in its name.
std::string user_runtime_folder();

} // namespace agent_runtime

#pragma once

#include <string>

namespace agent_runtime {

// Where the programs of one user meet, outside every project. The folders may not be there yet:
// make_own_folder() makes them. Thread rule for all: any thread.

// What is kept: $XDG_STATE_HOME/agent_runtime, else ~/.local/state/agent_runtime. Empty: the
// environment names neither.
std::string user_state_folder();

} // namespace agent_runtime

#pragma once

#include "godot/live_runtime.h"

#include <memory>

namespace agent_runtime {

// The monitors in the debugger: agent_runtime/agents, /waiting_events and /lag_msec, each summed
// over all runtimes of the process (for the lag, the longest). They exist while a runtime runs. The
// engine has one list of monitors, so there is one list of live runtimes for them. Main thread
// only.
void add_to_monitors(const std::shared_ptr<LiveRuntime> &p_live);
void remove_from_monitors(const std::shared_ptr<LiveRuntime> &p_live);

} // namespace agent_runtime

#pragma once

namespace agent_runtime {

// The main() of agent_runtime_host, the small program that holds the pipes of another program, so
// that this one outlives the game, or ends with it. Returns the exit code.
int host_main(int count, char **arguments);

} // namespace agent_runtime

#pragma once

#include "core/agents/input.h"
#include "core/log/event.h"

#include <cstddef>

namespace agent_runtime {

// What an input or an event of agents holds in memory besides itself, in about so many bytes: all
// its texts, as long as they may be from outside. Thread rule: any thread.
std::size_t held_bytes(const Input &input);
std::size_t held_bytes(const Event &event);

} // namespace agent_runtime

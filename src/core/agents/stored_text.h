#pragma once

// The JSON text of what is stored by the hundred thousand: the same, to the byte, as the dump of
// event_data_to_json(), which stays the one place that says what it holds.
// Thread rule: any thread.

#include "core/agents/event.h"

#include <string>

namespace agent_runtime {

std::string event_data_text(const Event &event);

} // namespace agent_runtime

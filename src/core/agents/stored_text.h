#pragma once

// The JSON text of what is stored by the hundred thousand. It is identical byte for byte to the
// dump of event_data_to_json(), which remains the one place that defines the content.
// Thread rule: any thread.

#include "core/agents/event.h"

#include <string>

namespace agent_runtime {

std::string event_data_text(const Event &event);

} // namespace agent_runtime

#pragma once

// Events as text, as sockets carry them: what event_to_message() says, on one line, without
// building it. The event's data go into it as they are. Thread rule: any thread.

#include "core/log/event_log.h"
#include "core/log/published.h"

#include <string>

namespace agent_runtime {

// The same for an event that has just happened and for its row of the log. An event without an id
// says "stored": false.
std::string event_text(const PublishedEvent &event);
std::string event_text(const StoredEvent &row);

} // namespace agent_runtime

#pragma once

// What happens to agents and what they do. Each event is a struct whose fields are written once;
// JSON both ways, the row of the vocabulary, the stored text and the signal are derived from them
// (core/log/event_fields.h). A new event is a struct in one of these files, and its name in the
// list at the end of that file.

#include "core/agents/life_events.h"
#include "core/agents/mind_events.h"
#include "core/agents/speech_events.h"
#include "core/agents/talk_events.h"
#include "core/agents/task_events.h"
#include "core/log/event_book.h"

namespace agent_runtime {

// All events. Thread rule: immutable.
EventBook::Tables agent_event_tables();
// The same, for reading them back.
const EventBook &agent_events();

} // namespace agent_runtime

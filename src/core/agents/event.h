#pragma once

// What happens to agents and by them: each event is a struct with its fields, written once. JSON
// both ways, the row of the vocabulary, the stored text and the signal are derived from them
// (core/log/event_fields.h). A new event is a struct in one of these files, and its name in the
// list at the end of it.

#include "core/agents/life_events.h"
#include "core/agents/mind_events.h"
#include "core/agents/speech_events.h"
#include "core/agents/talk_events.h"
#include "core/agents/task_events.h"
#include "core/log/event_book.h"

namespace agent_runtime {

// All of them. Thread rule: immutable.
EventBook::Tables agent_event_tables();
// The same, to be read back.
const EventBook &agent_events();

} // namespace agent_runtime

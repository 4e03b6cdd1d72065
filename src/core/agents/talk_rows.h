#pragma once

#include "core/agents/event.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

namespace agent_runtime {

// Stores what an event says about a conversation (auto_mode/talk_store.h); events of other kinds
// change nothing. Thread rule: worker only (the writer's).
Status write_talk(Database &database, const Event &event, WallTime now);

} // namespace agent_runtime

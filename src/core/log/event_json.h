#pragma once

// Events in their one JSON form (base/vocabulary.h).
// Thread rule: any thread.

#include "core/log/published.h"
#include "core/store/event_log.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// The event's own members: type, subject and trace have columns of their own.
nlohmann::json event_data_to_json(const Event &event);

// What every message about a subject says of it: `agent_id` for agents and players, `entity` for
// all others, and `trace_id` where there is one.
void add_subject(nlohmann::json &message, const Subject &subject, const TraceId &trace);

// The whole message as sockets carry it: {"type": …, "agent_id": …, …}.
nlohmann::json event_to_message(const Event &event);

// The same of a row of the log, as it was when it had just happened.
nlohmann::json event_to_message(const StoredEvent &row);

// Inside a transaction: writes it to the log, and gives it its id, which is valid once that is
// committed.
Status log_event(Database &database, PublishedEvent &event);

} // namespace agent_runtime

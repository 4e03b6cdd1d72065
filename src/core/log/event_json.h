#pragma once

// Events in their one JSON form (base/vocabulary.h).
// Thread rule: any thread.

#include "core/log/event_log.h"
#include "core/log/published.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// The event's own members; type, subject and trace have columns of their own.
nlohmann::json event_data_to_json(const Event &event);

// How every message names its subject: `agent_id` for agents and players, `entity` for all others,
// and `trace_id` if there is one.
void add_subject(nlohmann::json &message, const Subject &subject, const TraceId &trace);

// The whole message as sockets carry it: {"type": …, "agent_id": …, …}.
nlohmann::json event_to_message(const Event &event);

// The same for a row of the log, exactly as when it had just happened.
nlohmann::json event_to_message(const StoredEvent &row);

// Call inside a transaction. Writes it to the log and gives it its id, which is valid once the
// transaction is committed.
Status log_event(Database &database, PublishedEvent &event);

} // namespace agent_runtime

#pragma once

// Events in their one JSON form (base/vocabulary.h), and back.

#include "core/agents/event.h"

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Everything but the type and, for an agent's event, the id: those have columns of their own.
nlohmann::json event_data_to_json(const Event &event);

// The whole message as sockets carry it: {"type": …, "agent_id": …, …}.
nlohmann::json event_to_message(const Event &event);

// From a row of the log. A type that this program does not know becomes a RuntimeNotice.
Result<Event> event_from_row(std::string_view type, std::string_view entity, std::string_view data);

} // namespace agent_runtime

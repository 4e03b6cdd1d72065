#pragma once

// Events as sockets carry them: the message of the vocabulary, the same whether the event has just
// happened or comes from the log.

#include "core/log/published.h"
#include "core/store/event_log.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Ready for any number of clients. Thread rule: immutable.
struct OutEvent {
	EventId id; // not stored: it is in no log
	std::string type;
	std::string entity;
	std::string text; // the message, as JSON on one line
};

OutEvent out_event(const PublishedEvent &event);
OutEvent out_event(const StoredEvent &row);

// Why a stream of events is not simply the next one after the other.
enum class GapReason {
	slow, // the client took events slower than they came; what follows is read from the log
	pruned, // the log no longer holds all that came after the cursor
	other_log, // the cursor is of another log; this one follows from its oldest event
	not_stored, // events happened that no log holds
};

std::string_view gap_reason_name(GapReason reason);

nlohmann::json gap_message(GapReason reason, EventId cursor, std::size_t missed);
// First on every stream. Without a log the epoch is empty and left out.
nlohmann::json hello_message(const std::string &epoch, EventId cursor);

// JSON on one line; bytes that are not UTF-8 are replaced, so that it cannot fail.
std::string to_text(const nlohmann::json &message);

} // namespace agent_runtime

#pragma once

// Events as sockets carry them: messages of the vocabulary, the same whether an event has just
// happened or comes from the log.

#include "core/gateway/out_queue.h"
#include "core/log/event_log.h"
#include "core/log/published.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// An event that is ready for any number of clients. Thread rule: one thread at a time.
struct OutEvent {
	EventId id; // none: the event was not stored and is in no log
	std::string type;
	std::string entity;
	std::string text; // the message, as JSON on one line
	// The same as each kind of client wants it: made by the first one and shared by all.
	mutable SharedText block = nullptr; // of SSE
	mutable SharedText frame = nullptr; // of a WebSocket
};

OutEvent out_event(const PublishedEvent &event);
OutEvent out_event(const StoredEvent &row);

// A page of the log, as far as streams need it.
struct OutPage {
	std::vector<OutEvent> events = {};
	EventId cursor; // see EventPage
	bool more = false;
	bool gap = false;
	EventId oldest;
	EventId newest;
};

OutPage out_page(const EventPage &page);

// Why a stream of events does not simply go on with the next one.
enum class GapReason {
	slow, // the client took events more slowly than they came; what follows is read from the log
	pruned, // the log no longer holds everything after the cursor
	// the cursor belongs to another log; the stream begins with the oldest event of this one
	other_log,
	not_stored, // some events were never stored in a log
};

std::string_view gap_reason_name(GapReason reason);

nlohmann::json gap_message(GapReason reason, EventId cursor, std::size_t missed);
// The first message of every stream. Without a log the epoch is empty and left out.
nlohmann::json hello_message(const std::string &epoch, EventId cursor);

// JSON on one line. Bytes that are not UTF-8 are replaced, so it cannot fail.
std::string to_text(const nlohmann::json &message);

} // namespace agent_runtime

#pragma once

// The append-only event log: functions over a Database, for WriteOperations, readers and `cru`
// alike. The growing id, together with the log's epoch, is everybody's cursor.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// An event before it has an id. Its texts are valid during the call that it is passed to.
struct EventDraft {
	WallTime ts;
	std::string_view type;
	std::string_view entity; // whom it concerns, such as "agent_001"; may be empty
	std::string_view trace_id; // may be empty
	std::string_view data; // one JSON object
};

// A change of an agent's state: the event `agent_state_update` and a row of its history, stored as
// one.
struct StateChangeDraft {
	WallTime ts;
	std::string_view agent;
	// Their names, which differ in the first letter, as migrations.cpp assumes.
	std::string_view old_state;
	std::string_view state;
	double x = 0.0;
	double y = 0.0;
	std::string_view task; // that it works on; may be empty
	std::string_view trace_id = {}; // may be empty
};

struct StoredEvent {
	EventId id;
	WallTime ts;
	std::string type;
	std::string entity;
	std::string trace_id;
	std::string data;

	bool operator==(const StoredEvent &other) const = default;
};

struct EventFilter {
	EventId after = {}; // the reader's cursor: only what is newer
	std::optional<WallTime> since = {}; // only what happened then or later
	std::string entity = {}; // empty: events about everything
	std::vector<std::string> types = {}; // empty: all
	std::size_t limit = 1000;
};

struct EventPage {
	std::vector<StoredEvent> events; // by id, increasing
	EventId cursor; // where to read on; everything up to here has been looked at
	bool more = false; // the limit was reached
	// Rows after the cursor are pruned, or it belongs to another log: fetch the state anew.
	bool gap = false;
	EventId oldest; // nothing is pruned from here on
	// the newest there has ever been; a cursor beyond it does not belong to this log
	EventId newest;
};

// Call inside the writer's transaction. The id is valid once that is committed.
Result<EventId> append_event(Database &database, const EventDraft &event);

Result<EventId> append_state_change(Database &database, const StateChangeDraft &change);

// Call inside a transaction. Removes the next events up to this one, and records that the log
// begins later.
Status remove_events(Database &database, std::int64_t last);

Result<EventPage> read_events(Database &database, const EventFilter &filter);

// The newest event there has ever been, pruned or not; not stored when there was none.
Result<EventId> newest_event_id(Database &database);

// Random text made with the file. A cursor of another epoch means nothing here.
Result<std::string> event_log_epoch(Database &database);

// The first id that is not pruned, whether there is an event or not.
Result<std::int64_t> oldest_event(Database &database);

} // namespace agent_runtime

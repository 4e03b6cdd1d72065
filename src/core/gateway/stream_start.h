#pragma once

// Where a client wants its stream of events to begin, as it says so itself.

#include "core/base/field_problem.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace agent_runtime {

// Thread rule: immutable.
struct StreamStart {
	// Only what happens from now on; else what is in the log after `after`, or since `since`.
	bool from_now = true;
	EventId after;
	std::optional<WallTime> since;
	std::string_view cursor_field = "since"; // who said so: it, or Last-Event-ID
	bool other_log = false; // the cursor was of another log: everything, and the client is told
	std::string entity; // empty: of all
};

// Why a cursor beyond the newest event of its log is refused: nothing would come after it for as
// long as the log takes to get there.
FieldProblem cursor_beyond(std::string_view field, EventId newest);

// "EPOCH-ID", an SSE id: a cursor that tells of which log it is. The id alone where there is none.
std::string cursor_text(std::string_view epoch, EventId id);

// What `?since=`, the header `Last-Event-ID` and `?entity=` say; empty where they are not there.
// The header counts more: a browser sends it when it comes back to the address it began with.
std::variant<StreamStart, FieldProblem> parse_stream_start(std::string_view since,
		std::string_view last_event_id, std::string_view entity, std::string_view epoch);

} // namespace agent_runtime

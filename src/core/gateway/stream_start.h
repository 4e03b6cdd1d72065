#pragma once

// Where a client wants its stream of events to begin.

#include "core/base/field_problem.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agent_runtime {

// Thread rule: immutable.
struct StreamStart {
	// Send only what happens from now on; else what the log has after `after`, or since `since`.
	bool from_now = true;
	EventId after;
	std::optional<WallTime> since;
	// where the cursor came from: this parameter, or Last-Event-ID
	std::string_view cursor_field = "since";
	// the cursor belongs to another log: send everything, and tell the client
	bool other_log = false;
	std::string entity; // empty: events about everything
	std::vector<std::string> types; // empty: events of all types
};

// Why a cursor beyond the newest event of its log is refused: the client would receive nothing
// until the log gets there.
FieldProblem cursor_beyond(std::string_view field, EventId newest);

// "EPOCH-ID", an SSE id: a cursor that names its log. Only the id when there is no epoch.
std::string cursor_text(std::string_view epoch, EventId id);

// What a client says of it, each empty when missing: `?since=`, the header `Last-Event-ID`,
// `?entity=` and `?types=`. The header takes precedence, because a browser sends it when it comes
// back to the address that it began with.
struct StreamWishes {
	std::string_view since = {};
	std::string_view last_event_id = {};
	std::string_view entity = {};
	std::string_view types = {}; // "agent_speech,agent_spawned"
};

std::variant<StreamStart, FieldProblem> parse_stream_start(
		const StreamWishes &wishes, std::string_view epoch);

} // namespace agent_runtime

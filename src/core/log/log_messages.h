#pragma once

// The requests about the event log, with their fields and replies.
// Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/vocabulary_fields.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// Where to read on: after an id, or from a moment on.
struct LogCursor {
	EventId after;
	std::optional<WallTime> since;
};

template <>
struct FieldCodec<LogCursor> {
	static constexpr FieldKind KIND = FieldKind::cursor;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &, const Field &, const LogCursor &) {
		return std::nullopt;
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, LogCursor &value);
	static nlohmann::json write(const LogCursor &value) { return value.after.number(); }
};

struct EventsReply {
	nlohmann::json events; // messages, as event_to_message() makes them
	std::int64_t cursor = 0;
	bool more = false;
	bool gap = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "events",
						 .kind = FieldKind::message_list,
						 .sentence = "The events, in the order of their ids.",
						 .required = true,
						 .max_length = std::size_t{ 10'000 } },
					&EventsReply::events),
			bind({ .name = "cursor",
						 .sentence = "Where to read on: up to here all has been looked at.",
						 .required = true },
					&EventsReply::cursor),
			bind({ .name = "more", .sentence = "Whether there are more.", .required = true },
					&EventsReply::more),
			bind({ .name = "gap",
						 .sentence = "Whether events that would belong here are kept no longer.",
						 .required = true },
					&EventsReply::gap),
		};
	}
};

struct EventsRequest {
	using Reply = EventsReply;
	static constexpr RequestWords WORDS{ .name = "events_request",
		.sentence = "Read the event log.",
		.long_answer = true };
	LogCursor since;
	std::string entity;
	std::vector<std::string> types;
	std::size_t limit = 1000;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "since",
						 .sentence = "Events after this id or moment; from the oldest when "
									 "absent." },
					&EventsRequest::since),
			bind({ .name = "entity",
						 .kind = identifier,
						 .sentence = "Only what concerns this participant." },
					&EventsRequest::entity),
			bind({ .name = "types",
						 .sentence = "Only events of these types; of all when absent.",
						 .max_length = std::size_t{ 64 } },
					&EventsRequest::types),
			bind({ .name = "limit",
						 .sentence = "At most so many events.",
						 .min = 1,
						 .max = 10'000 },
					&EventsRequest::limit),
		};
	}
};

} // namespace agent_runtime

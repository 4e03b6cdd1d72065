#pragma once

// The file itself: the event log, save games and copies. The requests, with their fields and
// replies.
// Thread rule: immutable.

#include "core/base/bound_fields.h"
#include "core/base/time.h"
#include "core/base/vocabulary_fields.h"
#include "core/store/event_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace agent_runtime {

// --- The event log ---

// Where to read on: behind an id, or at a moment.
struct LogCursor {
	EventId after;
	std::optional<WallTime> since;
};

template <>
struct FieldCodec<LogCursor> {
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::cursor; }
	static MaybeProblem check(const FieldPath &, const Field &, const LogCursor &) {
		return std::nullopt;
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, LogCursor &value);
	static nlohmann::json write(const LogCursor &value) { return value.after.number(); }
};

struct EventsReply {
	static constexpr std::array<Field, 4> LIST{ {
			{ .name = "events",
					.kind = FieldKind::any, // each by its own entry
					.sentence = "A list of the events, in the order of their ids.",
					.required = true,
					.max_length = std::size_t{ 1'000'000'000 } },
			{ .name = "cursor",
					.kind = FieldKind::integer,
					.sentence = "Where to read on: up to here all has been looked at.",
					.required = true },
			{ .name = "more",
					.kind = FieldKind::boolean,
					.sentence = "Whether there are more.",
					.required = true },
			{ .name = "gap",
					.kind = FieldKind::boolean,
					.sentence = "Whether events that would belong here are kept no longer.",
					.required = true },
	} };
	nlohmann::json written;
};

struct EventsRequest {
	using Reply = EventsReply;
	static constexpr RequestWords WORDS{ .name = "events_request",
		.sentence = "Read the event log.",
		.long_answer = true };
	LogCursor since;
	std::string entity;
	std::size_t limit = 1000;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "since",
						 .kind = cursor,
						 .sentence = "Events after this id or moment; from the oldest when "
									 "absent." },
					&EventsRequest::since),
			bind({ .name = "entity",
						 .kind = identifier,
						 .sentence = "Only what concerns this participant." },
					&EventsRequest::entity),
			bind({ .name = "limit",
						 .kind = integer,
						 .sentence = "At most so many events.",
						 .min = 1,
						 .max = 10'000 },
					&EventsRequest::limit),
		};
	}
};

// --- Save games ---

// A saved world, written by slot_to_json().
namespace vocabulary {

inline constexpr Field OF_SAVED_WORLD[] = {
	SLOT,
	{ .name = "agents", .kind = integer, .sentence = "How many live in it.", .required = true },
	{ .name = "event_id",
			.kind = integer,
			.sentence = "The newest event that it has seen.",
			.required = true },
	{ .name = "saved_at", .sentence = "When it was saved: date and time in UTC." },
	{ .name = "problem",
			.sentence = "Why it cannot be loaded, where that is so.",
			.max_length = LONGEST_SENTENCE },
};

} // namespace vocabulary

// Names one slot, and nothing else.
struct OneSlot {
	std::string slot;
	static constexpr auto fields() { return std::tuple{ bind(vocabulary::SLOT, &OneSlot::slot) }; }
};

struct SavedWorldReply {
	static constexpr std::span<const Field> LIST = vocabulary::OF_SAVED_WORLD;
	nlohmann::json written;
};

struct SaveSlotRequest : OneSlot {
	using Reply = SavedWorldReply;
	static constexpr RequestWords WORDS{ .name = "slot_save_request",
		.sentence = "Save the world, over an older one of the name." };
};

struct LoadedWorldReply {
	static constexpr std::array<Field, 2> LIST{ {
			vocabulary::SLOT,
			{ .name = "generation",
					.kind = FieldKind::integer,
					.sentence = "The number of the world: a higher one with each load.",
					.required = true },
	} };
	nlohmann::json written;
};

struct LoadSlotRequest : OneSlot {
	using Reply = LoadedWorldReply;
	static constexpr RequestWords WORDS{ .name = "slot_load_request",
		.sentence = "Let a saved world take the place of the one that lives." };
};

struct SlotsReply {
	static constexpr std::array<Field, 1> LIST{ {
			{ .name = "slots",
					.kind = FieldKind::object_list,
					.sentence = "The saved worlds.",
					.required = true,
					.max_length = std::size_t{ 1'000'000 },
					.fields = vocabulary::OF_SAVED_WORLD },
	} };
	nlohmann::json written;
};

struct ListSlotsRequest {
	using Reply = SlotsReply;
	static constexpr RequestWords WORDS{ .name = "slots_request",
		.sentence = "List the saved worlds." };
	static constexpr auto fields() { return std::tuple{}; }
};

struct DeletedSlotReply {
	static constexpr std::array<Field, 1> LIST{ { vocabulary::SLOT } };
	nlohmann::json written;
};

struct DeleteSlotRequest : OneSlot {
	using Reply = DeletedSlotReply;
	static constexpr RequestWords WORDS{ .name = "slot_delete_request",
		.sentence = "Delete a saved world." };
};

// --- Copies ---

namespace vocabulary {

inline constexpr Field NEW_FILE = { .name = "path",
	.sentence = "The new file: an absolute path at which there is none.",
	.required = true,
	.one_line = true,
	.min_length = 1,
	.max_length = 4096 };

} // namespace vocabulary

struct CopyReply {
	static constexpr std::array<Field, 1> LIST{ { vocabulary::NEW_FILE } };
	nlohmann::json written;
};

struct CopyRequest {
	using Reply = CopyReply;
	static constexpr RequestWords WORDS{ .name = "database_copy_request",
		.sentence = "Copy the database as it is now to a new file, also when its own was "
					"deleted." };
	std::string path;
	static constexpr auto fields() {
		return std::tuple{ bind(vocabulary::NEW_FILE, &CopyRequest::path) };
	}
};

} // namespace agent_runtime

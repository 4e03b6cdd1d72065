#pragma once

// What happens to the runtime itself and to its file; and all types of events that it knows.
// Thread rule: immutable once emitted.

#include "core/base/vocabulary.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_book.h"
#include "core/log/event_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace agent_runtime {

struct RuntimeEvents; // the list of them all

struct RuntimeStarted {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "runtime_started";
	static constexpr EventNote NOTE = { "The runtime has begun to simulate.", "runtime_started" };
	std::string epoch; // of its log; empty: it has none

	static constexpr auto fields() {
		return std::tuple(field(
				Field{ .name = "epoch",
						.kind = FieldKind::identifier,
						.sentence =
								"The event log's own name, if there is one: ids of another epoch"
								" mean nothing in it." },
				[](const RuntimeStarted &event) { return unless_empty(event.epoch); },
				[](RuntimeStarted &event, std::string epoch) { event.epoch = std::move(epoch); }));
	}
};

struct RuntimeStopped {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "runtime_stopped";
	static constexpr EventNote NOTE = { "The runtime has stopped in good order.",
		"runtime_stopped" };

	static constexpr auto fields() { return std::tuple(); }
};

struct WorldLoaded {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "world_loaded";
	static constexpr EventNote NOTE = {
		"A saved world has taken the place of the one that was there; ask for its agents anew."
	};
	std::string slot;
	std::int64_t generation = 0;

	static constexpr auto fields() {
		return std::tuple(field(&WorldLoaded::slot, vocabulary::SLOT),
				field(&WorldLoaded::generation,
						{ .name = "generation",
								.sentence = "The number of the world: a higher one with each load.",
								.required = true }));
	}
};

struct StoreDegraded {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "store_degraded";
	static constexpr EventNote NOTE = { "The disk fails: events are kept in memory.",
		"store_degraded" };
	std::string reason;

	static constexpr auto fields() {
		return std::tuple(field(&StoreDegraded::reason, vocabulary::REASON).shown());
	}
};

struct StoreRecovered {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "store_recovered";
	static constexpr EventNote NOTE = { "The disk works again, and has what was kept.",
		"store_recovered" };
	std::uint64_t events = 0;

	static constexpr auto fields() {
		return std::tuple(field(&StoreRecovered::events,
				{ .name = "events",
						.sentence = "How many waiting events were written.",
						.required = true }));
	}
};

struct FileSetAside {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "file_set_aside";
	static constexpr EventNote NOTE = { "A damaged file was renamed, and a new one begun." };
	std::string path;
	std::string reason;

	static constexpr auto fields() {
		return std::tuple(field(&FileSetAside::path,
								  { .name = "path",
										  .sentence = "Where the damaged file lies now.",
										  .required = true,
										  .max_length = 4'096 }),
				field(&FileSetAside::reason, vocabulary::REASON));
	}
};

struct RuntimeEvents : EventList<RuntimeStarted, RuntimeStopped, WorldLoaded, StoreDegraded,
							   StoreRecovered, FileSetAside> {};

extern template struct EventTable<RuntimeEvents>;

// Of all rooms that a game has. Thread rule: immutable.
const EventBook &known_events();

// Their entries in the vocabulary.
std::vector<MessageType> known_event_messages();

} // namespace agent_runtime

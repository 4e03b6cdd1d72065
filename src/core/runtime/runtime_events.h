#pragma once

// What happens to the runtime itself, and all types of events that it knows.
// Thread rule: immutable once emitted.

#include "core/base/vocabulary.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_book.h"
#include "core/log/event_fields.h"
#include "core/store/file_messages.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct RuntimeEvents; // the list of all of them

struct RuntimeStarted {
	using List = RuntimeEvents;
	static constexpr std::string_view TYPE = "runtime_started";
	static constexpr EventNote NOTE = { "The runtime has begun to simulate.", "runtime_started" };
	std::string epoch; // of its log; empty: it has none

	static constexpr auto fields() {
		return FieldRows(bind(
				{ .name = "epoch",
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

	static constexpr auto fields() { return FieldRows(); }
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
		return FieldRows(bind(vocabulary::SLOT, &WorldLoaded::slot),
				bind({ .name = "generation",
							 .sentence = "The number of the world: a higher one with each load.",
							 .required = true },
						&WorldLoaded::generation));
	}
};

struct RuntimeEvents : EventList<RuntimeStarted, RuntimeStopped, WorldLoaded> {};

extern template struct EventTable<RuntimeEvents>;

// The events of all rooms in a game. Thread rule: immutable.
const EventBook &known_events();

// Their entries in the vocabulary.
std::vector<MessageType> known_event_messages();

} // namespace agent_runtime

#pragma once

// What happens to the database file of a program.
// Thread rule: immutable once emitted.

#include "core/base/vocabulary.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

struct StoreEvents; // the list of all of them

struct StoreDegraded {
	using List = StoreEvents;
	static constexpr std::string_view TYPE = "store_degraded";
	static constexpr EventNote NOTE = { "The disk fails: events are kept in memory.",
		"store_degraded" };
	std::string reason;

	static constexpr auto fields() {
		return FieldRows(bind(vocabulary::REASON, &StoreDegraded::reason).shown());
	}
};

struct StoreRecovered {
	using List = StoreEvents;
	static constexpr std::string_view TYPE = "store_recovered";
	static constexpr EventNote NOTE = { "The disk works again, and has what was kept.",
		"store_recovered" };
	std::uint64_t events = 0;

	static constexpr auto fields() {
		return FieldRows(bind({ .name = "events",
									  .sentence = "How many waiting events were written.",
									  .required = true },
				&StoreRecovered::events));
	}
};

struct FileSetAside {
	using List = StoreEvents;
	static constexpr std::string_view TYPE = "file_set_aside";
	static constexpr EventNote NOTE = { "A damaged file was renamed, and a new one begun." };
	std::string path;
	std::string reason;

	static constexpr auto fields() {
		return FieldRows(bind({ .name = "path",
									  .sentence = "Where the damaged file lies now.",
									  .required = true,
									  .max_length = 4'096 },
								 &FileSetAside::path),
				bind(vocabulary::REASON, &FileSetAside::reason));
	}
};

struct StoreEvents : EventList<StoreDegraded, StoreRecovered, FileSetAside> {};

extern template struct EventTable<StoreEvents>;

} // namespace agent_runtime

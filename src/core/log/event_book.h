#pragma once

#include "core/base/status.h"
#include "core/log/event.h"

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// All types of events that a program knows, for reading them back from rows of the log. Made once,
// from the tables of its rooms. Thread rule: immutable.
class EventBook {
public:
	using Tables = std::span<const std::span<const EventForm>>;

	explicit EventBook(Tables tables);

	// In the order of the tables.
	const std::vector<const EventForm *> &all() const { return all_; }
	// Null when no room has a struct for it.
	const EventForm *find(std::string_view type) const;

	// Reads the texts of a row. An unknown type becomes an OtherEvent.
	Result<Event> read(std::string_view type, std::string_view subject, std::string_view trace,
			std::string_view data) const;

private:
	std::vector<const EventForm *> all_;
	std::unordered_map<std::string_view, const EventForm *> forms_;
};

} // namespace agent_runtime

#pragma once

// What events have besides the fields of any struct (base/field_rows.h): a note about the whole,
// and a subject. Rows are in the order of the signal's arguments.
//
//	struct AgentBlocked {
//		using List = AgentEvents;
//		static constexpr std::string_view TYPE = "agent_blocked";
//		static constexpr EventNote NOTE = { "An agent cannot get to where it was going.",
//			"agent_blocked" };
//		TilePosition target;
//		std::string reason;
//		static constexpr auto fields() {
//			return FieldRows(subject_field(AGENT).shown(),
//					bind(TARGET, &AgentBlocked::target).shown(),
//					bind(REASON, &AgentBlocked::reason).shown());
//		}
//	};
//
// Thread rule: immutable.

#include "core/base/field_rows.h"
#include "core/base/signal_arguments.h"

#include <string_view>

namespace agent_runtime {

// What is said about an event as a whole.
struct EventNote {
	std::string_view sentence;
	std::string_view signal = {}; // empty: the signal for all other events shows it
	// It must be stored before it is sent, like all events of jobs, questions, locks and work.
	// While the storage fails it waits, and what would cause another one is refused (decision.h).
	bool waits_for_storage = false;
};

// The subject of an event under the name that users know: `agent_id`. It stands beside the event's
// data; a struct that holds it a second time gets it when the event is read.
template <typename Set>
struct SubjectRow : RowUse<true, false, false> {
	Field field;
	Set set;
	std::string_view argument = {};

	constexpr SubjectRow(const Field &of, Set setter) :
			field(of),
			set(setter) {}
	constexpr SubjectRow shown() const { return shown_as(*this, field.name); }
};

struct NotHeld {};

constexpr SubjectRow<NotHeld> subject_field(const Field &field) {
	return { field, {} };
}
template <typename Set>
constexpr SubjectRow<Set> subject_field(const Field &field, Set set) {
	return { field, set };
}

} // namespace agent_runtime

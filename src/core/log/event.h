#pragma once

// The room log: what has happened, about anything, for all who want to know of it.
//
// Events come in from every room, as values; those that last are written to the append-only table
// `events` and go out behind the commit, with growing ids, to all who subscribed: signals, sockets,
// other rooms. Events of other processes on the file take the same way, in one order with our own.
//
//	event_data.h    an event's struct as the log holds it; event_fields.h, event_forms.h: what is
//	                derived from its fields
//	subject.h       what an event is about
//	event_json.h    events as messages and rows, and back
//	published.h     events on their way out, and the fan-out
//
// The table itself is read and written in store/ (event_log.h), and agents/event_pump.h brings
// events to the thread that shows them.
//
// Thread rule: immutable once emitted.

#include "core/base/trace_id.h"
#include "core/log/event_data.h"
#include "core/log/subject.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// An event that no room of this program has a struct for, such as one that a newer program wrote:
// its type, and its data as JSON text.
struct OtherEvent {
	using List = EventList<OtherEvent>;

	std::string type;
	std::string data;
};

template <>
const std::array<EventForm, 1> EventTable<OtherEvent::List>::FORMS;

struct Event {
	Subject subject; // what it is about; a player's speech is about the player
	EventData data;
	TraceId trace = {}; // what it belongs to; none: nothing that is followed
};

std::string_view event_type(const Event &event);

} // namespace agent_runtime

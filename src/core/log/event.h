#pragma once

// The room log: what has happened, about anything, for everybody who wants to know.
//
// Events come in from every room, as values. Those that last are written to the append-only table
// `events` and published after the commit, with increasing ids, to all subscribers: signals,
// sockets, other rooms. Events of other processes on the file go the same way, in one order with
// our own.
//
//	event_data.h    an event's struct as the log holds it; event_fields.h, event_forms.h: what is
//	                derived from its fields
//	subject.h       what an event is about
//	event_json.h    events as messages and rows, and back; event_text.h, as sockets carry them
//	published.h     events on their way out, and the fan-out; publication.h, how an operation of
//	                the writer sends them
//
//	event_log.h     the table: append, read from a cursor; log_tables.h
//	foreign_tail.h  what other processes wrote
//	decision.h      what is decided in a transaction, logged, and answered once after the commit;
//	                writer_errand.h waits for it
//	log_messages.h  the requests about it
//	event_queue.h   to the one thread that shows events, which may fall behind; event_parcel.h
//
// Thread rule: immutable once emitted.

#include "core/base/trace_id.h"
#include "core/log/event_data.h"
#include "core/log/subject.h"

#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

// An event for which no room of this program has a struct, such as one that a newer program wrote:
// its type, and its data as JSON text.
struct OtherEvent {
	using List = EventList<OtherEvent>;

	std::string type;
	std::string data;
};

template <>
const std::array<EventForm, 1> EventTable<OtherEvent::List>::FORMS;

struct Event {
	Event() = default;
	template <typename Data>
	Event(Subject about, Data &&what, TraceId of = {}) :
			subject(std::move(about)),
			data(std::forward<Data>(what)),
			trace(of) {}

	Subject subject; // what it is about; a player's speech is about the player
	EventData data;
	TraceId trace = {}; // what it belongs to; none: it is not traced
};

std::string_view event_type(const Event &event);

// Whether it must be stored before it is sent.
inline bool waits_for_storage(const Event &event) {
	return event.data.form().waits_for_storage;
}

} // namespace agent_runtime

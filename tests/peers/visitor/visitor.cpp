// A program that knows neither agents nor worlds, on the file of a game that runs: leaves a note in
// the log, which the game shows as any event, and reads what has happened there.
//
//	visitor DATABASE TEXT
//
// Prints the id of its event, then the newest events as a line of JSON each.

#include "core/log/decision.h"
#include "core/log/event_forms.h"
#include "core/log/log_tables.h"
#include "core/services/services.h"

#include <array>
#include <cstdio>
#include <future>
#include <iostream>

using namespace agent_runtime;

namespace agent_runtime {

struct VisitorEvents;

struct NoteLeft {
	using List = VisitorEvents;
	static constexpr std::string_view TYPE = "note_left";
	static constexpr EventNote NOTE = { "A visitor has left a note." };
	std::string text;
	static constexpr auto fields() {
		return FieldRows(bind({ .name = "text", .sentence = "What it says." }, &NoteLeft::text));
	}
};

struct VisitorEvents : EventList<NoteLeft> {};
template struct EventTable<VisitorEvents>;

} // namespace agent_runtime

namespace {

Result<EventId> leave_note(Services &services, WallTime now, const std::string &text) {
	std::promise<Result<EventId>> left;
	services.store().offer(make_decision<EventId>(
			{ .purpose = "no note can be left", .now = now, .fanout = &services.fanout() },
			[text](DecisionScope &scope) {
				return scope.log({ Subject(), NoteLeft{ text } });
			},
			[&left](const Result<EventId> &event) { left.set_value(event); }));
	return left.get_future().get();
}

void print_log(Services &services) {
	std::promise<nlohmann::json> read;
	services.requests().ask(EventsRequest(),
			{ "log", [&read](const nlohmann::json &completed) { read.set_value(completed); } });
	const nlohmann::json reply = read.get_future().get();
	for (const nlohmann::json &event : reply.at("result").at("events")) {
		std::cout << event.dump() << "\n";
	}
}

Status visit(const std::string &path, const std::string &text) {
	static const std::array<const RoomTables *, 1> tables = { &log_tables() };
	static const std::array<std::span<const EventForm>, 1> forms = {
		EventTable<VisitorEvents>::FORMS
	};
	const Vocabulary vocabulary{ LogRequests::Types::ENTRIES };
	const EventBook events(forms);
	SystemClock clock;
	ServicesOptions options;
	options.database_path = path;
	Services services(options, vocabulary, events, clock, {});
	Status status = services.store().open_beside({ .schema = tables });
	status = status.ok() ? services.store().start() : status;
	if (status.ok()) {
		const Result<EventId> note = leave_note(services, clock.wall_now(), text);
		std::cout << note.value_or(EventId()).number() << "\n";
		print_log(services);
		status = first_failure(note.status(), services.stop());
	}
	return status;
}

} // namespace

int main(int count, char **arguments) {
	const Status status = count == 3
			? visit(arguments[1], arguments[2])
			: Status(StatusCode::invalid_argument, "usage: visitor DATABASE TEXT");
	if (!status.ok()) {
		std::cerr << status.to_string() << "\n";
	}
	return status.ok() ? 0 : 1;
}

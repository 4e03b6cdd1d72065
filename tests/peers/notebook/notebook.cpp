// The store, the log and the table of requests alone: no gateway, and no thread.
//
//	notebook DATABASE
//
// Answers requests, one a line of JSON on its input, until that ends: note_add_request keeps a line
// as an event of the log, notes_request reads them all.

#include "core/log/decision.h"
#include "core/log/event_forms.h"
#include "core/log/event_log.h"
#include "core/log/log_tables.h"
#include "core/requests/request_table.h"
#include "core/store/open_database.h"

#include <array>
#include <iostream>

namespace agent_runtime {

struct NotebookEvents;

struct NoteAdded {
	using List = NotebookEvents;
	static constexpr std::string_view TYPE = "note_added";
	static constexpr EventNote NOTE = { "A line was added to the notebook." };
	std::string text;
	static constexpr auto fields() {
		return FieldRows(bind({ .name = "text", .sentence = "The line." }, &NoteAdded::text));
	}
};

struct NotebookEvents : EventList<NoteAdded> {};
template struct EventTable<NotebookEvents>;

struct AddNoteReply {
	std::int64_t id = 0;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "id", .kind = FieldKind::integer, .sentence = "Of its event." },
					&AddNoteReply::id),
		};
	}
};

struct AddNoteRequest {
	using Reply = AddNoteReply;
	static constexpr RequestWords WORDS{ .name = "note_add_request", .sentence = "Add a line." };
	std::string text;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "text", .sentence = "The line.", .required = true, .max_length = 200 },
					&AddNoteRequest::text),
		};
	}
};

struct NotesReply {
	std::vector<std::string> notes;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "notes", .kind = FieldKind::text_list, .sentence = "The lines." },
					&NotesReply::notes),
		};
	}
};

struct NotesRequest {
	using Reply = NotesReply;
	static constexpr RequestWords WORDS{ .name = "notes_request", .sentence = "Read all lines." };
	static constexpr auto fields() { return FieldRows{}; }
};

} // namespace agent_runtime

namespace {

using namespace agent_runtime;
using nlohmann::json;

class NoteDesk {
public:
	using Types = RequestTypes<AddNoteRequest, NotesRequest>;

	NoteDesk(Database &database, const Clock &clock) :
			database_(database),
			clock_(clock) {}

	Result<AddNoteReply> answer(const AddNoteRequest &request) {
		const Decide<EventId> add = [&](DecisionScope &scope) {
			return scope.log({ Subject(), NoteAdded{ request.text } });
		};
		const Result<EventId> added = decide_here(
				database_, { .purpose = "no line can be added", .now = clock_.wall_now() }, add);
		return added.ok() ? Result(AddNoteReply{ added.value().number() }) : added.status();
	}

	Result<NotesReply> answer(const NotesRequest &) {
		const Result<EventPage> page =
				read_events(database_, { .types = { std::string(NoteAdded::TYPE) } });
		if (!page.ok()) {
			return page.status();
		}
		NotesReply reply;
		for (const StoredEvent &row : page.value().events) {
			reply.notes.push_back(json::parse(row.data).value("text", ""));
		}
		return reply;
	}

private:
	Database &database_;
	const Clock &clock_;
};

Status open_notebook(const std::string &path) {
	static const std::array<const RoomTables *, 1> tables = { &log_tables() };
	const SystemClock clock;
	Result<Database> database = open_shared(path, clock, { .schema = tables });
	if (!database.ok()) {
		return database.status();
	}
	const Vocabulary vocabulary{ NoteDesk::Types::ENTRIES };
	RequestBook book;
	RequestTable table(book, vocabulary, [] { return Status(); });
	NoteDesk desk(database.value(), clock);
	table.add(desk);
	std::string line;
	while (std::getline(std::cin, line)) {
		table.handle(json::parse(line, nullptr, false),
				[](const json &completed) { std::cout << completed.dump() << std::endl; });
	}
	return Status();
}

} // namespace

int main(int count, char **arguments) {
	const Status status = count == 2
			? open_notebook(arguments[1])
			: Status(StatusCode::invalid_argument, "usage: notebook DATABASE");
	if (!status.ok()) {
		std::cerr << status.to_string() << "\n";
	}
	return status.ok() ? 0 : 1;
}

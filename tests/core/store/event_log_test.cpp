#include "core/store/event_log.h"
#include "core/store/transaction.h"
#include "scratch.h"

using namespace agent_runtime;

namespace {

EventId append(Database &database, const std::string &type, const std::string &entity, int second) {
	EventDraft event = test_event(type, entity);
	event.ts = WallTime(std::chrono::seconds(second));
	const Result<EventId> id = append_event(database, event);
	REQUIRE(id.ok());
	return id.value();
}

EventPage read(Database &database, const EventFilter &filter) {
	Result<EventPage> page = read_events(database, filter);
	REQUIRE_MESSAGE(page.ok(), page.status().to_string());
	return std::move(page).value();
}

std::vector<std::string> types_of(const EventPage &page) {
	std::vector<std::string> types;
	for (const StoredEvent &event : page.events) {
		types.push_back(event.type);
	}
	return types;
}

using Types = std::vector<std::string>;

} // namespace

TEST_SUITE("event log") {
	TEST_CASE("an event comes back as it was appended, with the id it was given") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		const EventDraft draft = { .ts = WallTime(Micros(1'234'567)),
			.type = "agent_spoke",
			.entity = "agent_007",
			.trace_id = "t1",
			.data = R"({"content":"hé"})" };
		const Result<EventId> id = append_event(database, draft);
		REQUIRE(id.ok());
		const EventPage page = read(database, {});
		REQUIRE(page.events.size() == 1);
		CHECK(page.events[0] ==
				StoredEvent{ id.value(), draft.ts, "agent_spoke", "agent_007", "t1",
						std::string(draft.data) });
		CHECK(page.cursor == id.value());
		CHECK_FALSE(page.more);
		CHECK_FALSE(page.gap);
	}

	TEST_CASE("reading by pages gives each event once") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (int i = 0; i < 7; ++i) {
			append(database, "e" + std::to_string(i), "agent_001", i);
		}
		Types seen;
		EventId cursor;
		int pages = 0;
		bool more = true;
		while (more) {
			const EventPage page = read(database, { .after = cursor, .limit = 3 });
			const Types types = types_of(page);
			seen.insert(seen.end(), types.begin(), types.end());
			cursor = page.cursor;
			more = page.more;
			pages += 1;
		}
		CHECK(pages == 3);
		CHECK(seen == Types{ "e0", "e1", "e2", "e3", "e4", "e5", "e6" });
	}

	TEST_CASE("a filter by entity and type passes over the rest, and the cursor with it") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append(database, "agent_spoke", "agent_001", 1);
		append(database, "agent_moved", "agent_001", 2);
		append(database, "agent_spoke", "agent_002", 3);
		const EventId last = append(database, "agent_gone", "agent_001", 4);
		CHECK(types_of(read(database, { .entity = "agent_001" })) ==
				Types{ "agent_spoke", "agent_moved", "agent_gone" });
		const EventPage page =
				read(database, { .entity = "agent_001", .types = { "agent_moved", "no\"ne" } });
		CHECK(types_of(page) == Types{ "agent_moved" });
		CHECK(page.cursor == last);
		CHECK(read(database, { .types = { "no\"ne" } }).events.empty());
	}

	TEST_CASE(
			"since a point in time gives all that happened then or later, whatever the clock did") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append(database, "early", "agent_001", 100);
		append(database, "late", "agent_001", 300);
		append(database, "set_back", "agent_001", 150);
		append(database, "later", "agent_001", 301);
		const WallTime since = WallTime(std::chrono::seconds(300));
		CHECK(types_of(read(database, { .since = since })) == Types{ "late", "later" });
		CHECK(types_of(read(database, { .after = EventId(2), .since = since })) ==
				Types{ "later" });
		CHECK(read(database, { .since = WallTime(std::chrono::seconds(999)) }).events.empty());
	}

	TEST_CASE("a cursor behind what is pruned is told of the gap") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (int i = 0; i < 5; ++i) {
			append(database, "e", "agent_001", i);
		}
		REQUIRE(database.exec("DELETE FROM events WHERE id < 4").ok());
		REQUIRE(write_meta(database, META_OLDEST_EVENT, "4").ok());
		CHECK(read(database, { .after = EventId(2) }).gap);
		CHECK_FALSE(read(database, { .after = EventId(3) }).gap);
		CHECK(read(database, { .after = EventId(3) }).oldest == EventId(4));
		CHECK(read(database, { .after = EventId(1) }).events.size() == 2);
	}

	TEST_CASE("a cursor from another log, beyond the newest, is told of the gap") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append(database, "e", "agent_001", 1);
		CHECK(read(database, { .after = EventId(99) }).gap);
	}

	TEST_CASE("ids are not used again when the newest events are gone") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append(database, "e", "agent_001", 1);
		const EventId last = append(database, "e", "agent_001", 1);
		REQUIRE(database.exec("DELETE FROM events").ok());
		CHECK(newest_event_id(database).value() == last);
		CHECK(append(database, "e", "agent_001", 1) > last);
	}

	TEST_CASE("a page is one view, inside a transaction of the caller or without") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		const Result<Transaction> transaction = Transaction::begin(database);
		REQUIRE(transaction.ok());
		append(database, "e", "agent_001", 1);
		CHECK(read(database, {}).events.size() == 1);
		CHECK(database.in_transaction());
	}
}

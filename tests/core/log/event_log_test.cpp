#include "../store/scratch.h"
#include "core/base/rng.h"
#include "core/log/event_log.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"

#include <nlohmann/json.hpp>

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

	TEST_CASE("since a point in time finds the same as a look at each event would, pruned or not") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Rng chance(7);
		std::vector<int> seconds; // indexed by the event's id
		int clock = 5000;
		for (int i = 0; i < 1000; ++i) {
			clock += i % 250 == 249 ? -400 : static_cast<int>(chance.between(-3, 8));
			seconds.push_back(clock);
			append(database, "e" + std::to_string(i + 1), "agent_001", clock);
		}
		for (const std::int64_t gone : { 0, 100, 640 }) {
			if (gone > 0) {
				REQUIRE(remove_events(database, gone).ok());
			}
			for (int i = 0; i < 300; ++i) {
				const int since = static_cast<int>(chance.between(4500, 9500));
				const std::int64_t after = chance.between(0, 999);
				Types wanted;
				for (std::int64_t id = std::max(after, gone) + 1; id <= 1000; ++id) {
					if (seconds[static_cast<std::size_t>(id - 1)] >= since) {
						wanted.push_back("e" + std::to_string(id));
					}
				}
				CAPTURE(since);
				CAPTURE(after);
				CHECK(types_of(read(database,
							  { .after = EventId(after),
									  .since = WallTime(std::chrono::seconds(since)) })) == wanted);
			}
		}
	}

	TEST_CASE("a change of state is one row, and both the event and the row of history") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append(database, "agent_spoke", "agent_001", 1);
		const auto change = [&](std::string_view agent, std::string_view before,
									std::string_view now, std::string_view task) {
			const Result<EventId> id = append_state_change(database,
					{ .ts = WallTime(std::chrono::seconds(2)),
							.agent = agent,
							.old_state = before,
							.state = now,
							.x = -12.5,
							.y = 7.0,
							.task = task });
			REQUIRE(id.ok());
			return id.value();
		};
		const EventId first = change("agent_001", "idle", "listening", "");
		const std::string task = "\"a\\b; c, d\" \n \x01 \u00e9";
		const EventId second = change("agent_002", "thinking", "speaking", task);
		const EventPage page = read(database, { .types = { "agent_state_update" } });
		REQUIRE(page.events.size() == 2);
		CHECK(page.events[0] ==
				StoredEvent{ first, WallTime(std::chrono::seconds(2)), "agent_state_update",
						"agent_001", "",
						R"({"current_task":"","old_state":"idle","position":{"x":-12.5,"y":7.0},)"
						R"("state":"listening"})" });
		const nlohmann::json data = nlohmann::json::parse(page.events[1].data);
		CHECK(data ==
				nlohmann::json{ { "current_task", task }, { "old_state", "thinking" },
						{ "position", { { "x", -12.5 }, { "y", 7.0 } } },
						{ "state", "speaking" } });
		CHECK(read(database, { .entity = "agent_002" }).events.size() == 1);
		Query rows(database,
				"SELECT id, agent_id, old_state, new_state, timestamp FROM agent_state_history"
				" WHERE agent_id = 'agent_002' ORDER BY id DESC LIMIT 5");
		REQUIRE(rows.next());
		CHECK(rows.integer(0) == second.number());
		CHECK(rows.text(1) == "agent_002");
		CHECK(rows.text(2) == "thinking");
		CHECK(rows.text(3) == "speaking");
		CHECK(rows.integer(4) == 2'000'000);
		CHECK_FALSE(rows.next());
		CHECK(database.integer("SELECT count(*) FROM agent_state_history", 0).value() == 2);
		CHECK(database.integer("SELECT count(*) FROM events", 0).value() == 3);
	}

	TEST_CASE("neither the log nor the history of an agent is read row by row") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (const std::string query : { "SELECT id, data FROM events WHERE id > 5 ORDER BY id",
					 "SELECT * FROM events WHERE entity = 'agent_001' ORDER BY id",
					 "SELECT * FROM agent_state_history WHERE agent_id = 'agent_001' ORDER BY id"
					 " DESC LIMIT 5" }) {
			CAPTURE(query);
			for (Query plan(database, "EXPLAIN QUERY PLAN " + query); plan.next();) {
				const std::string step(plan.text(3));
				CAPTURE(step);
				CHECK_FALSE(step.starts_with("SCAN "));
				CHECK(step.find("TEMP B-TREE") == std::string::npos);
			}
		}
	}

	TEST_CASE("a cursor behind what is pruned is told of the gap") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (int i = 0; i < 5; ++i) {
			append(database, "e", "agent_001", i);
		}
		REQUIRE(database.exec("DELETE FROM event_rows WHERE id < 4").ok());
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
		REQUIRE(database.exec("DELETE FROM event_rows").ok());
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

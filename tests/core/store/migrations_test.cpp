#include "core/jobs/job_tables.h"
#include "core/log/event_log.h"
#include "core/log/log_tables.h"
#include "core/store/meta.h"
#include "core/store/migrations.h"
#include "core/store/open_database.h"
#include "scratch.h"
#include "whole_schema.h"

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// A file as the first version of the tables left it, with a row in each table that the second
// changes.
void make_first_version(const std::string &path) {
	Result<Database> connected = connect_whole(path);
	REQUIRE(connected.ok());
	Database &database = connected.value();
	REQUIRE(database.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL").ok());
	REQUIRE(make_tables(database, common_versions(1)).ok());
	REQUIRE(database.exec("INSERT INTO agent_conversations(agent_id, timestamp, sender, content,"
						  " recipient) VALUES('agent_001', 17, 'player_0', 'Hello', 'agent_001');"
						  "INSERT INTO agent_tasks(agent_id, task_name, status, created_at)"
						  " VALUES('agent_001', 'sweep', 'assigned', 18);"
						  "INSERT INTO agent_state_history(agent_id, old_state, new_state,"
						  " timestamp) VALUES('agent_001', 'idle', 'listening', 19)")
					.ok());
}

std::vector<std::string> columns_of(Database &database, std::string_view table) {
	std::vector<std::string> names;
	for (Query rows(database, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", table);
			rows.next();) {
		names.emplace_back(rows.text(0));
	}
	return names;
}

bool has_columns(
		Database &database, std::string_view table, const std::vector<std::string> &wanted) {
	const std::vector<std::string> found = columns_of(database, table);
	return found.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), found.begin());
}

// Everything that a migration could change, in one text.
std::string schema_of(Database &database) {
	std::string schema;
	for (Query rows(database,
				 "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema"
				 " ORDER BY name");
			rows.next();) {
		schema += std::string(rows.text(0)) + "\n";
	}
	return schema;
}

} // namespace

TEST_SUITE("migrations") {
	TEST_CASE("spec:000.7.1 a start makes the tables, and a second start leaves them be") {
		const ScratchFolder folder;
		std::string schema;
		{
			Database database = open_store(folder.path("a.db"));
			CHECK(has_columns(database, "agent_conversations",
					{ "id", "agent_id", "timestamp", "sender", "content", "recipient" }));
			CHECK(has_columns(database, "agent_tasks",
					{ "id", "agent_id", "task_name", "status", "created_at", "completed_at" }));
			CHECK(has_columns(database, "agent_state_history",
					{ "id", "agent_id", "old_state", "new_state", "timestamp" }));
			REQUIRE(database.run("INSERT INTO agent_tasks(agent_id, task_name, status, created_at)"
								 " VALUES('agent_001', 'sweep', 'assigned', 1)")
							.ok());
			schema = schema_of(database);
		}
		// Another start, and every step called once more.
		Result<OpenedDatabase> again = open_whole(folder.path("a.db"), SystemClock());
		REQUIRE_MESSAGE(again.ok(), again.status().to_string());
		CHECK(migrate(again.value().database).ok());
		CHECK(schema_of(again.value().database) == schema);
		CHECK(again.value().database.text("SELECT task_name FROM agent_tasks", "nothing").value() ==
				"sweep");
	}

	TEST_CASE("a file of the first version is brought up with all that it holds") {
		const ScratchFolder folder;
		make_first_version(folder.path("a.db"));
		Database database = open_store(folder.path("a.db"));
		CHECK(read_versions(database).value() == newest_versions(game_schema()));
		Query lines(database,
				"SELECT agent_id, timestamp, sender, content, recipient, kind, importance, pinned,"
				" covers_to FROM agent_conversations");
		REQUIRE(lines.next());
		CHECK(lines.text(0) == "agent_001");
		CHECK(lines.integer(1) == 17);
		CHECK(lines.text(2) == "player_0");
		CHECK(lines.text(3) == "Hello");
		CHECK(lines.text(4) == "agent_001");
		CHECK(lines.text(5) == "message");
		CHECK(lines.real(6) == 1.0);
		CHECK(lines.integer(7) == 0);
		CHECK(lines.is_null(8));
		CHECK_FALSE(lines.next());
		Query tasks(database,
				"SELECT task_name, status, created_at, description, assigned_by, partner,"
				" started_at, result FROM agent_tasks");
		REQUIRE(tasks.next());
		CHECK(tasks.text(0) == "sweep");
		CHECK(tasks.text(1) == "assigned");
		CHECK(tasks.integer(2) == 18);
		CHECK(tasks.text(3).empty());
		CHECK(tasks.text(4).empty());
		CHECK(tasks.text(5).empty());
		CHECK(tasks.is_null(6));
		CHECK(tasks.text(7).empty());
		CHECK(database.text("SELECT new_state FROM agent_state_history", "").value() ==
				"listening");
	}

	TEST_CASE(
			"what the log and the history of states held before they were one is found as before") {
		const ScratchFolder folder;
		{
			Result<Database> connected = connect_whole(folder.path("a.db"));
			REQUIRE(connected.ok());
			Database &old = connected.value();
			REQUIRE(make_tables(old, common_versions(4)).ok());
			for (int i = 1; i <= 1000; ++i) {
				REQUIRE(old.run("INSERT INTO events(ts, type, entity, data) VALUES(?1,"
								" 'agent_state_update', 'agent_001', '{}')",
								   i * 1'000'000)
								.ok());
				REQUIRE(old.run("INSERT INTO agent_state_history(agent_id, old_state, new_state,"
								" timestamp) VALUES('agent_001', 'idle', 'thinking', ?1)",
								   i * 1'000'000)
								.ok());
			}
		}
		Database database = open_store(folder.path("a.db"));
		const auto since = [&](int second) {
			const Result<EventPage> page = read_events(
					database, { .since = WallTime(std::chrono::seconds(second)), .limit = 5000 });
			REQUIRE(page.ok());
			return page.value().events.size();
		};
		const auto history = [&](const std::string &column) {
			return database
					.integer("SELECT " + column +
									" FROM agent_state_history WHERE agent_id = 'agent_001'"
									" ORDER BY id DESC LIMIT 1",
							0)
					.value();
		};
		CHECK(read_meta(database, "max_bytes").value() == "1000000000");
		CHECK(since(1) == 1000);
		CHECK(since(990) == 11);
		CHECK(since(1001) == 0);
		CHECK(history("id") == 1000);
		CHECK(database.integer("SELECT count(*) FROM agent_state_history", 0).value() == 1000);
		// The clock was set back in the meantime.
		for (int i = 1; i <= 200; ++i) {
			REQUIRE(append_state_change(database,
					{ .ts = WallTime(std::chrono::seconds(900 + i)),
							.agent = "agent_001",
							.old_state = "thinking",
							.state = "idle",
							.task = {} })
							.ok());
		}
		CHECK(newest_event_id(database).value() == EventId(1200));
		CHECK(since(990) == 11 + 111);
		CHECK(since(1000) == 1 + 101);
		CHECK(since(1100) == 1);
		CHECK(history("id") == 1200);
		CHECK(history("timestamp") == 1'100'000'000);
		CHECK(database.integer("SELECT count(*) FROM agent_state_history", 0).value() == 1200);
		CHECK(database.integer("SELECT count(DISTINCT id) FROM agent_state_history", 0).value() ==
				1200);
	}

	TEST_CASE("a file that was brought up has the same tables as one made anew") {
		const ScratchFolder folder;
		make_first_version(folder.path("old.db"));
		Database old = open_store(folder.path("old.db"));
		Database anew = open_store(folder.path("new.db"));
		CHECK(schema_of(old) == schema_of(anew));
	}

	TEST_CASE("a program makes the tables of its own rooms, and leaves those of others alone") {
		const ScratchFolder folder;
		const RoomTables *const alone[] = { &log_tables() };
		const auto open_with = [&](Schema schema) {
			Result<OpenedDatabase> opened =
					open_database(folder.path("a.db"), SystemClock(), { .schema = schema });
			REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
			return std::move(opened.value().database);
		};
		{
			Database log_alone = open_with(alone);
			CHECK(read_versions(log_alone).value() == newest_versions(alone));
			CHECK(columns_of(log_alone, "agents").empty());
			REQUIRE(append_event(log_alone, test_event("first")).ok());
		}
		{
			Database whole = open_with(game_schema());
			CHECK(read_versions(whole).value() == newest_versions(game_schema()));
			CHECK(types_in_log(whole) == std::vector<std::string>{ "first" });
			Database anew = open_store(folder.path("new.db"));
			CHECK(schema_of(whole) == schema_of(anew));
			// For a room that this program does not know.
			REQUIRE(whole.exec("CREATE TABLE recipes(name TEXT);"
							   "INSERT INTO recipes VALUES('bread');"
							   "INSERT INTO room_versions VALUES('kitchen', 7)")
							.ok());
		}
		Database again = open_with(game_schema());
		CHECK(again.text("SELECT name FROM recipes", "").value() == "bread");
		CHECK(read_versions(again).value().of("kitchen") == 7);
	}

	TEST_CASE(
			"an older file that a program of fewer rooms has opened is brought up by the others") {
		const ScratchFolder folder;
		make_first_version(folder.path("a.db"));
		const RoomTables *const alone[] = { &log_tables() };
		{
			Result<OpenedDatabase> opened =
					open_database(folder.path("a.db"), SystemClock(), { .schema = alone });
			REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
			CHECK(read_versions(opened.value().database).value().of("agents") == 1);
			CHECK(read_versions(opened.value().database).value().of("log") ==
					log_tables().newest());
		}
		Database database = open_store(folder.path("a.db"));
		Database anew = open_store(folder.path("new.db"));
		CHECK(schema_of(database) == schema_of(anew));
		CHECK(database.text("SELECT content FROM agent_conversations", "").value() == "Hello");
	}

	TEST_CASE("jobs that were stored before they were tasks of agents keep all that they had") {
		const ScratchFolder folder;
		{
			const RoomTables first{ "jobs", job_tables().steps.first(1), {} };
			const RoomTables *const alone[] = { &first };
			Result<OpenedDatabase> opened =
					open_database(folder.path("a.db"), SystemClock(), { .schema = alone });
			REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
			REQUIRE(opened.value()
							.database
							.exec("INSERT INTO jobs(task_id, number, agent_id, task_name, program,"
								  " status, folder, worktree, branch, output_file, created_at,"
								  " trace_id, plan) VALUES('job_001', 1, 'agent_001', 'sweep',"
								  " 'command', 'completed', '/', '', '', 'o', 17, 't', '{}');"
								  "INSERT INTO job_inputs(task_id, n, kind, data, input_key,"
								  " sender_key, created_at) VALUES('job_001', 1, 'write', 'a', "
								  "'k1',"
								  " 'mine', 18), ('job_001', 2, 'write', 'b', 'k2', '', 19)")
							.ok());
		}
		Database database = open_store(folder.path("a.db"));
		Database anew = open_store(folder.path("new.db"));
		CHECK(schema_of(database) == schema_of(anew));
		CHECK(database.text("SELECT task_name || agent_task || command FROM jobs", "").value() ==
				"sweep");
		CHECK(database.text("SELECT group_concat(data, '') FROM job_inputs", "").value() == "ab");
		CHECK(database.text("SELECT task_id || ' ' || sender_key FROM job_sender_keys", "")
						.value() == "job_001 mine");
	}

	TEST_CASE("tables of memory that were counted with those of agents are counted by themselves") {
		const ScratchFolder folder;
		for (const bool has_steps_of_both : { true, false }) {
			const std::string path = folder.path(has_steps_of_both ? "a.db" : "b.db");
			if (has_steps_of_both) {
				open_store(path);
			} else {
				make_first_version(path);
				const RoomTables *const alone[] = { &log_tables() };
				REQUIRE(open_database(path, SystemClock(), { .schema = alone }).ok());
			}
			{
				Database file = connect_again(path);
				REQUIRE(file.exec("DELETE FROM room_versions WHERE room = 'memory';"
								  "PRAGMA user_version = 6")
								.ok());
				CHECK(read_versions(file).value().of("memory") == (has_steps_of_both ? 2 : 1));
			}
			Database database = open_store(path);
			CHECK(read_versions(database).value() == newest_versions(game_schema()));
			Database anew = open_store(folder.path("new.db"));
			CHECK(schema_of(database) == schema_of(anew));
		}
	}

	TEST_CASE("a room that is newer than the program is refused by its name") {
		const ScratchFolder folder;
		{
			Database database = open_store(folder.path("a.db"));
			REQUIRE(database.exec("UPDATE room_versions SET version = 99 WHERE room = 'agents'")
							.ok());
		}
		const std::string before = content_of(folder.path("a.db"));
		const Status status = open_whole(folder.path("a.db"), SystemClock()).status();
		CHECK(status.code() == StatusCode::unsupported);
		CHECK(status.message().find("tables of agents 99") != std::string::npos);
		CHECK(content_of(folder.path("a.db")) == before);
		// A program that does not need them can still open the file.
		const RoomTables *const alone[] = { &log_tables() };
		CHECK(open_database(folder.path("a.db"), SystemClock(), { .schema = alone }).ok());
	}

	TEST_CASE("a file that is up to date is only looked at") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Database other = connect_again(folder.path("a.db"));
		REQUIRE(other.exec("BEGIN IMMEDIATE").ok());
		database.set_busy_limit(std::chrono::milliseconds(0));
		CHECK(migrate(database).ok());
	}

	TEST_CASE("versions that are none of ours are damage") {
		for (const char *change : {
					 "DROP TABLE room_versions",
					 "UPDATE room_versions SET version = 'new'",
					 "UPDATE room_versions SET version = -1",
					 "DROP TABLE room_versions; CREATE TABLE room_versions(room, version)",
			 }) {
			CAPTURE(change);
			const ScratchFolder folder;
			Database database = open_store(folder.path("a.db"));
			REQUIRE(database.exec(change).ok());
			CHECK(read_versions(database).status().code() == StatusCode::corrupt);
		}
	}
}

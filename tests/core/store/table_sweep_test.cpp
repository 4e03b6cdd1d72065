#include "core/log/event_log.h"
#include "core/memory/memory_search.h"
#include "core/memory/search_index.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/retention_policy.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"
#include "scratch.h"

#include <chrono>
#include <filesystem>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

const RetentionPolicy KEEP_ALL = { .max_age = std::nullopt,
	.max_events = std::nullopt,
	.max_bytes = std::nullopt,
	.keep_events = 10,
	.lines = {},
	.states = {},
	.max_task_age = std::nullopt };

// A file whose rows are made by hand, for any time in the past.
class Grown {
public:
	std::int64_t line(const std::string &agent, Micros age, const std::string &content = "hello",
			bool pinned = false, const std::string &kind = "message") {
		run("INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient,"
			" pinned, kind) VALUES(?1, ?2, 'player_0', ?3, '', ?4, ?5)",
				agent, time(age), content, pinned, kind);
		return database.last_insert_id();
	}
	void state(const std::string &agent, Micros age) {
		run("INSERT INTO state_rows(agent_id, old_state, new_state, timestamp)"
			" VALUES(?1, 'idle', 'listening', ?2)",
				agent, time(age));
	}
	void task(const std::string &name, std::optional<Micros> done) {
		std::optional<std::int64_t> completed;
		if (done) {
			completed = time(*done);
		}
		run("INSERT INTO agent_tasks(agent_id, task_name, status, created_at, completed_at)"
			" VALUES('agent_001', ?1, 'x', 1, ?2)",
				name, completed);
	}
	void talk(int number, std::optional<Micros> ended, int lines) {
		std::optional<std::int64_t> ended_at;
		if (ended) {
			ended_at = time(*ended);
		}
		const std::string id = ConversationId(static_cast<std::uint64_t>(number)).to_string();
		run("INSERT INTO auto_conversations(id, number, topic, pattern, agents, settings, status,"
			" reason, started_at, ended_at, turns) VALUES(?1, ?2, '', '', '', '', 'x', '', 1, ?3,"
			" 0)",
				id, number, ended_at);
		for (int turn = 1; turn <= lines; turn++) {
			run("INSERT INTO auto_messages VALUES(?1, ?2, 'agent_001', 'Ada', 'x', 1)", id, turn);
		}
	}
	void event(Micros age) {
		EventDraft draft = test_event("agent_spoke");
		const std::string text(200, 'x');
		draft.ts = clock.wall_now() - age;
		draft.data = text;
		REQUIRE(append_event(database, draft).ok());
	}
	void agent(std::uint32_t number) {
		run("INSERT INTO agents(id, number, config, state, x, y, created_at, generation)"
			" VALUES(?1, ?2, '', '', 0, 0, 0, 0)",
				AgentId(number).to_string(), number);
	}

	template <typename... Values>
	void run(std::string_view sql, const Values &...values) {
		const Status status = database.run(sql, values...);
		REQUIRE_MESSAGE(status.ok(), status.to_string());
	}

	void index() {
		SearchIndex index;
		while (index.run(database).value_or(false)) {
		}
	}

	// Runs it until there is nothing left to do.
	void retain(Retention &retention) {
		bool more = true;
		int pieces = 0;
		while (more) {
			const Result<bool> result = retention.run(database);
			REQUIRE_MESSAGE(result.ok(), result.status().to_string());
			more = result.value();
			REQUIRE(++pieces < 100'000);
		}
	}
	void retain(const RetentionPolicy &policy) {
		Retention retention = with(policy);
		retain(retention);
	}
	Retention with(const RetentionPolicy &policy) {
		return { game_schema(), policy.plan(), clock };
	}

	std::int64_t count(const std::string &what) {
		return database.integer("SELECT count(*) FROM " + what, -1).value();
	}
	// How many lines agents find by the word; also checks that the index has no entries for others.
	std::int64_t in_index() {
		std::int64_t found = 0;
		for (Query agents(database, "SELECT DISTINCT agent_id FROM agent_conversations");
				agents.next();) {
			found += static_cast<std::int64_t>(search_memory(database,
					{ .agent_id = std::string(agents.text(0)), .text = "hello", .limit = 100'000 })
													   .value()
													   .lines.size());
		}
		CHECK(count("conversation_search('hello')") <= found);
		return found;
	}

	ScratchFolder folder;
	Database database = open_store(folder.path("a.db"));
	ManualClock clock;

private:
	std::int64_t time(Micros age) const {
		return (clock.wall_now() - age).time_since_epoch().count();
	}
};

} // namespace

TEST_SUITE("retention of rows") {
	TEST_CASE("old lines go, with their place in the index; pinned ones and the newest five stay") {
		Grown file;
		const std::int64_t pinned = file.line("agent_001", 90h, "hello", true);
		for (int i = 0; i < 500; ++i) {
			file.line("agent_001", 80h);
		}
		for (int i = 0; i < 7; ++i) {
			file.line("agent_002", 79h);
		}
		file.line("agent_001", 1h);
		file.index();
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_age = 24h;
		file.retain(policy);
		CHECK(file.count("agent_conversations WHERE agent_id = 'agent_001'") == 6);
		CHECK(file.count("agent_conversations WHERE agent_id = 'agent_002'") == 5);
		CHECK(file.count("agent_conversations WHERE id = " + std::to_string(pinned)) == 1);
		CHECK(file.in_index() == 11);
	}

	TEST_CASE("the newest summary stays, and the ones before it go") {
		Grown file;
		for (int i = 0; i < 3; ++i) {
			file.line("agent_001", 90h, "hello " + std::to_string(i), false, "summary");
		}
		for (int i = 0; i < 5; ++i) {
			file.line("agent_001", 80h);
		}
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_age = 24h;
		file.retain(policy);
		CHECK(file.database
						.text("SELECT content FROM agent_conversations WHERE kind = 'summary'", "")
						.value() == "hello 2");
		CHECK(file.count("agent_conversations") == 6);
	}

	TEST_CASE("what was among the newest when it was looked at goes when it no longer is") {
		Grown file;
		for (int i = 0; i < 5; ++i) {
			file.line("agent_001", 80h);
		}
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_age = 24h;
		Retention retention = file.with(policy);
		file.retain(retention);
		CHECK(file.count("agent_conversations") == 5);
		for (int i = 0; i < 5; ++i) {
			file.line("agent_001", 1h);
		}
		file.clock.advance(2min);
		file.retain(retention);
		CHECK(file.count("agent_conversations") == 5);
	}

	TEST_CASE("of each agent the newest lines and states stay, as many as are wanted") {
		Grown file;
		for (std::uint32_t agent = 1; agent <= 20; ++agent) {
			file.agent(agent);
			for (std::uint32_t i = 0; i < 40 * (agent % 2) + 10; ++i) {
				file.line(AgentId(agent).to_string(), 1h);
				file.state(AgentId(agent).to_string(), 1h);
			}
		}
		file.line("agent_001", 1h, "hello", true);
		file.index();
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_per_owner = 20;
		policy.states.max_per_owner = 15;
		file.retain(policy);
		CHECK(file.count("agent_conversations WHERE agent_id = 'agent_001'") == 20);
		CHECK(file.count("agent_conversations WHERE agent_id = 'agent_002'") == 10);
		CHECK(file.count("state_rows WHERE agent_id = 'agent_019'") == 15);
		CHECK(file.count("state_rows WHERE agent_id = 'agent_002'") == 10);
		CHECK(file.in_index() == file.count("agent_conversations"));
	}

	TEST_CASE("of each agent at least five lines stay, however few are wanted") {
		Grown file;
		file.agent(1);
		for (int i = 0; i < 30; ++i) {
			file.line("agent_001", 1h);
		}
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_per_owner = 0;
		file.retain(policy);
		CHECK(file.count("agent_conversations") == 5);
	}

	TEST_CASE("states go by age and by number") {
		Grown file;
		for (int i = 0; i < 300; ++i) {
			file.state("agent_001", 50h);
		}
		for (int i = 0; i < 300; ++i) {
			file.state("agent_001", 1h);
		}
		RetentionPolicy policy = KEEP_ALL;
		policy.states.max_age = 24h;
		file.retain(policy);
		CHECK(file.count("state_rows") == 300);
		policy.states.max_rows = 40;
		file.retain(policy);
		CHECK(file.count("state_rows") == 40);
	}

	TEST_CASE("tasks go a while after they are done, and open ones never") {
		Grown file;
		file.task("open", std::nullopt);
		file.task("long done", 50h);
		file.task("just done", 1h);
		RetentionPolicy policy = KEEP_ALL;
		policy.max_task_age = 24h;
		file.retain(policy);
		CHECK(file.database.text("SELECT group_concat(task_name) FROM agent_tasks", "").value() ==
				"open,just done");
	}

	TEST_CASE("conversations go a while after they are over, with all their lines, by and by") {
		Grown file;
		file.talk(1, 50h, 950);
		file.talk(2, 1h, 20);
		file.talk(3, std::nullopt, 20);
		RetentionPolicy policy = KEEP_ALL;
		policy.max_talk_age = 24h;
		Retention retention = file.with(policy);
		const std::string rows =
				"(SELECT 1 FROM auto_conversations UNION ALL SELECT 1 FROM auto_messages)";
		std::int64_t before = file.count(rows);
		while (retention.run(file.database).value_or(false)) {
			const std::int64_t after = file.count(rows);
			CHECK(before - after <= 101);
			before = after;
		}
		CHECK(file.count("auto_messages") == 40);
		CHECK(file.database.text("SELECT group_concat(number) FROM auto_conversations", "")
						.value() == "2,3");
	}

	TEST_CASE("a recording goes when its first events are pruned, and not before") {
		Grown file;
		REQUIRE(write_meta(file.database, META_RECORDING, R"({"after":3})").ok());
		for (int i = 1; i <= 1000; ++i) {
			file.run("INSERT INTO inputs(step, kind, data) VALUES(?1, 'say', '{}')", i);
			file.run("INSERT INTO steps(step, sim_time) VALUES(?1, 0)", i);
		}
		REQUIRE(write_meta(file.database, META_OLDEST_EVENT, "4").ok());
		file.retain(KEEP_ALL);
		CHECK(file.count("inputs") == 1000);
		REQUIRE(write_meta(file.database, META_OLDEST_EVENT, "5").ok());
		file.retain(KEEP_ALL);
		CHECK(file.count("inputs") == 0);
		CHECK(file.count("steps") == 0);
	}

	TEST_CASE("a file that only grows stays under its limit, and what goes is the oldest of all") {
		Grown file;
		RetentionPolicy policy = KEEP_ALL;
		policy.max_bytes = 4'000'000;
		Retention retention = file.with(policy);
		const std::string content = "hello " + std::string(150, 'y') + " number ";
		const std::int64_t pinned = file.line("agent_001", 0h, "hello", true);
		for (int round = 0; round < 60; ++round) {
			Result<Transaction> transaction = Transaction::begin(file.database);
			REQUIRE(transaction.ok());
			for (int i = 0; i < 300; ++i) {
				const std::string agent =
						AgentId(static_cast<std::uint32_t>(i % 50 + 1)).to_string();
				file.line(agent, 0h, content + std::to_string(round * 1000 + i));
				file.state(agent, 0h);
				file.event(0h);
			}
			REQUIRE(transaction.value().commit().ok());
			file.clock.advance(1min);
			file.index();
			file.retain(retention);
			REQUIRE(file.database.checkpoint().ok());
			REQUIRE(std::filesystem::file_size(file.folder.path("a.db")) < 4'000'000);
		}
		// A window of the last days is left of each.
		CHECK(file.count("agent_conversations") > 1000);
		CHECK(file.count("state_rows") > 1000);
		CHECK(file.count("events") > 1000);
		CHECK(file.count("agent_conversations WHERE id = " + std::to_string(pinned)) == 1);
		CHECK(file.in_index() == file.count("agent_conversations"));
		const auto oldest = [&](const std::string &sql) {
			return file.database.integer(sql, 0).value();
		};
		const std::int64_t event = oldest("SELECT min(ts) FROM events");
		const std::int64_t state = oldest("SELECT min(timestamp) FROM state_rows");
		CHECK(std::abs(event - state) <= Micros(2min).count());
	}

	TEST_CASE("no piece takes more than a few hundred rows") {
		Grown file;
		for (int i = 0; i < 2000; ++i) {
			file.line("agent_001", 50h);
			file.state("agent_001", 50h);
			file.task("done", 50h);
		}
		file.index();
		RetentionPolicy policy = KEEP_ALL;
		policy.lines.max_age = 24h;
		policy.states.max_age = 24h;
		policy.max_task_age = 24h;
		Retention retention = file.with(policy);
		const std::string rows = "(SELECT 1 FROM agent_conversations UNION ALL SELECT 1 FROM"
								 " state_rows UNION ALL SELECT 1 FROM agent_tasks)";
		std::int64_t before = file.count(rows);
		while (retention.run(file.database).value_or(false)) {
			const std::int64_t after = file.count(rows);
			CHECK(before - after <= 300);
			before = after;
		}
		CHECK(before == 5);
	}
}

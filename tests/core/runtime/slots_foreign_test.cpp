// Slots that somebody else has made, with a new checksum over their rows: they are recognised, and
// change nothing.
#include "core/store/world_rules.h"
#include "save_games.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <mutex>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

struct Forgery {
	const char *name;
	const char *sql;
};

// Each of these ruined a database, used up all memory, or never ended.
constexpr Forgery FORGERIES[] = {
	{ "the last number",
			"UPDATE agents SET id = 'agent_2147483647', number = 2147483647,"
			" config = json_set(config, '$.agent', 'agent_2147483647')" },
	{ "a number beyond all", "UPDATE agents SET id = 'agent_4294967297', number = 4294967297" },
	{ "the last line", "UPDATE agent_conversations SET id = 9223372036854775807 WHERE id = 1" },
	{ "the last task", "UPDATE agent_tasks SET id = 9223372036854775807" },
	{ "the last counter", "UPDATE sqlite_sequence SET seq = 9223372036854775807" },
	{ "the highest there was",
			"INSERT OR REPLACE INTO meta VALUES('highest_agents',"
			" '2147483647')" },
	{ "a state that is none", "UPDATE agents SET state = 'dancing'" },
	{ "nowhere", "UPDATE agents SET x = 9e999" },
	{ "another's id", "UPDATE agents SET id = 'agent_002'" },
	{ "a key that is not its own", "UPDATE agents SET key = 'Zoe'" },
	{ "a key of one who is gone", "UPDATE agents SET terminated_at = 5" },
	{ "no JSON", "UPDATE agents SET config = '{'" },
	{ "no text", "UPDATE agent_conversations SET content = CAST(x'ff' AS TEXT)" },
	{ "bytes", "UPDATE agent_conversations SET content = x'61'" },
	{ "a trigger", "CREATE TRIGGER t AFTER INSERT ON agents BEGIN DELETE FROM meta; END" },
	{ "another table", "CREATE TABLE more(a)" },
	{ "another column", "ALTER TABLE agents ADD COLUMN more TEXT" },
	{ "another index", "CREATE INDEX more ON agents(abs(number))" },
};
// Not to be summed up, which would never end either.
constexpr const char *ENDLESS =
		"DROP TABLE agents; CREATE VIEW agents AS WITH RECURSIVE c(id, number, key, config, state,"
		" x, y, created_at, terminated_at, generation) AS (SELECT 'agent_001', 1, NULL, '{}',"
		" 'idle', 0.0, 0.0, 0, NULL, 1 UNION ALL SELECT id, number + 1, key, config, state, x, y,"
		" created_at, terminated_at, generation FROM c) SELECT * FROM c";

void forge(const std::string &path, const char *sql, bool is_sealed = true) {
	Result<Database> slot = connect_whole(path, Access::read_write);
	REQUIRE(slot.ok());
	const Status forged = slot.value().exec(sql);
	REQUIRE_MESSAGE(forged.ok(), forged.to_string());
	if (is_sealed) {
		const Status sealed = seal_rows(slot.value());
		REQUIRE_MESSAGE(sealed.ok(), sealed.to_string());
	}
}

AgentId spawn_another(TestWorld &world) {
	const Result<AgentId> another = spawn_agent(*world.runtime, { { "think_interval", 0 } });
	REQUIRE_MESSAGE(another.ok(), another.status().to_string());
	return another.value();
}

// Some of everything.
void fill(TestWorld &world) {
	using namespace save_games;
	const AgentId ada = spawn(world, loner("Ada"));
	talk(world, ada, "Hello.");
	json task = about("task_assign_request", ada);
	task["task_name"] = "bake bread";
	result_of(world, task);
}

} // namespace

TEST_SUITE("Save games of strangers") {
	using namespace save_games;

	TEST_CASE("one that breaks a rule is damaged, and nothing of it is left anywhere") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		fill(world);
		save(world, "good");
		const std::string path = slot_file(folder, "forged");
		for (const Forgery &forgery : FORGERIES) {
			CAPTURE(forgery.name);
			std::filesystem::copy_file(slot_file(folder, "good"), path,
					std::filesystem::copy_options::overwrite_existing);
			forge(path, forgery.sql);
			CHECK(error_of(world, "slot_load_request", "forged") == "corrupt");
			CHECK(names(world) == "Ada ");
		}
		std::filesystem::copy_file(
				slot_file(folder, "good"), path, std::filesystem::copy_options::overwrite_existing);
		forge(path, ENDLESS, false);
		CHECK(error_of(world, "slot_load_request", "forged") == "corrupt");
		CHECK(result_of(world, { { "type", "slots_request" } }).at("slots").size() == 2);
		CHECK(spawn_another(world) == AgentId(2));
		load(world, "good");
		CHECK(spawn_another(world) == AgentId(3));
	}

	TEST_CASE("a change that nobody summed up anew is noticed") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		fill(world);
		save(world, "good");
		forge(slot_file(folder, "good"), "UPDATE agent_conversations SET content = 'Hallo.'",
				false);
		CHECK(error_of(world, "slot_load_request", "good") == "corrupt");
		// One from before there were checksums has none.
		forge(slot_file(folder, "good"), "DELETE FROM meta WHERE key = 'slot_checksum'", false);
		CHECK(error_of(world, "slot_load_request", "good") == "none");
	}

	TEST_CASE("ids that are high, but not too high, cost no memory and leave room") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		fill(world);
		save(world, "high");
		forge(slot_file(folder, "high"),
				"UPDATE agents SET id = 'agent_1000000000', number = 1000000000,"
				" config = json_set(config, '$.agent', 'agent_1000000000')");
		load(world, "high");
		CHECK(world.state(AgentId(1'000'000'000)).at("name") == "Ada");
		CHECK(spawn_another(world) == AgentId(1'000'000'001));
		REQUIRE(world.pass_until([&] { return is_idle(world, AgentId(1'000'000'001)); }));
		save(world, "higher");
		load(world, "higher");
		CHECK(world.runtime->agents().size() == 2);
	}

	TEST_CASE("one with more agents than the runtime takes is refused as such") {
		const Folder folder;
		{
			TestWorld world(folder.database(), false, brisk());
			spawn(world, loner("Ada"));
			spawn(world, loner("Bob"));
			save(world, "two");
			world.runtime->stop();
		}
		RuntimeOptions options;
		options.database_path = folder.database();
		options.settings = brisk();
		options.most_agents = 1;
		TestWorld world(options);
		CHECK(error_of(world, "slot_load_request", "two") == "exhausted");
	}

	TEST_CASE("an agent of the database whose row makes no sense stays behind, and nobody else") {
		for (const char *change : { "config = '{'", "config = '{}'", "state = 'dancing'",
					 "x = 9e999", "id = 'agent_007'", "number = 2147483648", "number = -1",
					 "config = json_set(config, '$.key', 'Ada')" }) {
			CAPTURE(change);
			const Folder folder;
			{
				TestWorld world(folder.database(), false, brisk());
				spawn(world, loner("Ada"));
				const AgentId bob = spawn(world, loner("Bob"));
				talk(world, bob, "Hello.");
				world.runtime->stop();
			}
			{
				Result<Database> file = Database::connect(folder.database(), {});
				REQUIRE(file.ok());
				REQUIRE(file.value()
								.exec(std::string("UPDATE agents SET ") + change +
										" WHERE key = 'Bob'")
								.ok());
			}
			std::mutex mutex; // guards the next one, since the thread of the slots logs
			std::vector<std::string> warnings;
			const auto write_down = [&](const LogRecord &record) {
				const std::lock_guard lock(mutex);
				if (record.source == "slots" && record.level == LogLevel::warning) {
					warnings.emplace_back(record.message);
				}
			};
			RuntimeOptions options;
			options.database_path = folder.database();
			options.settings = brisk();
			TestWorld world(options,
					Logger(std::make_shared<CallbackLogSink>(write_down), LogLevel::warning));
			CHECK(names(world) == "Ada ");
			spawn(world, loner("Bob")); // whose key is free
			save(world, "now");
			{
				const std::lock_guard lock(mutex);
				const std::string told =
						"slot \"now\": rows that make no sense were not saved: 1 of"
						" agents (agents.state holds a text that cannot stand there)";
				const bool is_told = std::string_view(change) == "state = 'dancing'";
				CHECK((!is_told || warnings == std::vector{ told }));
				CHECK(warnings.size() <= 1);
			}
			CHECK(error_of(world, "slot_load_request", "now") == "none");
			CHECK(names(world) == "Ada Bob ");
		}
	}
}

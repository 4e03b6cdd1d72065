#include "slot_mutants.h"

#include "core/agents/agent.h"
#include "core/base/utf8.h"
#include "core/store/slots.h"
#include "core/store/world_rules.h"
#include "save_games.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <span>

namespace agent_runtime::slot_mutants {

namespace {

constexpr std::size_t PAGE = 4096;
constexpr std::uint64_t MOST_CHANGES = 3;

std::int64_t status_kilobytes(const std::string &key) {
	std::ifstream status("/proc/self/status");
	for (std::string word; status >> word;) {
		if (word == key) {
			std::int64_t kilobytes = 0;
			status >> kilobytes;
			return kilobytes;
		}
	}
	return 0;
}

void change_bytes_once(std::string &slot, Rng &rng) {
	const auto anywhere = [&] { return rng.uniform(slot.size()); };
	// The schema is in the first page.
	const std::size_t at = rng.chance(0.2) ? rng.uniform(std::min(PAGE, slot.size())) : anywhere();
	const std::size_t length = std::min<std::size_t>(1 + rng.uniform(512), slot.size() - at);
	switch (rng.uniform(8)) {
		case 0:
		case 1:
			slot[at] = static_cast<char>(slot[at] ^ (1 << rng.uniform(8)));
			break;
		case 2:
			for (std::size_t i = 0; i < std::min<std::size_t>(length, 8); i++) {
				slot[at + i] = static_cast<char>(rng.next());
			}
			break;
		case 3:
			std::fill_n(slot.begin() + static_cast<std::ptrdiff_t>(at), length,
					static_cast<char>(rng.chance(0.5) ? 0 : 0xFF));
			break;
		case 4:
			for (std::size_t i = 0; i < length; i++) {
				slot[at + i] = static_cast<char>(rng.next());
			}
			break;
		case 5: {
			const std::size_t from = rng.uniform(slot.size() - length + 1);
			slot.replace(at, length, slot.substr(from, length));
			break;
		}
		case 6: {
			const std::size_t pages = std::max<std::size_t>(slot.size() / PAGE, 1);
			const std::size_t one = rng.uniform(pages) * PAGE;
			const std::size_t other = rng.uniform(pages) * PAGE;
			const std::string page = slot.substr(one, PAGE);
			if (page.size() == PAGE && other + PAGE <= slot.size()) {
				slot.replace(one, PAGE, slot.substr(other, PAGE));
				slot.replace(other, PAGE, page);
			}
			break;
		}
		default:
			slot.resize(rng.uniform(slot.size() + PAGE) + 1);
	}
}

// What columns of anything are set to, as SQL.
constexpr std::string_view VALUES[] = { "NULL", "-1", "0", "1", "2", "2147483647", "2147483648",
	"4294967297", "1000000000", "1000000001", "10000000", "1000000000000001", "9007199254740993",
	"9223372036854775807", "-9223372036854775808", "0.5", "1e308", "9e999", "-9e999", "''", "'x'",
	"'agent_001'", "'agent_002'", "'agent_1'", "'agent_2147483647'", "'agent_4294967297'",
	"'agent_10000000'", "'player_0'", "'conversation_001'", "'conversation_9223372036854775807'",
	"'task_001'", "'idle'", "'thinking'", "'dancing'", "'message'", "'active'", "'completed'",
	"'keyword'", "x'00ff'", "CAST(x'ff' AS TEXT)", "CAST(x'6100' AS TEXT)", "zeroblob(1000)",
	"hex(zeroblob(40000))", "hex(zeroblob(700000))", "'{}'", "'[]'", "'{\"kind\":\"spawn\"}'",
	"'{\"kind\":\"say\"}'", "'{\"a\":1,\"a\":2}'", "'{\"kind\":'",
	"replace(hex(zeroblob(50000)), '0', '[')", "(SELECT config FROM agents LIMIT 1)",
	"(SELECT settings FROM auto_conversations LIMIT 1)" };

// The same within JSON.
constexpr std::string_view MEMBERS[] = { "$.kind", "$.agent", "$.name", "$.key", "$.position",
	"$.position.x", "$.home", "$.home.x", "$.paused", "$.hearing_radius", "$.think_interval",
	"$.seed", "$.walk_speed", "$.routine", "$.seat", "$.groups", "$.topics", "$.filter",
	"$.filter.senders", "$.budget", "$.budget.tokens", "$.budget.thoughts", "$.cli_backend",
	"$.model", "$.mind_options", "$.metadata", "$.remembered", "$.restored_from", "$.tasks",
	"$.kept", "$.run", "$.moved_by_game", "$.conversation_id", "$.agents", "$.agents[0]", "$.names",
	"$.roles", "$.topic", "$.interaction_pattern", "$.max_turns", "$.duration_ms", "$.pause_ms",
	"$.end_keyword" };
constexpr std::string_view JSON_VALUES[] = { "null", "true", "-1", "0", "1e39", "1e300", "-1e300",
	"2147483648", "18446744073709551615", "-9223372036854775808", "\"\"", "\"x\"", "\"agent_002\"",
	"\"agent_2147483647\"", "\"game\"", "\"scripted\"", "\"wander\"", "[]", "{}", "[1,2,3]",
	"[\"a\",\"b\"]", "{\"x\":1e308,\"y\":-5}", "{\"x\":3,\"y\":4}", "[[[[[[[[[[1]]]]]]]]]]",
	"{\"tokens\":-5,\"micro_dollars\":-5,\"thoughts\":-1}",
	"{\"senders\":[\"agent_2147483648\",\"player_9\"],\"types\":[1]}",
	"[{\"task_id\":\"task_001\"}]", "\"{\\\"script\\\":[\"" };

// Everything that a schema must not contain.
constexpr std::string_view SCHEMAS[] = {
	// NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one statement on four lines
	"DROP TABLE agents; CREATE VIEW agents AS WITH RECURSIVE c(id, number, key, config, state, x,"
	" y, created_at, terminated_at, generation) AS (SELECT 'agent_001', 1, NULL, '{}', 'idle', 0.0,"
	" 0.0, 0, NULL, 1 UNION ALL SELECT id, number + 1, key, config, state, x, y, created_at,"
	" terminated_at, generation FROM c) SELECT * FROM c",
	"DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE c(key, value) AS (SELECT 'epoch', '1'"
	" UNION ALL SELECT key || 'x', value FROM c) SELECT * FROM c",
	"CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM agents; END",
	"CREATE TRIGGER t AFTER UPDATE ON agents BEGIN DELETE FROM agents; END",
	"ALTER TABLE agents ADD COLUMN more TEXT",
	"ALTER TABLE agents DROP COLUMN key",
	"ALTER TABLE agents ADD COLUMN g AS (number * 2)",
	"ALTER TABLE agents RENAME COLUMN config TO configuration",
	"ALTER TABLE agents RENAME TO agents_g1",
	"CREATE VIRTUAL TABLE more USING fts5(a)",
	"CREATE INDEX more ON agents(abs(number))",
	"DROP INDEX agent_conversations_by_agent",
	"DROP TABLE agent_tasks",
	"DROP TABLE conversation_search",
	"DROP TABLE events",
	"CREATE TABLE agents_g99(id)",
	"CREATE TABLE more(a)",
	"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')",
	"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM"
	" sqlite_schema WHERE name = 'agent_tasks') WHERE name = 'agents'",
	"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'agents'",
	"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE agents(id CHECK("
	"zeroblob(1000000000) > 1))' WHERE name = 'agents'",
	"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'view' WHERE name = 'agents'",
	"PRAGMA user_version = 1",
	"PRAGMA user_version = 3",
	"PRAGMA user_version = 5",
	"PRAGMA user_version = -7",
	"PRAGMA user_version = 99",
	"PRAGMA application_id = 7",
	"UPDATE room_versions SET version = 1",
	"UPDATE room_versions SET version = 99",
	"UPDATE room_versions SET version = 'new'",
	"DELETE FROM room_versions",
	"INSERT INTO room_versions VALUES('kitchen', 1)",
	"DROP TABLE room_versions",
	"DROP TABLE room_versions; CREATE VIEW room_versions AS SELECT 'agents' AS room, 1 AS version",
	"PRAGMA journal_mode = WAL",
	"PRAGMA encoding = 'UTF-16'; VACUUM",
	"PRAGMA page_size = 512; VACUUM",
	"DELETE FROM agents",
	"DELETE FROM meta",
	"DELETE FROM sqlite_sequence",
	"UPDATE sqlite_sequence SET seq = 9223372036854775807",
	"UPDATE sqlite_sequence SET seq = 'many'",
	"UPDATE sqlite_sequence SET seq = -5",
	"INSERT INTO sqlite_sequence VALUES('agent_tasks', 9223372036854775807)",
	"INSERT OR REPLACE INTO meta VALUES('highest_agents', '2147483647')",
	"INSERT OR REPLACE INTO meta VALUES('highest_agents', '1000000000')",
	"INSERT OR REPLACE INTO meta VALUES('highest_auto_conversations', '9223372036854775807')",
	"INSERT OR REPLACE INTO meta VALUES('highest_agents', 'x')",
	"INSERT OR REPLACE INTO meta VALUES('slot_saved_at', '9223372036854775807')",
	"INSERT OR REPLACE INTO meta VALUES('slot_agents', '-1')",
	"INSERT INTO agents SELECT 'agent_10000000', 10000000, NULL, json_set(config, '$.agent',"
	" 'agent_10000000', '$.key', ''), state, x, y, created_at, NULL, generation FROM agents LIMIT "
	"1",
	"UPDATE agents SET terminated_at = 5",
	"UPDATE agents SET terminated_at = NULL",
	"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient) SELECT"
	" agent_id, timestamp, sender, content, recipient FROM agent_conversations",
};

template <std::size_t COUNT>
std::string any_of(const std::string_view (&items)[COUNT], Rng &rng) {
	return std::string(items[rng.uniform(COUNT)]);
}

std::string any_table(Rng &rng) {
	const std::vector<const TableRow *> tables = world_tables(game_schema());
	return std::string(tables[rng.uniform(tables.size())]->name);
}

std::string change_of_rows(Database &slot, Rng &rng) {
	const std::string table = any_table(rng);
	// In one of the first rows, or in all.
	const std::string key = table == "auto_messages" ? "turn" : "id";
	const std::string where = rng.chance(0.8) ? " WHERE " + key + " IN (SELECT " + key + " FROM " +
					table + " LIMIT 1 OFFSET " + std::to_string(rng.uniform(4)) + ")"
											  : "";
	const Result<std::string> column =
			slot.text("SELECT name FROM pragma_table_info(?1) ORDER BY cid LIMIT 1 OFFSET ?2", key,
					table, static_cast<std::int64_t>(rng.uniform(11)));
	switch (rng.uniform(6)) {
		case 0:
		case 1:
			return "UPDATE " + table + " SET " + column.value_or(key) + " = " +
					any_of(VALUES, rng) + where;
		case 2:
			return "UPDATE agents SET config = json_set(config, '" + any_of(MEMBERS, rng) +
					"', json('" + any_of(JSON_VALUES, rng) +
					"')) WHERE number = " + std::to_string(1 + rng.uniform(4));
		case 3:
			return "UPDATE auto_conversations SET settings = json_set(settings, '" +
					any_of(MEMBERS, rng) + "', json('" + any_of(JSON_VALUES, rng) + "'))";
		case 4:
			return rng.chance(0.3) ? "DELETE FROM " + table + where : any_of(SCHEMAS, rng);
		default:
			return any_of(SCHEMAS, rng);
	}
}

bool is_good_text(const std::string &text) {
	return is_valid_utf8(text);
}

} // namespace

PeakMemory::PeakMemory() {
	std::ofstream("/proc/self/clear_refs") << "5";
	before_ = status_kilobytes("VmRSS:");
}

std::int64_t PeakMemory::megabytes() const {
	return (status_kilobytes("VmHWM:") - before_) / 1024;
}

std::string make_good_slot() {
	using namespace save_games;
	const Folder folder;
	TestWorld world(folder.database(), false, brisk());
	json settled = loner("Ada");
	settled["groups"] = { "bakers" };
	settled["metadata"] = { { "colour", "red" } };
	const AgentId ada = spawn(world, settled);
	const AgentId bob = spawn(world, loner("Bob"));
	const AgentId eve = spawn(world, loner("Eve"));
	spawn(world, loner("Kim", "game"));
	talk(world, ada, "The blue door creaks.");
	talk(world, bob, "A purple window opens.");
	walk(world, ada, 3, 4);
	json note = about("memory_note_request", ada);
	note["content"] = "The key is silver.";
	note["pinned"] = true;
	result_of(world, note);
	json task = about("task_assign_request", ada);
	task["task_name"] = "bake bread";
	result_of(world, task);
	const json started = result_of(world,
			{ { "type", "startAutoMode" }, { "topic", "Bells" }, { "max_turns", 2 },
					{ "agents", { ada.to_string(), bob.to_string() } } });
	CHECK(world.pass_until([&] {
		const json talks = result_of(world, { { "type", "auto_mode_request" } });
		return talks.at("conversations").at(0).at("status") == "ended";
	}));
	CHECK(world.runtime->terminate_agent(eve, "test").ok());
	save(world, "good");
	std::ifstream file(slot_file(folder, "good"), std::ios::binary);
	return { std::istreambuf_iterator<char>(file), {} };
}

std::string change_bytes(std::string slot, Rng &rng) {
	for (std::uint64_t left = 1 + rng.uniform(MOST_CHANGES); left > 0; left--) {
		change_bytes_once(slot, rng);
	}
	return slot;
}

std::string change_rows(const std::string &path, Rng &rng) {
	Result<Database> opened = connect_whole(path, Access::read_write);
	REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
	Database &slot = opened.value();
	REQUIRE(slot.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;"
					  "PRAGMA locking_mode = EXCLUSIVE")
					.ok());
	std::string done;
	for (std::uint64_t left = 1 + rng.uniform(MOST_CHANGES); left > 0; left--) {
		const std::string change = change_of_rows(slot, rng);
		const Status changed = slot.exec(change);
		done += change.substr(0, 200) + (changed.ok() ? "; " : " (refused); ");
	}
	const bool is_slow = done.find("VIEW") != std::string::npos;
	const Status sealed = is_slow ? Status() : seal_rows(slot);
	return done + (sealed.ok() ? "" : "not sealed");
}

std::string fault_of(const RestoredWorld &world, Database &slot) {
	std::set<AgentId> ids;
	std::set<std::string> keys;
	for (const SpawnInput &agent : world.agents) {
		const AgentProfile &profile = *agent.profile;
		if (agent.agent.is_none() || agent.agent.number() > IdBounds::OF_AGENTS ||
				!ids.insert(agent.agent).second) {
			return "an id that cannot be";
		}
		if (!profile.key.empty() && !keys.insert(profile.key).second) {
			return "a key twice";
		}
		for (const TilePosition place : { agent.position, *agent.past->home }) {
			if (!(std::abs(place.x) <= 1e6F && std::abs(place.y) <= 1e6F)) {
				return "a place that cannot be";
			}
		}
		if (!is_good_text(profile.self.name) || !is_good_text(profile.mind_options) ||
				!(profile.hearing_radius >= 0) || profile.think_interval < Micros() ||
				!(profile.walk_speed >= 0 && profile.walk_speed <= 100)) {
			return "a profile that cannot be";
		}
		if (agent.past->remembered.size() > Dialogue::REMEMBERED) {
			return "too many lines";
		}
		for (const MessagePtr &line : agent.past->remembered) {
			if (!is_good_text(line->content) || !is_good_text(line->from_name)) {
				return "a line that is no text";
			}
		}
		for (const TaskPtr &task : agent.past->tasks) {
			if (task->id.is_none() || task->is_over() || !is_good_text(task->name)) {
				return "a task that cannot be";
			}
		}
	}
	for (const StoredTalk &talk : world.talks) {
		if (talk.settings->id > world.highest_talk ||
				talk.settings->participants.size() > MOST_PARTICIPANTS ||
				talk.settings->duration > LONGEST_TALK || talk.settings->duration < Micros()) {
			return "a conversation that cannot be";
		}
	}
	if (world.highest_agent.number() > IdBounds::OF_AGENTS ||
			world.highest_talk.number() > std::uint64_t{ IdBounds::OF_OTHERS } ||
			world.newest_task > std::uint64_t{ IdBounds::OF_OTHERS }) {
		return "counters out of range";
	}
	const Result<std::int64_t> living =
			slot.integer("SELECT count(*) FROM agents WHERE terminated_at IS NULL", -1);
	return living.value_or(-1) == static_cast<std::int64_t>(world.agents.size()) ? ""
																				 : "not all agents";
}

} // namespace agent_runtime::slot_mutants

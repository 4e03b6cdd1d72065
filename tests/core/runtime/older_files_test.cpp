// Files as released versions left them: for each version, a database and a slot of the same small
// world (older_files/database_N.sql, slot_N.sql). Every later version must open them without loss.
#include "core/store/migrations.h"
#include "core/store/slot_reader.h"
#include "save_games.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

const std::string SCRIPTS = "tests/core/runtime/older_files/";

// The released versions for which there are files.
std::vector<std::string> releases() {
	const std::string_view database = "database_";
	std::vector<std::string> versions;
	for (const std::filesystem::path &file : std::filesystem::directory_iterator(SCRIPTS)) {
		const std::string name = file.stem().string();
		if (name.starts_with(database)) {
			versions.push_back(name.substr(database.size()));
		}
	}
	REQUIRE_FALSE(versions.empty());
	return versions;
}

std::string script_of(const std::string &name) {
	const std::string path = SCRIPTS + name + ".sql";
	std::ifstream file(path);
	REQUIRE_MESSAGE(file.good(), path << " is missing");
	return { std::istreambuf_iterator<char>(file), {} };
}

void write_file(const std::string &path, const std::string &name, const std::string &release,
		std::int64_t application) {
	std::filesystem::create_directories(std::filesystem::path(path).parent_path());
	Result<Database> file = Database::connect(path, {});
	REQUIRE(file.ok());
	const Status made = file.value().exec(script_of(name + "_" + release) +
			"PRAGMA application_id = " + std::to_string(application));
	REQUIRE_MESSAGE(made.ok(), made.to_string());
}

// What both files contain of the world.
void check_world(TestWorld &world) {
	CHECK(names(world) == "Ada Bob Cid ");
	const json ada = world.state(AgentId(1));
	CHECK(ada.at("key") == "Ada");
	CHECK(ada.at("role") == "baker");
	CHECK(ada.at("cli_backend") == "offline");
	CHECK(world.state(AgentId(3)).at("cli_backend") == "scripted");
	const json lines = memory_of(world, AgentId(1));
	CHECK(lines.dump().find("Remember the blue door.") != std::string::npos);
	bool is_pinned = false;
	for (const json &line : lines) {
		is_pinned = is_pinned || (line.at("id") == 1 && line.at("pinned") == true);
	}
	CHECK(is_pinned);
	CHECK(memory_of(world, AgentId(2)).dump().find("What of the garden?") != std::string::npos);
	const json tasks = all_tasks(world);
	REQUIRE(tasks.size() == 2);
	CHECK(tasks.dump().find("Two loaves.") != std::string::npos);
	CHECK(tasks.dump().find("clean") != std::string::npos);
	const json talk = auto_mode_state(*world.runtime, ConversationId(1));
	CHECK(talk.at("topic") == "bread");
	CHECK(talk.at("reason") == "max_turns");
	// Nobody gets an id that somebody else has had, and a key that is taken finds its agent.
	CHECK(spawn_agent(*world.runtime, loner("Ada")).value() == AgentId(1));
	CHECK(spawn_agent(*world.runtime, loner("Eve")).value() == AgentId(5));
}

} // namespace

TEST_SUITE("Files of earlier versions") {
	TEST_CASE("a database of each released version opens with all that it holds") {
		for (const std::string &release : releases()) {
			CAPTURE(release);
			const Folder folder;
			write_file(folder.database(), "database", release, STORE_APPLICATION_ID);
			{
				TestWorld world(folder.database(), false, brisk());
				check_world(world);
				CHECK(auto_mode_state(*world.runtime, ConversationId(2)).at("status") ==
						"interrupted");
				const json log = result_of(world, { { "type", "events_request" }, { "limit", 1 } });
				CHECK(log.at("events")[0].at("id") == 1);
				CHECK(log.at("events")[0].at("type") == "runtime_started");
			}
			// What was converted stays so.
			TestWorld again(folder.database(), false, brisk());
			CHECK(names(again) == "Ada Bob Cid Eve ");
			Database file = reading(folder.database());
			CHECK(number(file, "SELECT count(*) FROM events WHERE id <= 106") == 106);
			CHECK(number(file, "SELECT count(*) FROM agent_state_history WHERE id <= 106") == 57);
			// With a call that had not ended.
			CHECK(number(file, "SELECT micro_dollars FROM ledger WHERE account = 'agent_001'") ==
					4500 + 700);
			CHECK(number(file, "SELECT count(*) FROM ledger_open") == 0);
		}
	}

	TEST_CASE("a slot of each released version is listed and loads with all that it holds") {
		for (const std::string &release : releases()) {
			CAPTURE(release);
			const Folder folder;
			TestWorld world(folder.database(), false, brisk());
			write_file(slot_file(folder, "kept"), "slot", release, SLOT_APPLICATION_ID);
			const json listed = result_of(world, { { "type", "slots_request" } }).at("slots");
			REQUIRE(listed.size() == 1);
			CHECK(listed[0].at("agents") == 3);
			CHECK_FALSE(listed[0].contains("problem"));
			load(world, "kept");
			check_world(world);
		}
	}
}

// Worlds that earlier versions have saved: their tables stand as those versions made them, whatever
// becomes of the migrations (older_slots/schema_N.sql, one for each schema that slots have had).
#include "core/store/migrations.h"
#include "core/store/slot_reader.h"
#include "save_games.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

constexpr int OLDEST_SLOTS = 3; // the schema of the first worlds that were saved

std::string script_of_schema(int version) {
	const std::string path =
			"tests/core/runtime/older_slots/schema_" + std::to_string(version) + ".sql";
	std::ifstream file(path);
	REQUIRE_MESSAGE(file.good(),
			path << " is missing: it is a slot of the schema before the newest one, as it was");
	return { std::istreambuf_iterator<char>(file), {} };
}

void write_older_slot(const std::string &path, int version) {
	std::filesystem::create_directories(std::filesystem::path(path).parent_path());
	Result<Database> slot = Database::connect(path, {});
	REQUIRE(slot.ok());
	const Status made = slot.value().exec(script_of_schema(version) +
			"PRAGMA user_version = " + std::to_string(version) +
			"; PRAGMA application_id = " + std::to_string(SLOT_APPLICATION_ID));
	REQUIRE_MESSAGE(made.ok(), made.to_string());
}

} // namespace

TEST_SUITE("Save games of earlier versions") {
	TEST_CASE("each schema that slots have had is listed, loads, and lives on") {
		for (int version = OLDEST_SLOTS; version < newest_schema_version(); ++version) {
			CAPTURE(version);
			const Folder folder;
			World world(folder.database(), false, brisk());
			spawn(world, loner("Zoe"));
			write_older_slot(slot_file(folder, "old"), version);
			const json listed = result_of(world, { { "type", "slots_request" } }).at("slots");
			REQUIRE(listed.size() == 1);
			CHECK(listed[0].at("agents") == 2);
			CHECK_FALSE(listed[0].contains("problem"));
			load(world, "old");
			CHECK(names(world) == "Ada Bob ");
			const AgentId ada(1);
			CHECK(world.state(ada).at("position").at("x") == 3.0);
			const json lines = memory_of(world, ada);
			REQUIRE(lines.size() == 2);
			CHECK(lines.dump().find("Remember the blue door.") != std::string::npos);
			CHECK(all_tasks(world).dump().find("bake bread") != std::string::npos);
			talk(world, ada, "Do you remember?");
			save(world, "new");
			load(world, "new");
			CHECK(memory_of(world, ada).size() == lines.size() + 2);
			CHECK(world.runtime->spawn_agent(loner("Cid")).value() == AgentId(4));
		}
	}
}

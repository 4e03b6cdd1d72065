// Worlds that earlier versions have saved: their tables stand as those versions made them, whatever
// becomes of the migrations: older_slots/schema_N.sql of the layouts before today's, and ROOM_N.sql
// for each version of a room whose tables are of the world.
#include "core/store/migrations.h"
#include "core/store/slot_reader.h"
#include "save_games.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

constexpr int OLDEST_SLOTS = 3; // the schema of the first saved worlds

constexpr int FIRST_OF_ITS_OWN = 7; // the layout in which rooms count as they do today

struct OlderSlot {
	std::string name;
	int user_version;
};

// All that must be there.
std::vector<OlderSlot> older_slots() {
	std::vector<OlderSlot> slots;
	for (int layout = OLDEST_SLOTS; layout < FIRST_OF_ITS_OWN; ++layout) {
		slots.push_back({ "schema_" + std::to_string(layout), layout });
	}
	for (const RoomTables *const room : game_schema()) {
		const bool is_saved = std::any_of(room->tables.begin(), room->tables.end(),
				[](const TableRow &table) { return table.of_world; });
		const int first = std::max(common_versions(LAST_COMMON_LAYOUT).of(room->room), 1);
		for (int version = first; is_saved && version < room->newest(); ++version) {
			slots.push_back(
					{ std::string(room->room) + "_" + std::to_string(version), FIRST_OF_ITS_OWN });
		}
	}
	return slots;
}

std::string script_of(const OlderSlot &slot) {
	const std::string path = "tests/core/runtime/older_slots/" + slot.name + ".sql";
	std::ifstream file(path);
	REQUIRE_MESSAGE(file.good(),
			path << " is missing: it is a slot of the version before the newest one, as it was");
	return { std::istreambuf_iterator<char>(file), {} };
}

void write_older_slot(const std::string &path, const OlderSlot &older) {
	std::filesystem::create_directories(std::filesystem::path(path).parent_path());
	Result<Database> slot = Database::connect(path, {});
	REQUIRE(slot.ok());
	const Status made = slot.value().exec(script_of(older) +
			"PRAGMA user_version = " + std::to_string(older.user_version) +
			"; PRAGMA application_id = " + std::to_string(SLOT_APPLICATION_ID));
	REQUIRE_MESSAGE(made.ok(), made.to_string());
}

} // namespace

TEST_SUITE("Save games of earlier versions") {
	TEST_CASE("each version that slots have had is listed, loads, and lives on") {
		for (const OlderSlot &older : older_slots()) {
			CAPTURE(older.name);
			const Folder folder;
			TestWorld world(folder.database(), false, brisk());
			spawn(world, loner("Zoe"));
			write_older_slot(slot_file(folder, "old"), older);
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
			CHECK(spawn_agent(*world.runtime, loner("Cid")).value() == AgentId(4));
		}
	}
}

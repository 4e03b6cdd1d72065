#include "world.h"

#include "core/runtime/runtime_events.h"
#include "core/services/store_events.h"

#include <doctest/doctest.h>

#include <fstream>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr std::int64_t PAGE = 4096;

// A file too large to be checked completely when it is opened.
void make_large_world(const std::string &path) {
	{
		TestWorld world(path);
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		REQUIRE(send_message(*world.runtime, {}, AgentId(1), "Hello").ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpoke>(AgentId(1)) > 0; }));
	}
	Result<Database> file = Database::connect(path, {});
	REQUIRE(file.ok());
	REQUIRE(file.value()
					.exec("INSERT INTO meta(key, value)"
						  " VALUES('filler', zeroblob(18000000));"
						  "PRAGMA wal_checkpoint(TRUNCATE)")
					.ok());
}

// Overwrites the first page of a table.
void damage(const std::string &path, const std::string &table) {
	std::int64_t page = 0;
	{
		Result<Database> file = Database::connect(path, {});
		REQUIRE(file.ok());
		page = file.value()
					   .integer("SELECT rootpage FROM sqlite_schema WHERE name = ?1", 0, table)
					   .value();
	}
	std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
	file.seekp((page - 1) * PAGE);
	file << std::string(PAGE, '\xA5');
	REQUIRE(file.good());
}

// Empty: no file was set aside.
std::string path_set_aside(const TestWorld &world) {
	for (const PublishedEvent &each : world.sink.events) {
		if (const FileSetAside *aside = each.event.data.get_if<FileSetAside>()) {
			return aside->path;
		}
	}
	return "";
}

} // namespace

TEST_SUITE("damage") {
	TEST_CASE("a small file is checked as a whole when the game before did not end well") {
		const Folder folder;
		{
			TestWorld world(folder.database());
			REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
			CHECK(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) == 1; }));
		}
		// Nothing of it is read when a world is opened.
		damage(folder.database(), "inputs");
		{
			TestWorld world(folder.database());
			CHECK(world.pass_until([&] { return world.runtime->agents().size() == 1; }));
			CHECK(path_set_aside(world).empty());
		}
		std::ofstream(folder.database() + ".sim") << "1 1\n"; // as a game that was killed leaves it
		TestWorld world(folder.database());
		CHECK(world.pass_until([&] { return !path_set_aside(world).empty(); }));
	}

	TEST_CASE("a large file whose agents cannot be read is set aside, and the world begins anew") {
		for (const std::string table : { "agents", "agent_conversations", "agent_tasks", "meta" }) {
			CAPTURE(table);
			const Folder folder;
			make_large_world(folder.database());
			damage(folder.database(), table);
			TestWorld world(folder.database());
			CHECK(world.runtime->agents().empty());
			REQUIRE(world.pass_until([&] { return !path_set_aside(world).empty(); }));
			CHECK(std::filesystem::file_size(path_set_aside(world)) > 18'000'000);
			REQUIRE(spawn_agent(*world.runtime, { { "name", "Bob" } }).ok());
			CHECK(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) == 1; }));
		}
	}
}

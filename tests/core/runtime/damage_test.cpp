#include "world.h"

#include "core/runtime/runtime_events.h"

#include <doctest/doctest.h>

#include <fstream>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr std::int64_t PAGE = 4096;

// A file that is too large to be checked as a whole when it is opened.
void make_large_world(const std::string &path) {
	{
		World world(path);
		REQUIRE(world.runtime->spawn_agent({ { "name", "Ada" } }).ok());
		REQUIRE(world.runtime->send_message({}, AgentId(1), "Hello").ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpoke>(AgentId(1)) > 0; }));
	}
	Result<Database> file = Database::connect(path, {});
	REQUIRE(file.ok());
	REQUIRE(file.value()
					.exec("INSERT INTO claims(name, owner, value)"
						  " VALUES('filler', '', zeroblob(18000000));"
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
std::string path_set_aside(const World &world) {
	for (const PublishedEvent &each : world.sink.events) {
		if (const FileSetAside *aside = each.event.data.get_if<FileSetAside>()) {
			return aside->path;
		}
	}
	return "";
}

} // namespace

TEST_SUITE("damage") {
	TEST_CASE("a large file whose agents cannot be read is set aside, and the world begins anew") {
		for (const std::string table : { "agents", "agent_conversations", "agent_tasks", "meta" }) {
			CAPTURE(table);
			const Folder folder;
			make_large_world(folder.database());
			damage(folder.database(), table);
			World world(folder.database());
			CHECK(world.runtime->agents().empty());
			REQUIRE(world.pass_until([&] { return !path_set_aside(world).empty(); }));
			CHECK(std::filesystem::file_size(path_set_aside(world)) > 18'000'000);
			REQUIRE(world.runtime->spawn_agent({ { "name", "Bob" } }).ok());
			CHECK(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) == 1; }));
		}
	}
}

#include "world.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// Runs a world in the first file, which knows of the second; what it warned of.
std::vector<std::string> warnings_of_start(const std::string &database, const std::string &former) {
	Mutex mutex;
	std::vector<std::string> warnings;
	const Logger log(std::make_shared<CallbackLogSink>([&](const LogRecord &record) {
		const Lock lock(mutex);
		if (record.level == LogLevel::warning) {
			warnings.emplace_back(record.message);
		}
	}),
			LogLevel::warning);
	{
		RuntimeOptions options;
		options.database_path = database;
		options.former_database_path = former;
		const TestWorld world(std::move(options), log);
	}
	return warnings;
}

void make_inhabited(const std::string &database) {
	TestWorld world(database);
	REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
	CHECK(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) == 1; }));
}

} // namespace

TEST_SUITE("a database at its former place") {
	TEST_CASE("a world that begins empty while agents are there is warned of, with both paths") {
		const Folder folder;
		const std::string former = (folder.path() / "former.db").string();
		make_inhabited(former);
		const std::vector<std::string> warnings = warnings_of_start(folder.database(), former);
		REQUIRE(warnings.size() == 1);
		CHECK(warnings[0].find(folder.database()) != std::string::npos);
		CHECK(warnings[0].find(former) != std::string::npos);
	}

	TEST_CASE("nothing is said where there are none, or where the world has agents") {
		const Folder folder;
		const std::string former = (folder.path() / "former.db").string();
		CHECK(warnings_of_start(folder.database(), former).empty());
		CHECK_FALSE(std::filesystem::exists(former));
		make_inhabited(former);
		make_inhabited(folder.database());
		CHECK(warnings_of_start(folder.database(), former).empty());
	}
}

// The database is deleted, or another file takes its place, while the game runs.
#include "save_games.h"
#include "world.h"

#include <algorithm>
#include <filesystem>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

namespace fs = std::filesystem;

bool has_told(const World &world, std::string_view type) {
	return std::any_of(world.sink.events.begin(), world.sink.events.end(),
			[&](const PublishedEvent &each) { return event_type(each.event) == type; });
}

json copy_to(World &world, const std::string &path) {
	return asked_of(world, { { "type", "database_copy_request" }, { "path", path } });
}

void delete_all(const Folder &folder) {
	for (const char *part : { "", "-wal", "-shm" }) {
		fs::remove(folder.database() + part);
	}
}

void put_a_folder_in_its_place(const Folder &folder) {
	fs::rename(folder.database(), folder.path() / "elsewhere");
	fs::create_directory(folder.database());
}

} // namespace

TEST_SUITE("a database that is lost while it is in use") {
	TEST_CASE(
			"nothing claims to be stored from then on, and the world can be saved to a new file") {
		for (void (*const lose)(const Folder &) : { &delete_all, &put_a_folder_in_its_place }) {
			const Folder folder;
			const std::string copy = folder.path() / "saved.db";
			RuntimeOptions options;
			options.database_path = folder.database();
			options.settings = brisk();
			options.writer.file_look = 1ms;
			World world(options);
			const AgentId ada = spawn(world, loner("Ada"));
			talk(world, ada, "Remember the blue door.");
			CHECK(world.runtime->stats().store.degraded == false);
			lose(folder);
			CHECK(world.pass_until([&] { return has_told(world, "store_degraded"); }));
			const json health = result_of(world, { { "type", "health_request" } });
			CHECK(health.at("stored") == false);

			const AgentId bob = world.runtime->spawn_agent(loner("Bob")).value();
			CHECK(world.pass_until([&] { return world.count<AgentSpawned>(bob) == 1; }));
			CHECK_FALSE(world.sink.events.back().id.is_stored());
			const json refused =
					asked_of(world, { { "type", "slot_save_request" }, { "slot", "one" } });
			CHECK(refused.at("error").at("code") == "unavailable");
			CHECK(refused.at("error").at("message").get<std::string>().find(
						  "database_copy_request") != std::string::npos);
			CHECK_FALSE(fs::exists(folder.database() + ".slots"));

			CHECK(copy_to(world, "saved.db").at("error").at("code") == "invalid_argument");
			const json reply = copy_to(world, copy);
			REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
			CHECK(copy_to(world, copy).at("error").at("code") == "invalid_argument");
			const json lines = memory_of(world, ada);
			world.runtime->stop();
			CHECK_FALSE(fs::is_regular_file(folder.database()));

			World again(copy);
			CHECK(again.pass_until([&] { return again.state(bob).at("pending") == false; }));
			CHECK(again.state(bob).at("name") == "Bob");
			CHECK(memory_of(again, ada) == lines);
		}
	}
}

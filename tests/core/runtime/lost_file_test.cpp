// The database is deleted, or another file takes its place, while the game runs.
#include "save_games.h"
#include "world.h"

#include <algorithm>
#include <filesystem>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

namespace fs = std::filesystem;

bool has_told(const TestWorld &world, std::string_view type) {
	return std::any_of(world.sink.events.begin(), world.sink.events.end(),
			[&](const PublishedEvent &each) { return event_type(each.event) == type; });
}

json copy_to(TestWorld &world, const std::string &path) {
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
			TestWorld world(options);
			const AgentId ada = spawn(world, loner("Ada"));
			talk(world, ada, "Remember the blue door.");
			CHECK(world.runtime->stats().store.degraded == false);
			lose(folder);
			CHECK(world.pass_until([&] { return has_told(world, "store_degraded"); }));
			const json health = result_of(world, { { "type", "health_request" } });
			CHECK(health.at("stored") == false);

			const AgentId bob = spawn_agent(*world.runtime, loner("Bob")).value();
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
			CHECK(copy_to(world, copy).at("error").at("code") == "already_exists");
			const json lines = memory_of(world, ada);
			CHECK(world.runtime->stop().code() == StatusCode::not_found);
			CHECK_FALSE(fs::is_regular_file(folder.database()));

			TestWorld again(copy);
			CHECK(again.pass_until([&] { return again.state(bob).at("pending") == false; }));
			CHECK(again.state(bob).at("name") == "Bob");
			CHECK(memory_of(again, ada) == lines);
		}
	}
}

TEST_SUITE("the end of a run whose database is lost") {
	TEST_CASE("a stop says so also when it was deleted a moment ago and all is written") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.writer.file_look = 1h;
		TestWorld world(options);
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		delete_all(folder);
		const Status &end = world.runtime->stop();
		CHECK(end.code() == StatusCode::not_found);
		CHECK(end.message().starts_with("what was not stored is lost: "));
	}
}

TEST_SUITE("files of a database that are lost while it is in use") {
	TEST_CASE("a WAL that alone is deleted is noticed by the looks that come by themselves") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		fs::remove(folder.database() + "-wal");
		CHECK(world.wait_until([&] { return has_told(world, "store_degraded"); }));
		CHECK(result_of(world, { { "type", "health_request" } }).at("stored") == false);
	}

	TEST_CASE("nothing is said to be stored in one that was emptied, and the stop says so") {
		for (const char *part : { "", "-wal" }) {
			CAPTURE(part);
			const Folder folder;
			RuntimeOptions options;
			options.database_path = folder.database();
			options.settings = brisk();
			options.writer.file_look = 1ms;
			TestWorld world(options);
			spawn(world, loner("Ada"));
			fs::resize_file(folder.database() + part, 0);
			CHECK(world.pass_until([&] { return has_told(world, "store_degraded"); }));
			CHECK(result_of(world, { { "type", "health_request" } }).at("stored") == false);
			const AgentId bob = spawn_agent(*world.runtime, loner("Bob")).value();
			CHECK(world.pass_until([&] { return world.count<AgentSpawned>(bob) == 1; }));
			CHECK_FALSE(world.sink.events.back().id.is_stored());
			const json refused =
					asked_of(world, { { "type", "slot_save_request" }, { "slot", "one" } });
			CHECK(refused.at("error").at("code") == "unavailable");
			CHECK(refused.at("error").at("message").get<std::string>().find("emptied") !=
					std::string::npos);
		}
	}

	TEST_CASE("a second game is kept away although the lock's file was deleted, and ids are kept") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.settings = brisk();
		options.writer.file_look = 1ms;
		TestWorld world(options);
		spawn(world, loner("Ada"));
		for (const char *beside : { ".sim", ".ids" }) {
			REQUIRE(fs::remove(folder.database() + beside));
		}
		CHECK(world.wait_until([&] {
			return fs::exists(folder.database() + ".ids") &&
					fs::file_size(folder.database() + ".sim") > 0;
		}));
		SystemClock clock;
		const auto second = Runtime::start(options, clock, {});
		CHECK(second.status().code() == StatusCode::already_exists);
		CHECK_FALSE(has_told(world, "store_degraded"));
	}
}

TEST_SUITE("a copy of a database") {
	TEST_CASE("one that is being made when the runtime stops is given up, and nothing of it is "
			  "left") {
		const Folder folder;
		const fs::path copy = folder.path() / "saved.db";
		{ const TestWorld world(folder.database()); }
		{
			constexpr std::int64_t LARGE = 100'000'000; // takes a while to copy
			Database file =
					Database::connect(folder.database(), { .access = Access::read_write }).value();
			REQUIRE(file.run("INSERT INTO meta VALUES('filler', zeroblob(?1))", LARGE).ok());
		}
		TestWorld world(folder.database());
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send({ { "type", "database_copy_request" }, { "path", copy.string() } });
		CHECK(world.wait_until(
				[&] { return fs::exists(copy.string() + ".part") || fs::exists(copy); }));
		world.runtime->stop();
		const std::optional<json> reply = replies->take();
		REQUIRE(reply.has_value());
		// On a busy machine it may have finished before.
		const bool is_whole = reply->at("ok") == true;
		CHECK((is_whole || reply->at("error").at("code") == "cancelled"));
		CHECK(fs::exists(copy) == is_whole);
		CHECK_FALSE(fs::exists(copy.string() + ".part"));
	}
}

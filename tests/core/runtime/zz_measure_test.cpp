#include "world.h"
#include <cstdio>
using namespace agent_runtime;
TEST_SUITE("measure") {
	TEST_CASE("measure slots" * doctest::skip()) {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		World world(options);
		const int count = std::atoi(std::getenv("M_AGENTS"));
		const int lines = std::atoi(std::getenv("M_LINES"));
		auto ids = world.runtime->spawn_agents({ { "think_interval", 0 } }, count).value();
		world.ask({ { "type", "slot_save_request" }, { "slot", "empty" } });
		world.runtime->stop();
		{
			Result<Database> file = Database::connect(folder.database(), {});
			REQUIRE(file.value().exec("BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < " + std::to_string(lines) + ") INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient) SELECT a.id, i, 'player_0', 'some words that are as long as a usual sentence of somebody in a game, about ' || i, a.id FROM n, agents a; COMMIT").ok());
		}
		World again(options);
		again.wait_until([&] { return again.runtime->stats().agents == static_cast<std::size_t>(count); });
		for (int i = 0; i < 3; i++) {
			const auto a = std::chrono::steady_clock::now();
			CHECK(again.ask({ { "type", "slot_save_request" }, { "slot", "one" } }).at("ok") == true);
			const auto b = std::chrono::steady_clock::now();
			const auto held = again.runtime->stats().store.longest_hold.count();
			CHECK(again.ask({ { "type", "slot_load_request" }, { "slot", "one" } }).at("ok") == true);
			const auto c = std::chrono::steady_clock::now();
			std::printf("save %.0f ms, load %.0f ms, longest hold before %ld us, after %ld us, file %zu\n",
					std::chrono::duration<double, std::milli>(b - a).count(),
					std::chrono::duration<double, std::milli>(c - b).count(), long(held),
					long(again.runtime->stats().store.longest_hold.count()),
					std::size_t(std::filesystem::file_size(folder.database() + ".slots/one.slot")));
		}
	}
}

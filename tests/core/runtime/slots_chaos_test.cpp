// A process that loads one saved world after another is killed at random moments. Afterwards the
// file must contain one of them completely, and go on from there.
#include "../sanitized.h"
#include "../store/child.h"
#include "core/store/slots.h"
#include "world.h"

#include <cstdlib>
#include <random>

#include <unistd.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr const char *LOADING = "child: loads one world after the other until it is killed";

const int KILLS = test::IS_SANITIZED ? 5 : 25;

struct SavedWorld {
	const char *name; // of the slot and its agents
	int agents;
	int lines; // that each of them remembers
};
constexpr SavedWorld WORLDS[] = { { "apples", 60, 20 }, { "pears", 90, 7 } };

json reply_to(Runtime &runtime, const json &request) {
	const std::shared_ptr<Inbox<json>> replies = std::make_shared<Inbox<json>>();
	runtime.requests().handle(request, [replies](const json &reply) { replies->put(reply); });
	std::optional<json> reply;
	while (!(reply = replies->take())) {
		let_others_run();
	}
	return *reply;
}

void fill(TestWorld &world, const SavedWorld &wanted) {
	for (const AgentId agent : world.runtime->agents()) {
		REQUIRE(world.runtime->terminate_agent(agent, "makes room").ok());
	}
	const json config{ { "name", wanted.name }, { "think_interval", 0 } };
	const Result<std::vector<AgentId>> agents = spawn_agents(*world.runtime, config, wanted.agents);
	REQUIRE_MESSAGE(agents.ok(), agents.status().to_string());
	for (const AgentId agent : agents.value()) {
		for (int i = 0; i < wanted.lines; i++) {
			CHECK(reply_to(*world.runtime,
						  { { "type", "memory_note_request" }, { "agent_id", agent.to_string() },
								  { "content", wanted.name }, { "pinned", false } })
							.at("ok") == true);
		}
	}
	CHECK(reply_to(*world.runtime, { { "type", "slot_save_request" }, { "slot", wanted.name } })
					.at("ok") == true);
}

template <typename... Values>
std::int64_t number_in(Database &file, const char *sql, const Values &...values) {
	const Result<std::int64_t> found = file.integer(sql, 0, values...);
	REQUIRE_MESSAGE(found.ok(), found.status().to_string());
	return found.value();
}

std::string text_in(Database &file, const char *sql) {
	const Result<std::string> found = file.text(sql, "");
	REQUIRE_MESSAGE(found.ok(), found.status().to_string());
	return found.value();
}

// How often others have committed to the file.
std::int64_t version_of(Database &file) {
	return number_in(file, "PRAGMA data_version");
}

// The world in the file, if it is one of them and complete; otherwise what is there.
std::string world_in(const std::string &path) {
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	REQUIRE(file.ok());
	Database &database = file.value();
	CHECK(text_in(database, "PRAGMA integrity_check") == "ok");
	const std::string name = text_in(database,
			"SELECT json_extract(config, '$.name') FROM agents WHERE terminated_at IS NULL");
	const std::int64_t agents = number_in(database,
			"SELECT count(*) FROM agents WHERE terminated_at IS NULL AND"
			" json_extract(config, '$.name') = ?1",
			name);
	const std::int64_t others =
			number_in(database, "SELECT count(*) FROM agents WHERE terminated_at IS NULL");
	const std::int64_t lines = number_in(database,
			"SELECT count(*) FROM agent_conversations c JOIN agents a ON a.id = c.agent_id"
			" WHERE a.terminated_at IS NULL AND content = ?1",
			name);
	for (const SavedWorld &world : WORLDS) {
		if (name == world.name && agents == world.agents && others == agents &&
				lines == static_cast<std::int64_t>(world.agents) * world.lines) {
			return name;
		}
	}
	return name + ": " + std::to_string(agents) + " of " + std::to_string(others) + " agents, " +
			std::to_string(lines) + " lines";
}

} // namespace

TEST_SUITE("chaos") {
	TEST_CASE("child: loads one world after the other until it is killed" * doctest::skip()) {
		const char *const path = std::getenv("TEST_DATABASE");
		REQUIRE(path != nullptr);
		TestWorld world{ std::string(path) };
		for (int round = 0;; round++) {
			const json reply = reply_to(*world.runtime,
					{ { "type", "slot_load_request" }, { "slot", WORLDS[round % 2].name } });
			if (reply.at("ok") != true || ::write(STDOUT_FILENO, "x", 1) != 1) {
				_exit(1);
			}
		}
	}

	TEST_CASE("a process killed while it loads leaves the old world or the new one, whole") {
		const Folder folder;
		{
			TestWorld world(folder.database());
			for (const SavedWorld &each : WORLDS) {
				fill(world, each);
			}
			world.runtime->stop();
		}
		std::mt19937_64 random(20260301);
		int apples = 0;
		for (int round = 0; round < KILLS; round++) {
			CAPTURE(round);
			{
				Child child(LOADING, { { "TEST_DATABASE", folder.database() } });
				// From the end of a load, some commits into the next one.
				for (std::uint64_t loads = 1 + random() % 2; loads > 0; loads--) {
					REQUIRE_FALSE(child.read_some().empty());
				}
				Result<Database> watch =
						Database::connect(folder.database(), { .access = Access::read_only });
				REQUIRE(watch.ok());
				for (std::uint64_t commits = random() % 30; commits > 0; commits--) {
					const std::int64_t before = version_of(watch.value());
					while (version_of(watch.value()) == before) {
						let_others_run();
					}
				}
				child.kill_hard();
				CHECK(child.wait() == -1);
			}
			const std::string there = world_in(folder.database());
			CHECK_MESSAGE((there == "apples" || there == "pears"), there);
			apples += there == "apples" ? 1 : 0;
		}
		CHECK(apples > 0);
		CHECK(apples < KILLS);
		// What all of them have left behind is removed.
		TestWorld world(folder.database());
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		CHECK(world.pass_until([&] {
			return number_in(file.value(),
						   "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name GLOB"
						   " '*_g[0-9]*'") == 0;
		}));
	}
}

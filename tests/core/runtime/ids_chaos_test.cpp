// A process that spawns agents, through the gateway and as a game does, is killed at random
// moments. Whatever was acknowledged must be in the file, and no id may ever be given twice.
#include "../sanitized.h"
#include "../store/child.h"
#include "save_games.h"
#include "world.h"

#include <cstdlib>
#include <random>
#include <set>
#include <sstream>

#include <unistd.h>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

constexpr const char *SPAWNING = "child: spawns agents until it is killed";
const int ID_KILLS = test::IS_SANITIZED ? 5 : 25;
constexpr int MOST_OPEN = 16;

// In one write, so that a line is complete or missing.
void say(const std::string &what) {
	const std::string line = what + "\n";
	if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
		_exit(1);
	}
}

// Walks of the game, whose calls have ids as well.
class CallTeller : public PumpSink {
public:
	void emit(const PublishedEvent &) override {}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &call) override { say("given " + call.call.to_string()); }
};

// What the killed process has reported: ids that were acknowledged, and ids that were given.
struct Told {
	std::vector<std::string> acknowledged;
	std::vector<std::string> given;
};

Told told_in(const std::string &output) {
	Told told;
	std::istringstream lines(output.substr(0, output.rfind('\n') + 1));
	for (std::string line; std::getline(lines, line);) {
		std::istringstream words(line);
		std::string what;
		words >> what;
		for (std::string id; words >> id;) {
			if (what == "stored") {
				told.acknowledged.push_back(id);
			} else if (what == "given") {
				told.given.push_back(id);
			}
		}
	}
	return told;
}

bool is_in_file(Database &file, const std::string &id) {
	const bool is_task = id.starts_with("task_");
	const bool is_talk = id.starts_with("conversation_");
	const std::string sql = is_task
			? "SELECT count(*) FROM agent_tasks WHERE id = CAST(substr(?1, 6) AS INTEGER)"
			: std::string("SELECT count(*) FROM ") + (is_talk ? "auto_conversations" : "agents") +
					" WHERE id = ?1";
	return file.integer(sql, 0, id).value() == 1;
}

} // namespace

TEST_SUITE("chaos") {
	TEST_CASE("child: spawns agents until it is killed" * doctest::skip()) {
		const char *const path = std::getenv("TEST_DATABASE");
		REQUIRE(path != nullptr);
		TestWorld world{ std::string(path) };
		Runtime &runtime = *world.runtime;
		std::atomic<int> open{ 0 };
		const auto ask = [&](const json &request, const char *field) {
			while (open >= MOST_OPEN) {
				let_others_run();
			}
			open++;
			runtime.outside().request(request, [&open, field](const json &reply) {
				if (reply.at("ok") == true && !reply.contains("stored")) {
					const json &ids = reply.at("result").at(field);
					std::string all = "stored";
					for (const json &id : ids.is_array() ? ids : json::array({ ids })) {
						all += " " + id.get<std::string>();
					}
					say(all);
				}
				open--;
			});
		};
		const json quiet{ { "think_interval", 0 } };
		const json walks{ { "think_interval", 0 }, { "position_owner", "game" } };
		CallTeller teller;
		std::mt19937_64 random(std::random_device{}());
		while (true) {
			ask({ { "type", "agent_spawn_request" }, { "agent_config", quiet } }, "agent_id");
			ask({ { "type", "agents_spawn_request" }, { "agent_config", quiet },
						{ "count", 1 + random() % 40 } },
					"agent_ids");
			const AgentId walker = spawn_agent(runtime, walks).value();
			const AgentId other = spawn_agent(runtime, quiet).value();
			say("given " + walker.to_string() + " " + other.to_string());
			ask({ { "type", "task_assign_request" }, { "agent_id", other.to_string() },
						{ "task_name", "Sweep" } },
					"task_id");
			ask({ { "type", "startAutoMode" },
						{ "agents", { walker.to_string(), other.to_string() } } },
					"conversation_id");
			runtime.requests().handle(
					{ { "type", "move_request" }, { "agent_id", walker.to_string() },
							{ "position", { { "x", 3 }, { "y", 4 } } } },
					[](const json &) {});
			runtime.pump().drain(teller, std::nullopt);
		}
	}

	TEST_CASE("what was acknowledged outlives a killed process, and no id is given twice") {
		const Folder folder;
		std::mt19937_64 random(20261119);
		std::set<std::string> seen;
		std::size_t acknowledged = 0;
		std::size_t calls = 0;
		for (int round = 0; round < ID_KILLS; round++) {
			CAPTURE(round);
			std::string output;
			{
				Child child(SPAWNING, { { "TEST_DATABASE", folder.database() } });
				const std::size_t bytes = 1 + random() % 4000;
				while (output.size() < bytes) {
					const std::string more = child.read_some();
					REQUIRE_FALSE(more.empty());
					output += more;
				}
				child.kill_hard();
				for (std::string more; !(more = child.read_some()).empty();) {
					output += more;
				}
				CHECK(child.wait() == -1);
			}
			const Told told = told_in(output);
			Database file = reading(folder.database());
			for (const std::string &id : told.acknowledged) {
				CHECK_MESSAGE(is_in_file(file, id), id);
				CHECK_MESSAGE(seen.insert(id).second, id);
			}
			for (const std::string &id : told.given) {
				CHECK_MESSAGE(seen.insert(id).second, id);
				calls += id.starts_with("call_") ? 1 : 0;
			}
			acknowledged += told.acknowledged.size();
		}
		CHECK(acknowledged > static_cast<std::size_t>(ID_KILLS));
		CHECK(calls > 0);
	}
}

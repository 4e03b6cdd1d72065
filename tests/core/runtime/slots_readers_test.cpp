// A program that reads the file while one world after another is loaded, and earlier tables are
// removed, never meets an error.
#include "../sanitized.h"
#include "../store/child.h"
#include "save_games.h"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <sys/stat.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

const int LOADS = test::IS_SANITIZED ? 20 : 200;
constexpr int READERS = 8;
constexpr int INSPECTOR = READERS - 1;
constexpr int ROUNDS_A_LOAD = 3;
constexpr const char *OTHER_PROGRAM =
		"child: reads the file of a world each time that it is told to";

// Each of these needs the schema in its own way.
constexpr const char *QUESTIONS[] = {
	"SELECT count(*) FROM agents",
	"SELECT count(*) FROM sqlite_schema",
	"SELECT count(*) FROM pragma_table_info('agent_conversations')",
	"SELECT count(*) FROM agent_conversations c LEFT JOIN agents a ON a.id = c.sender",
	"SELECT value FROM meta WHERE key = 'world_generation'",
};

Status ask_all(Database &database) {
	for (const char *question : QUESTIONS) {
		const Result<std::int64_t> answer = database.integer(question, 0);
		if (!answer.ok()) {
			return answer.status();
		}
	}
	return {};
}

Status check_integrity(Database &database) {
	const Result<std::string> report = database.text("PRAGMA integrity_check", "nothing");
	if (!report.ok()) {
		return report.status();
	}
	return report.value() == "ok" ? Status() : Status(StatusCode::corrupt, report.value());
}

// With a connection that is new each time, or with the same one.
Status read_once(const std::string &path, std::optional<Database> &database, int reader) {
	// What a search index remembers of an older moment confuses SQLite's own inspection.
	if (!database || reader % 2 == 0 || reader == INSPECTOR) {
		Result<Database> connected = Database::connect(path, { .access = Access::read_only });
		if (!connected.ok()) {
			return connected.status();
		}
		database.emplace(std::move(connected).value());
	}
	return reader == INSPECTOR ? check_integrity(*database) : ask_all(*database);
}

struct Reading {
	Status status; // the first error
	int rounds = 0; // without one
};

template <typename Over>
Reading read_until(const std::string &path, int reader, const Over &is_over) {
	std::optional<Database> database;
	Reading reading;
	while (reading.status.ok() && !is_over()) {
		reading.status = read_once(path, database, reader);
		reading.rounds++;
	}
	return reading;
}

} // namespace

TEST_SUITE("Save games") {
	using namespace save_games;

	TEST_CASE("child: reads the file of a world each time that it is told to" * doctest::skip()) {
		const char *const path = std::getenv("TEST_DATABASE");
		const char *const pipe = std::getenv("TEST_PIPE");
		REQUIRE(path != nullptr);
		REQUIRE(pipe != nullptr);
		std::ifstream told(pipe);
		Reading reading;
		while (told.get() == 'x') {
			int rounds = 0;
			if (reading.status.ok()) {
				reading = read_until(path, 0, [&] { return rounds++ == ROUNDS_A_LOAD; });
			}
		}
		CHECK_MESSAGE(reading.status.ok(), reading.status.to_string());
		CHECK(reading.rounds > 0);
	}

	TEST_CASE("nobody who reads the file meets an error while worlds are loaded and go") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "Hello.");
		save(world, "one");
		std::atomic<bool> is_over{ false };
		std::atomic<int> load_number{ 0 };
		Inbox<Reading> ends;
		std::vector<std::jthread> readers;
		for (int reader = 0; reader < READERS; reader++) {
			readers.emplace_back([&, reader] {
				int rounds = 0;
				ends.put(read_until(folder.database(), reader, [&] {
					const int number = load_number.load();
					if (++rounds % ROUNDS_A_LOAD == 0 && !is_over.load()) {
						load_number.wait(number);
					}
					return is_over.load();
				}));
			});
		}
		const std::string pipe = folder.path() / "pipe";
		REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
		Child other(
				OTHER_PROGRAM, { { "TEST_DATABASE", folder.database() }, { "TEST_PIPE", pipe } });
		std::ofstream to_other(pipe);
		const auto next_round = [&] {
			load_number++;
			load_number.notify_all();
			to_other << 'x' << std::flush;
		};
		for (int i = 0; i < LOADS; i++) {
			next_round();
			load(world, "one");
			CHECK(all_tasks(world).empty());
		}
		Database file = reading(folder.database());
		const bool are_gone = world.pass_until([&] {
			next_round();
			return file.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name"
								" GLOB '*_g[0-9]*'",
							   -1)
						   .value_or(-1) == 0;
		});
		CHECK(are_gone);
		is_over = true;
		next_round();
		to_other.close();
		readers.clear();
		int answered = 0;
		while (const std::optional<Reading> end = ends.take()) {
			CHECK_MESSAGE(end->status.ok(), end->status.to_string());
			CHECK(end->rounds > 0);
			answered++;
		}
		CHECK(answered == READERS);
		std::string said;
		for (std::string more = other.read_some(); !more.empty(); more = other.read_some()) {
			said += more;
		}
		CHECK_MESSAGE(other.wait() == 0, said);
		const Status whole = check_integrity(file);
		CHECK_MESSAGE(whole.ok(), whole.to_string());
	}
}

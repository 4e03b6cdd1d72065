#include "core/store/migrations.h"
#include "core/store/open_database.h"
#include "core/store/simulation_lock.h"
#include "scratch.h"
#include "striding_clock.h"

#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;

namespace {

constexpr const char *LIST_STEPS[] = { "CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)",
	"ALTER TABLE notes ADD COLUMN author TEXT" };
constexpr TableRow LIST_TABLES[] = { { .name = "notes" } };
constexpr RoomTables OLD_LIST{ "list", { LIST_STEPS, 1 }, LIST_TABLES };
constexpr RoomTables NEW_LIST{ "list", LIST_STEPS, LIST_TABLES };
constexpr const RoomTables *OLD_ROOMS[] = { &OLD_LIST };
constexpr const RoomTables *NEW_ROOMS[] = { &NEW_LIST };

OpenOptions list_options(Schema schema = NEW_ROOMS) {
	return { .busy_limit = std::chrono::milliseconds(5), .schema = schema };
}

Result<Database> open_list(const std::string &path, Schema schema = NEW_ROOMS) {
	return open_shared(path, StridingClock(), list_options(schema));
}

// A file with the tables of a game, closed as a game closes it.
void make_list(const std::string &path, Schema schema = NEW_ROOMS) {
	Result<OpenedDatabase> game = open_database(path, SystemClock(), list_options(schema));
	REQUIRE_MESSAGE(game.ok(), game.status().to_string());
	REQUIRE(game.value().database.run("INSERT INTO notes(text) VALUES('milk')").ok());
}

std::uintmax_t size_of(const std::string &path) {
	std::error_code error;
	const std::uintmax_t size = std::filesystem::file_size(path, error);
	return error ? 0 : size;
}

} // namespace

TEST_SUITE("open_shared") {
	TEST_CASE("where no game runs, the tables are made, and nobody is kept away afterwards") {
		const ScratchFolder folder;
		const std::string path = folder.path("some/where/a.db");
		Result<Database> opened = open_list(path);
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(read_versions(opened.value()).value() == newest_versions(NEW_ROOMS));
		CHECK(opened.value().text("PRAGMA journal_mode", "").value() == "wal");
		CHECK(opened.value().integer("PRAGMA cache_size", 0).value() == -2048);
		CHECK(SimulationLock::take(path).ok());
	}

	TEST_CASE("an older file is brought up where no game runs") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"), OLD_ROOMS);
		Result<Database> opened = open_list(folder.path("a.db"));
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(opened.value().run("UPDATE notes SET author = 'Ada'").ok());
		CHECK(opened.value().text("SELECT text FROM notes", "").value() == "milk");
	}

	TEST_CASE("beside a game with the same tables it is only looked at") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"));
		const Result<SimulationLock> game = SimulationLock::take(folder.path("a.db"));
		Database writing = connect_again(folder.path("a.db"));
		REQUIRE(writing.exec("BEGIN IMMEDIATE").ok());
		const Result<Database> opened = open_list(folder.path("a.db"));
		CHECK_MESSAGE(opened.ok(), opened.status().to_string());
	}

	TEST_CASE("beside a game with older tables it is refused, and nothing is changed") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"), OLD_ROOMS);
		const std::string before = content_of(folder.path("a.db"));
		const Result<SimulationLock> game = SimulationLock::take(folder.path("a.db"));
		const Status refused = open_list(folder.path("a.db")).status();
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(refused.message().find("update or close the game") != std::string::npos);
		CHECK(content_of(folder.path("a.db")) == before);
		// What it knows, it has.
		CHECK(open_list(folder.path("a.db"), OLD_ROOMS).ok());
	}

	TEST_CASE("a game that is just being started makes the tables itself") {
		const ScratchFolder folder;
		const Result<SimulationLock> game = SimulationLock::take(folder.path("a.db"));
		StridingClock clock;
		clock.at_look(3, [&] { make_list(folder.path("a.db")); });
		Result<Database> opened = open_shared(folder.path("a.db"), clock, list_options());
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(opened.value().text("SELECT text FROM notes", "").value() == "milk");
	}

	TEST_CASE("several programs can make the same new file at once") {
		const ScratchFolder folder;
		std::array<std::string, 4> problems;
		std::vector<std::thread> threads;
		threads.reserve(problems.size());
		for (std::string &problem : problems) {
			threads.emplace_back([&] {
				const Result<Database> opened =
						open_shared(folder.path("a.db"), SystemClock(), { .schema = NEW_ROOMS });
				problem = opened.status().to_string();
			});
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		for (const std::string &problem : problems) {
			CHECK(problem == "ok");
		}
	}

	TEST_CASE("a damaged file is never set aside") {
		const ScratchFolder folder;
		const std::string content(9000, '?');
		std::ofstream(folder.path("a.db"), std::ios::binary) << content;
		CHECK(open_list(folder.path("a.db")).status().code() == StatusCode::corrupt);
		CHECK(content_of(folder.path("a.db")) == content);
		CHECK(folder.names() == std::vector<std::string>{ "a.db" });
	}

	TEST_CASE("a file of a newer program, or of another one, is refused and not touched") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"));
		CHECK(open_list(folder.path("a.db"), OLD_ROOMS).status().code() == StatusCode::unsupported);
		{
			Result<Database> stranger = Database::connect(folder.path("b.db"), {});
			REQUIRE(stranger.value().exec("CREATE TABLE bookmarks(url TEXT)").ok());
		}
		const std::string before = content_of(folder.path("b.db"));
		CHECK(open_list(folder.path("b.db")).status().code() == StatusCode::failed_precondition);
		CHECK(content_of(folder.path("b.db")) == before);
	}

	TEST_CASE("who leaves last does not copy the WAL, and nothing is lost") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"));
		const std::string before = content_of(folder.path("a.db"));
		{
			Result<Database> opened = open_list(folder.path("a.db"));
			REQUIRE(opened.value().run("INSERT INTO notes(text) VALUES('bread')").ok());
		}
		CHECK(content_of(folder.path("a.db")) == before);
		CHECK(size_of(folder.path("a.db-wal")) > 0);
		Result<Database> again = open_list(folder.path("a.db"));
		CHECK(again.value().integer("SELECT count(*) FROM notes", 0).value() == 2);
	}

	TEST_CASE("a WAL of more than a thousand pages is copied behind the commit") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"));
		Result<Database> opened = open_list(folder.path("a.db"));
		Database &database = opened.value();
		REQUIRE(database.run("INSERT INTO notes(text) VALUES(zeroblob(2000000))").ok());
		CHECK(size_of(folder.path("a.db")) < 100'000);
		REQUIRE(database.run("INSERT INTO notes(text) VALUES(zeroblob(4000000))").ok());
		CHECK(size_of(folder.path("a.db")) > 6'000'000);
	}

	TEST_CASE("what the program reads first is read, and a failure of it is told") {
		const ScratchFolder folder;
		make_list(folder.path("a.db"));
		OpenOptions options = list_options();
		options.read_first = [](Database &database) {
			return Status(StatusCode::corrupt, database.text("SELECT text FROM notes", "").value());
		};
		CHECK(open_shared(folder.path("a.db"), StridingClock(), options).status() ==
				Status(StatusCode::corrupt, "milk"));
	}
}

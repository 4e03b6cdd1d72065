#include "core/store/database_place.h"

#include "core/store/open_database.h"
#include "scratch.h"

#include <fstream>

using namespace agent_runtime;

namespace {

std::string place_of(const DatabasePlaces &places) {
	const Result<DatabasePlace> place = find_database_place(places);
	REQUIRE_MESSAGE(place.ok(), place.status().to_string());
	return place.value().path;
}

// A game in a subfolder of a repository with a `.crucible`.
DatabasePlaces places_in(const ScratchFolder &folder) {
	std::filesystem::create_directories(folder.path("office/.git"));
	std::filesystem::create_directories(folder.path("office/.crucible"));
	std::filesystem::create_directories(folder.path("office/game"));
	return { .configured = "/saves/a.db",
		.environment = "/env/b.db",
		.project = folder.path("office/game"),
		.user_folder = folder.path("user") };
}

} // namespace

TEST_SUITE("database place") {
	TEST_CASE("what is configured comes first, then the environment, then the project") {
		const ScratchFolder folder;
		DatabasePlaces places = places_in(folder);
		CHECK(place_of(places) == "/saves/a.db");
		places.configured.clear();
		CHECK(place_of(places) == "/env/b.db");
		places.environment.clear();
		CHECK(place_of(places) == folder.path("office/.crucible/agent_runtime.db"));
	}

	TEST_CASE("a relative path of the environment is meant from the current folder") {
		DatabasePlaces places;
		places.environment = "./some/../b.db";
		CHECK(place_of(places) == (std::filesystem::current_path() / "b.db").string());
	}

	TEST_CASE("a game has its own folder where the project has no .crucible, or where it searches "
			  "none") {
		const ScratchFolder folder;
		DatabasePlaces places = places_in(folder);
		places.configured.clear();
		places.environment.clear();
		places.project.clear();
		CHECK(place_of(places) == folder.path("user/agent_runtime.db"));
		std::filesystem::remove(folder.path("office/.crucible"));
		places.project = folder.path("office/game");
		CHECK(place_of(places) == folder.path("user/agent_runtime.db"));
		CHECK(find_database_place(places).value().former.empty());
	}

	TEST_CASE("a program that has no such folder says what to do") {
		const ScratchFolder folder;
		const Status status = find_database_place({ .project = folder.path("") }).status();
		CHECK(status.code() == StatusCode::not_found);
		CHECK(status.message().find("AGENT_RUNTIME_DB") != std::string::npos);
	}

	TEST_CASE("an address in the environment is refused, and its own variable named") {
		for (const std::string address : { "postgres://ada@host/db", "http://x", "sqlite:///a" }) {
			CAPTURE(address);
			const Status status = find_database_place({ .environment = address }).status();
			CHECK(status.code() == StatusCode::invalid_argument);
			CHECK(status.message().find(address) != std::string::npos);
			CHECK(status.message().find("AGENT_RUNTIME_COORDINATION") != std::string::npos);
		}
		CHECK(place_of({ .configured = "/saves/a.db", .environment = "postgres://x" }) ==
				"/saves/a.db");
	}

	TEST_CASE("where an earlier version would have looked is known, if it was elsewhere") {
		const ScratchFolder folder;
		DatabasePlaces places = places_in(folder);
		CHECK(find_database_place(places).value().former.empty());
		places.configured.clear();
		places.environment.clear();
		CHECK(find_database_place(places).value().former == folder.path("user/agent_runtime.db"));
		std::filesystem::create_directories(folder.path("office/game/.crucible"));
		CHECK(find_database_place(places).value().former.empty());
		// A linked worktree: the main one has none.
		std::ofstream(folder.path("office/game/.git")) << "gitdir: ../.git/worktrees/game\n";
		std::filesystem::remove(folder.path("office/.crucible"));
		CHECK(place_of(places) == folder.path("user/agent_runtime.db"));
		CHECK(find_database_place(places).value().former ==
				folder.path("office/game/.crucible/agent_runtime.db"));
	}
}

TEST_SUITE("what git is not to see") {
	TEST_CASE("a database that is made in .crucible is kept out of the repository, once") {
		const ScratchFolder folder;
		std::filesystem::create_directories(folder.path(".crucible"));
		const std::string path = folder.path(".crucible/agent_runtime.db");
		REQUIRE(open_shared(path, SystemClock()).ok());
		const std::string text = content_of(folder.path(".crucible/.gitignore"));
		for (const std::string line : { "*.db", "*.db-*", "*.db.*", "/sessions/" }) {
			CHECK(text.find("\n" + line + "\n") != std::string::npos);
		}
		// Who has deleted it did so on purpose.
		std::filesystem::remove(folder.path(".crucible/.gitignore"));
		REQUIRE(open_database(path, SystemClock()).ok());
		CHECK_FALSE(std::filesystem::exists(folder.path(".crucible/.gitignore")));
	}

	TEST_CASE("what somebody has written there stays") {
		const ScratchFolder folder;
		std::filesystem::create_directories(folder.path(".crucible"));
		std::ofstream(folder.path(".crucible/.gitignore")) << "mine\n";
		REQUIRE(open_database(folder.path(".crucible/a.db"), SystemClock()).ok());
		CHECK(content_of(folder.path(".crucible/.gitignore")) == "mine\n");
	}

	TEST_CASE("other folders get no such file") {
		const ScratchFolder folder;
		REQUIRE(open_database(folder.path("a.db"), SystemClock()).ok());
		CHECK_FALSE(std::filesystem::exists(folder.path(".gitignore")));
	}
}

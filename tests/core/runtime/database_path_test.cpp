#include "core/runtime/database_path.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("database path") {
	TEST_CASE("what the node says comes first") {
		const DatabasePlaces places{
			.configured = "/saves/a.db",
			.environment = "/env/b.db",
			.crucible_folder = "/project/.crucible",
			.user_folder = "/user",
		};
		CHECK(choose_database_path(places) == "/saves/a.db");
	}

	TEST_CASE("a relative path of the environment is meant from the current folder") {
		DatabasePlaces places;
		places.environment = "./some/../b.db";
		CHECK(choose_database_path(places) == (std::filesystem::current_path() / "b.db").string());
	}

	TEST_CASE("then the environment") {
		const DatabasePlaces places{
			.configured = "",
			.environment = "/env/b.db",
			.crucible_folder = "/project/.crucible",
			.user_folder = "/user",
		};
		CHECK(choose_database_path(places) == "/env/b.db");
	}

	TEST_CASE("then the project's own folder, so that game and command line meet") {
		const DatabasePlaces places{
			.configured = "",
			.environment = "",
			.crucible_folder = "/project/.crucible",
			.user_folder = "/user",
		};
		CHECK(choose_database_path(places) == "/project/.crucible/agent_runtime.db");
	}

	TEST_CASE("and the user's folder when nothing else is there") {
		const DatabasePlaces places{
			.configured = "",
			.environment = "",
			.crucible_folder = "",
			.user_folder = "/user",
		};
		CHECK(choose_database_path(places) == "/user/agent_runtime.db");
	}
}

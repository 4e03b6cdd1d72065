// Folders and files without write access. The checks run in a child that gives up an
// administrator's rights if it has them, because an administrator may write anywhere.
#include "child.h"
#include "core/store/open_database.h"
#include "core/store/simulation_lock.h"
#include "core/store/slots.h"
#include "scratch.h"
#include "whole_schema.h"

#include <cstdlib>

#include <unistd.h>

using namespace agent_runtime;

namespace {

constexpr uid_t NOBODY = 65534;

} // namespace

TEST_SUITE("a place that may not be written") {
	TEST_CASE("child: meets permission_denied everywhere" * doctest::skip()) {
		const char *variable = std::getenv("TEST_FOLDER");
		REQUIRE(variable != nullptr);
		const std::string folder = variable;
		if (geteuid() == 0) {
			REQUIRE(setgid(NOBODY) == 0);
			REQUIRE(setuid(NOBODY) == 0);
		}
		const SystemClock clock;
		const Status no_file = open_whole(folder + "/new.db", clock).status();
		CHECK(no_file.code() == StatusCode::permission_denied);
		CHECK(no_file.message().find("new.db") != std::string::npos);
		CHECK(open_whole(folder + "/below/new.db", clock).status().code() ==
				StatusCode::permission_denied);
		CHECK(open_whole(folder + "/a.db", clock).status().code() == StatusCode::permission_denied);
		CHECK(SimulationLock::take(folder + "/a.db").status().code() ==
				StatusCode::permission_denied);
		CHECK(SlotWriter::begin(folder + "/a.db", game_schema(), "one", [] { return true; })
						.status()
						.code() == StatusCode::permission_denied);
	}

	TEST_CASE(
			"is permission_denied, with its name, for every kind of file, and nothing is changed") {
		const ScratchFolder folder;
		{ const Database database = open_store(folder.path("a.db")); }
		const std::filesystem::path path = folder.path(".");
		std::filesystem::permissions(folder.path("a.db"), std::filesystem::perms(0444));
		std::filesystem::permissions(path, std::filesystem::perms(0555));
		Child child(
				"child: meets permission_denied everywhere", { { "TEST_FOLDER", path.string() } });
		std::string output;
		for (std::string more = child.read_some(); !more.empty(); more = child.read_some()) {
			output += more;
		}
		CHECK_MESSAGE(child.wait() == 0, output);
		CHECK(folder.names() == std::vector<std::string>{ "a.db" });
		std::filesystem::permissions(path, std::filesystem::perms(0755));
	}
}

#include "core/store/backup.h"
#include "core/store/slots.h"
#include "scratch.h"
#include "whole_schema.h"

#include <filesystem>
#include <string>

#include <sys/stat.h>

using namespace agent_runtime;

namespace {

// The rights of a file or folder in the form of chmod.
unsigned rights_of(const std::string &path) {
	struct stat found = {};
	REQUIRE_MESSAGE(stat(path.c_str(), &found) == 0, path);
	return found.st_mode & 0777U;
}

} // namespace

TEST_SUITE("files are their owner's alone") {
	TEST_CASE("a database that is new, what lies beside it, its slots and its copies") {
		const mode_t before = umask(0);
		const ScratchFolder folder;
		const std::string path = folder.path("made/below/a.db");
		Database database = open_store(path);
		REQUIRE(append_event(database, test_event("agent_spoke")).ok());
		CHECK(rights_of(folder.path("made")) == 0700);
		CHECK(rights_of(folder.path("made/below")) == 0700);
		for (const char *part : { "", "-wal", "-shm" }) {
			CAPTURE(part);
			CHECK(rights_of(path + part) == 0600);
		}
		Result<SlotWriter> slot =
				SlotWriter::begin(path, game_schema(), "one", [] { return true; });
		REQUIRE(slot.ok());
		CHECK(rights_of(slot_path(path, "one") + ".part") == 0600);
		REQUIRE(slot.value().look().ok());
		REQUIRE(slot.value().copy({}, WallTime()).ok());
		REQUIRE(slot.value().finish().ok());
		CHECK(rights_of(slot_path(path, "one")) == 0600);
		CHECK(rights_of(path + ".slots") == 0700);
		REQUIRE(back_up(database, folder.path("copy.db")).ok());
		CHECK(rights_of(folder.path("copy.db")) == 0600);
		umask(before);
	}

	TEST_CASE("a database is not made where a link leads to nothing, nor without rights") {
		const ScratchFolder folder;
		std::filesystem::create_symlink(folder.path("target.db"), folder.path("a.db"));
		const Result<Database> linked = Database::connect(folder.path("a.db"), {});
		CHECK(linked.status().code() == StatusCode::permission_denied);
		CHECK(linked.status().message().find("link to nothing") != std::string::npos);
		CHECK_FALSE(std::filesystem::exists(folder.path("target.db")));
		{ const Database target = open_store(folder.path("target.db")); }
		CHECK(Database::connect(folder.path("a.db"), {}).ok());
		CHECK(Database::connect(folder.path("none/a.db"), {}).status().code() ==
				StatusCode::permission_denied);
	}

	TEST_CASE("a database that was there keeps the rights that somebody gave it") {
		const ScratchFolder folder;
		{ const Database database = open_store(folder.path("a.db")); }
		REQUIRE(chmod(folder.path("a.db").c_str(), 0640) == 0);
		const Database database = open_store(folder.path("a.db"));
		CHECK(rights_of(folder.path("a.db")) == 0640);
		CHECK(rights_of(folder.path("a.db-wal")) == 0640);
	}
}

#include "core/io/own_file.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

using namespace agent_runtime;

namespace {

unsigned rights_of(const std::string &path) {
	struct stat facts = {};
	REQUIRE(lstat(path.c_str(), &facts) == 0);
	return facts.st_mode & 0777U;
}

} // namespace

TEST_SUITE("own files") {
	TEST_CASE("a folder is made for its user alone, and one that is there is closed to others") {
		const ScratchFolder folder;
		const std::string path = folder.path("deep/own");
		REQUIRE(make_own_folder(path).ok());
		CHECK(rights_of(path) == 0700);
		REQUIRE(chmod(path.c_str(), 0755) == 0);
		REQUIRE(make_own_folder(path).ok());
		CHECK(rights_of(path) == 0700);
	}

	TEST_CASE("a link, a file and somebody else's folder are not taken for it") {
		const ScratchFolder folder;
		std::filesystem::create_directory(folder.path("other"));
		std::filesystem::create_directory_symlink(folder.path("other"), folder.path("link"));
		std::ofstream(folder.path("file")) << "x";
		for (const char *const name : { "link", "file" }) {
			const Status status = make_own_folder(folder.path(name));
			CHECK(status.code() == StatusCode::permission_denied);
			CHECK(status.message().find(folder.path(name)) != std::string::npos);
		}
		if (geteuid() == 0) { // only root can give a folder away
			REQUIRE(chown(folder.path("other").c_str(), 1, 1) == 0);
			CHECK(make_own_folder(folder.path("other")).code() == StatusCode::permission_denied);
			REQUIRE(chown(folder.path("other").c_str(), 0, 0) == 0);
		}
		CHECK(make_own_folder(folder.path("file/within")).code() == StatusCode::permission_denied);
	}

	TEST_CASE("a file is written for its user alone, replaced as a whole, and read back") {
		const ScratchFolder folder;
		const std::string path = folder.path("deep/file");
		REQUIRE(write_own_file(path, "one").ok());
		CHECK(rights_of(path) == 0600);
		CHECK(read_own_file(path, 3) == "one");
		REQUIRE(write_own_file(path, "").ok());
		CHECK(read_own_file(path, 3) == "");
		CHECK(folder.names().size() == 1);
	}

	TEST_CASE("what is too long, open to others, a link, or no file is not read") {
		const ScratchFolder folder;
		const std::string path = folder.path("file");
		REQUIRE(write_own_file(path, "four").ok());
		CHECK(read_own_file(path, 4));
		CHECK_FALSE(read_own_file(path, 3));
		std::filesystem::create_symlink(path, folder.path("link"));
		CHECK_FALSE(read_own_file(folder.path("link"), 4));
		CHECK_FALSE(read_own_file(folder.path("none"), 4));
		CHECK_FALSE(read_own_file(folder.path(""), 4));
		REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
		CHECK_FALSE(read_own_file(folder.path("pipe"), 4));
		REQUIRE(chmod(path.c_str(), 0640) == 0);
		CHECK_FALSE(read_own_file(path, 4));
	}

	TEST_CASE("a link is replaced, and what it leads to is left alone") {
		const ScratchFolder folder;
		std::ofstream(folder.path("other")) << "theirs";
		std::filesystem::create_symlink(folder.path("other"), folder.path("link"));
		REQUIRE(write_own_file(folder.path("link"), "ours").ok());
		CHECK_FALSE(std::filesystem::is_symlink(folder.path("link")));
		CHECK(content_of(folder.path("other")) == "theirs");
		CHECK(read_own_file(folder.path("link"), 4) == "ours");
	}
}

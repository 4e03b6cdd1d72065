#include "core/base/open_file.h"

#include "../store/scratch.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include <doctest/doctest.h>

#include <sys/stat.h>

using agent_runtime::FileIdentity;
using agent_runtime::make_private_file;
using agent_runtime::make_private_folder;
using agent_runtime::move_to_new_name;
using agent_runtime::OpenFile;
using agent_runtime::opening_problem;
using agent_runtime::ScratchFolder;

namespace fs = std::filesystem;

TEST_SUITE("open_file") {
	TEST_CASE("a private file is its owner's alone, and replaces nothing") {
		const ScratchFolder folder;
		const std::string path = folder.path("own");
		REQUIRE(!make_private_file(path));
		CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
		CHECK(make_private_file(path) == std::errc::file_exists);
		fs::create_symlink(folder.path("nowhere"), folder.path("link"));
		CHECK(make_private_file(folder.path("link")) == std::errc::file_exists);
		CHECK(!FileIdentity::of(folder.path("nowhere")).exists);
	}

	TEST_CASE("a private folder is its owner's alone, and replaces nothing") {
		const ScratchFolder folder;
		const std::string path = folder.path("own");
		REQUIRE(!make_private_folder(path));
		CHECK(fs::status(path).permissions() == fs::perms::owner_all);
		CHECK(make_private_folder(path) == std::errc::file_exists);
		CHECK(make_private_folder(folder.path("no/own")) == std::errc::no_such_file_or_directory);
	}

	TEST_CASE("a file moves to a new name, and never over another file") {
		const ScratchFolder folder;
		REQUIRE(!make_private_file(folder.path("a")));
		REQUIRE(!make_private_file(folder.path("b")));
		const FileIdentity moved = FileIdentity::of(folder.path("a"));
		CHECK(move_to_new_name(folder.path("a"), folder.path("b")) == std::errc::file_exists);
		CHECK(!move_to_new_name(folder.path("a"), folder.path("c")));
		CHECK(moved.same_file(FileIdentity::of(folder.path("c"))));
		CHECK(!moved.same_file(FileIdentity::of(folder.path("b"))));
		CHECK(!FileIdentity::of(folder.path("a")).exists);
	}

	TEST_CASE("an open file is written in place, and read as far as it goes") {
		const ScratchFolder folder;
		OpenFile file;
		CHECK(!file.is_open());
		REQUIRE(!file.open(folder.path("a"), OpenFile::Readers::owner));
		CHECK(!file.write_at(0, "one two"));
		CHECK(!file.write_at(4, "TWO"));
		CHECK(file.read_at(0, 100) == "one TWO");
		CHECK(file.read_at(4, 2) == "TW");
		CHECK(file.read_at(50, 2).empty());
		CHECK(!file.clear());
		CHECK(FileIdentity::of(folder.path("a")).bytes == 0);
	}

	TEST_CASE("a file that says who may read it is not opened through a link") {
		const ScratchFolder folder;
		REQUIRE(!make_private_file(folder.path("a")));
		fs::create_symlink(folder.path("a"), folder.path("link"));
		OpenFile file;
		CHECK(file.open(folder.path("link"), OpenFile::Readers::owner));
		CHECK(!file.is_open());
		CHECK(!file.open(folder.path("link"), OpenFile::Readers::everybody));
	}

	TEST_CASE("what is no file is not waited for, and the sentence says what it is") {
		const ScratchFolder folder;
		REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
		fs::create_directory(folder.path("folder"));
		fs::create_symlink("link", folder.path("link"));
		for (const auto &[name, says] : { std::pair("pipe", "a pipe or a device"),
					 std::pair("folder", "a folder"), std::pair("link", "a link") }) {
			OpenFile file;
			const std::error_code error = file.open(folder.path(name), OpenFile::Readers::owner);
			CHECK(!file.is_open());
			CHECK(opening_problem(error).find(says) != std::string::npos);
		}
		OpenFile file;
		CHECK(opening_problem(file.open(folder.path("no/file"), OpenFile::Readers::owner))
						.find("choose a place") != std::string::npos);
	}

	TEST_CASE("an open file keeps its identity when its name goes") {
		const ScratchFolder folder;
		OpenFile file;
		REQUIRE(!file.open(folder.path("a"), OpenFile::Readers::owner));
		const FileIdentity named = FileIdentity::of(folder.path("a"));
		CHECK(file.identity().same_file(named));
		fs::remove(folder.path("a"));
		CHECK(file.identity().same_file(named));
	}

	TEST_CASE("a file with holes takes less room than it is long") {
		const ScratchFolder folder;
		REQUIRE(!make_private_file(folder.path("a")));
		fs::resize_file(folder.path("a"), 1U << 30U);
		const FileIdentity file = FileIdentity::of(folder.path("a"));
		CHECK(file.bytes == 1U << 30U);
		CHECK(file.stored_bytes < 1U << 20U);
	}

	TEST_CASE("a lock keeps others out until its file is closed, however it was moved") {
		const ScratchFolder folder;
		OpenFile first;
		OpenFile second;
		REQUIRE(!first.open(folder.path("a"), OpenFile::Readers::everybody));
		REQUIRE(!second.open(folder.path("a"), OpenFile::Readers::everybody));
		CHECK(first.try_lock());
		CHECK(!second.try_lock());
		OpenFile moved = std::move(first);
		CHECK(!second.try_lock());
		moved = OpenFile();
		CHECK(second.try_lock());
	}
}

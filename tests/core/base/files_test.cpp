#include "core/base/files.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

using namespace agent_runtime;

TEST_SUITE("files") {
	TEST_CASE("paths that are not English lead to the same file whoever takes them") {
		const ScratchFolder scratch;
		const std::string folder = scratch.path("Jörg Ł 日本/below");
		CHECK(!make_folders(folder));
		CHECK(is_folder(folder));
		CHECK(parent_folder(folder + "/ą.log") == folder);
		std::FILE *const file = open_to_append(folder + "/ą.log");
		REQUIRE(file != nullptr);
		CHECK(std::fputs("three", file) >= 0);
		CHECK(std::fclose(file) == 0);
		CHECK(file_size(folder + "/ą.log") == 5);
		CHECK(!move_file(folder + "/ą.log", folder + "/ö.log"));
		CHECK(names_in_folder(folder) == std::vector<std::string>{ "ö.log" });
		CHECK(!remove_file(folder + "/ö.log"));
		CHECK(remove_file(folder + "/ö.log") == std::errc::no_such_file_or_directory);
	}

	TEST_CASE("a link that leads nowhere takes its name all the same") {
		const ScratchFolder scratch;
		std::filesystem::create_symlink(scratch.path("nothing"), scratch.path("link"));
		CHECK(is_taken_path(scratch.path("link")));
		CHECK_FALSE(is_taken_path(scratch.path("nothing")));
	}

	TEST_CASE("links to the same file have the same real path") {
		const ScratchFolder scratch;
		CHECK(!make_folders(scratch.path("folder")));
		std::filesystem::create_symlink(scratch.path("folder"), scratch.path("link"));
		CHECK(real_path(scratch.path("link/new.db")) == real_path(scratch.path("folder/new.db")));
	}

	TEST_CASE("what cannot be read is said to be nothing") {
		const ScratchFolder scratch;
		CHECK(names_in_folder(scratch.path("not there")).empty());
		CHECK_FALSE(file_size(scratch.path("not there")).has_value());
		CHECK_FALSE(is_folder(scratch.path("not there")));
		CHECK(open_to_append(scratch.path("not there/a.log")) == nullptr);
	}

	TEST_CASE("a relative path is meant from the current folder") {
		CHECK(is_absolute_path("/a/b"));
		CHECK_FALSE(is_absolute_path("a/b"));
		CHECK(absolute_path("a") == (std::filesystem::current_path() / "a").string());
	}
}

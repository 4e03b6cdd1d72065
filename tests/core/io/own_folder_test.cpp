#include "core/io/own_folder.h"

#include "../store/scratch.h"
#include "core/base/process.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace agent_runtime;

TEST_SUITE("OwnFolder") {
	TEST_CASE("folders and files are made for this user alone") {
		const ScratchFolder scratch;
		const OwnFolder base = OwnFolder::make(scratch.path("a/b")).value();
		const OwnFolder inner = base.make_folder("c").value();
		CHECK(inner.write("text", "one").ok());
		CHECK(inner.write("text", "two").ok());
		CHECK(inner.read("text", 10).value() == "two");
		CHECK(inner.names() == std::vector<std::string>{ "text" });
		using std::filesystem::perms;
		CHECK(std::filesystem::status(scratch.path("a/b/c")).permissions() == perms::owner_all);
		CHECK(std::filesystem::status(scratch.path("a/b/c/text")).permissions() ==
				(perms::owner_read | perms::owner_write));
		CHECK(inner.free_bytes().value() > 0);
		CHECK(inner.remove("text").ok());
		CHECK(inner.remove("text").ok());
		CHECK(base.remove_folder("c").ok());
		CHECK(base.folder("c").status().code() == StatusCode::not_found);
	}

	TEST_CASE("links, wider rights and names that lead elsewhere are refused") {
		const ScratchFolder scratch;
		const OwnFolder base = OwnFolder::make(scratch.path("own")).value();
		std::filesystem::create_directory(scratch.path("other"));
		std::ofstream(scratch.path("other/file")) << "secret";
		std::filesystem::create_symlink(scratch.path("other"), scratch.path("own/folder"));
		std::filesystem::create_symlink(scratch.path("other/file"), scratch.path("own/file"));
		std::ofstream(scratch.path("own/open")) << "anybody's";
		std::filesystem::create_directory(scratch.path("own/wide"));
		std::filesystem::permissions(scratch.path("own/wide"), std::filesystem::perms::all);
		CHECK(base.folder("folder").status().code() == StatusCode::permission_denied);
		CHECK(base.folder("wide").status().code() == StatusCode::permission_denied);
		CHECK(base.file("file", OwnFile::Use::append).status().code() ==
				StatusCode::permission_denied);
		CHECK(base.read("open", 100).status().code() == StatusCode::permission_denied);
		for (const std::string name : { "..", ".", "", "a/b", "/etc/passwd" }) {
			CHECK(base.file(name, OwnFile::Use::append).status().code() ==
					StatusCode::invalid_argument);
			CHECK(base.make_folder(name).status().code() == StatusCode::invalid_argument);
			CHECK(!base.remove(name).ok());
			CHECK(!base.write(name, "x").ok());
		}
		// Not even a file with the name of what is written first.
		const std::string outside = scratch.path("file.new." + std::to_string(process_id()));
		std::ofstream(outside) << "theirs";
		CHECK(!base.write("../file", "x").ok());
		CHECK(content_of(outside) == "theirs");
		// A link in the place of a file is replaced, not followed.
		CHECK(base.write("file", "ours").ok());
		CHECK(content_of(scratch.path("other/file")) == "secret");
	}

	TEST_CASE("a file grows at its end, is cut and locked") {
		const ScratchFolder scratch;
		const OwnFolder base = OwnFolder::make(scratch.path("own")).value();
		OwnFile file = base.file("file", OwnFile::Use::make).value();
		CHECK(base.file("file", OwnFile::Use::make).status().code() == StatusCode::already_exists);
		OwnFile same = base.file("file", OwnFile::Use::append).value();
		file.reserve(100'000);
		CHECK(file.append("one").bytes == 3);
		CHECK(same.append("two").bytes == 3);
		CHECK(file.size() == 6);
		std::string room(10, ' ');
		CHECK(same.read_at(2, room).value() == 4);
		CHECK(room.substr(0, 4) == "etwo");
		CHECK(file.cut(4).ok());
		CHECK(same.size() == 4);
		CHECK(file.try_lock());
		CHECK(!same.try_lock());
		file = OwnFile();
		CHECK(same.try_lock());
		CHECK(base.read("file", 3).status().code() == StatusCode::exhausted);
		CHECK(base.read("none", 3).status().code() == StatusCode::not_found);
	}
}

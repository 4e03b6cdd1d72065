#include "core/base/version.h"

#include <fstream>
#include <string>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("version") {
	TEST_CASE("the library's version is the one in the file VERSION") {
		// Tests run in the project's folder.
		std::ifstream file("VERSION");
		std::string written;
		REQUIRE(std::getline(file, written));
		CHECK(library_version() == written);
		CHECK(build_info().library == written);
	}

	TEST_CASE("the parts tell their versions") {
		const BuildInfo info = build_info();
		CHECK(info.sqlite.starts_with("3."));
		CHECK(info.yaml_cpp.starts_with("0."));
		CHECK(info.json.starts_with("3."));
		CHECK(info.compiler.find(' ') != std::string::npos);
	}

	TEST_CASE("SQLite was built with full text search and for one connection a thread") {
		const BuildInfo info = build_info();
		CHECK(info.sqlite_has_fts5);
		CHECK(info.sqlite_one_connection_per_thread);
	}
}

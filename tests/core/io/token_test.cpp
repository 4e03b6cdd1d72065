#include "core/io/token.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>

using namespace agent_runtime;

namespace {

unsigned mode_of(const std::string &path) {
	struct stat facts = {};
	REQUIRE(lstat(path.c_str(), &facts) == 0);
	return facts.st_mode & 0777U;
}

bool is_link(const std::string &path) {
	return std::filesystem::is_symlink(path);
}

} // namespace

TEST_SUITE("Token") {
	TEST_CASE("a token has 64 hexadecimal digits, and no two are alike") {
		const std::string one = make_token().value();
		CHECK(one.size() == 64);
		CHECK(one.find_first_not_of("0123456789abcdef") == std::string::npos);
		CHECK(make_token().value() != one);
	}

	TEST_CASE("the file that holds it is the user's alone, and keeps it over a restart") {
		const ScratchFolder folder;
		const std::string path = folder.path("deep/within/world.db.token");
		const std::string token = load_or_make_token(path).value();
		CHECK(mode_of(path) == 0600);
		std::ifstream file(path);
		std::string line;
		std::getline(file, line);
		CHECK(line == token);
		CHECK(load_or_make_token(path).value() == token);
	}

	TEST_CASE("a file that others can read, or that holds something else, is replaced") {
		const ScratchFolder folder;
		const std::string path = folder.path("token");
		const std::string token = load_or_make_token(path).value();
		REQUIRE(chmod(path.c_str(), 0644) == 0);
		const std::string second = load_or_make_token(path).value();
		CHECK(second != token);
		CHECK(mode_of(path) == 0600);
		std::ofstream(path) << "hello";
		CHECK(load_or_make_token(path).value().size() == 64);
		CHECK(load_or_make_token(path).value() != second);
	}

	TEST_CASE("a link in its place is replaced, and what it points to is left alone") {
		const ScratchFolder folder;
		const std::string other = folder.path("other");
		const std::string token = load_or_make_token(other).value();
		const std::string path = folder.path("token");
		std::filesystem::create_symlink(other, path);
		CHECK(load_or_make_token(path).value() != token);
		CHECK(!is_link(path));
		CHECK(load_or_make_token(other).value() == token);
	}

	TEST_CASE("a place that cannot be written is an error that names it") {
		const ScratchFolder folder;
		std::ofstream(folder.path("file")) << "x";
		const Result<std::string> token = load_or_make_token(folder.path("file/token"));
		REQUIRE(!token.ok());
		CHECK(token.status().code() == StatusCode::permission_denied);
		CHECK(token.status().message().find("file/token") != std::string::npos);
	}

	TEST_CASE("tokens are the same when every byte is") {
		CHECK(same_token("abc", "abc"));
		CHECK(!same_token("abc", "abd"));
		CHECK(!same_token("abc", "ab"));
		CHECK(!same_token("", "a"));
		CHECK(same_token("", ""));
	}
}

#include "core/io/private_file.h"

#include "../store/scratch.h"
#include "set_variable.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <sys/stat.h>

using namespace agent_runtime;

namespace {

std::string text_in(const std::string &path) {
	std::ifstream file(path, std::ios::binary);
	return { std::istreambuf_iterator<char>(file), {} };
}

} // namespace

TEST_SUITE("PrivateFile") {
	TEST_CASE("it holds the text for this user alone, and goes with its owner") {
		const ScratchFolder folder;
		const SetVariable runtime("XDG_RUNTIME_DIR", folder.path(""));
		const std::string text = "Grüß Gott\n" + std::string(300'000, 'x');
		std::string path;
		{
			Result<PrivateFile> made = PrivateFile::make(text);
			REQUIRE(made.ok());
			PrivateFile file = std::move(made).value();
			path = file.path();
			CHECK(path.starts_with(folder.path("")));
			CHECK(text_in(path) == text);
			struct stat facts = {};
			REQUIRE(stat(path.c_str(), &facts) == 0);
			CHECK((facts.st_mode & 0777U) == 0600);
		}
		CHECK(!std::filesystem::exists(path));
	}

	TEST_CASE(
			"without a folder of the user's it lies among the temporary files, if there are any") {
		const ScratchFolder folder;
		const SetVariable runtime("XDG_RUNTIME_DIR", "/no/such/folder");
		const SetVariable temporary("TMPDIR", folder.path(""));
		const Result<PrivateFile> file = PrivateFile::make("Hello");
		REQUIRE(file.ok());
		CHECK(text_in(file.value().path()) == "Hello");
	}
}

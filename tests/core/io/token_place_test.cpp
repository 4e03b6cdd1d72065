#include "core/io/token_place.h"

#include "core/io/token.h"
#include "core/io/user_folders.h"

#include "../store/scratch.h"
#include "set_variable.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <sys/stat.h>

using namespace agent_runtime;

TEST_SUITE("token place") {
	TEST_CASE("state is kept where the environment says, else in the home, else nowhere") {
		const SetVariable home("HOME", "/house/ada");
		{
			const SetVariable state("XDG_STATE_HOME", "/elsewhere");
			CHECK(user_state_folder() == "/elsewhere/agent_runtime");
		}
		for (const char *const without : { "", "relative" }) {
			const SetVariable state("XDG_STATE_HOME", without);
			CHECK(user_state_folder() == "/house/ada/.local/state/agent_runtime");
		}
		const SetVariable state("XDG_STATE_HOME", std::nullopt);
		CHECK(user_state_folder() == "/house/ada/.local/state/agent_runtime");
		const SetVariable nowhere("HOME", std::nullopt);
		CHECK(user_state_folder().empty());
	}

	TEST_CASE("a database has one place, by whatever links it is reached") {
		const ScratchFolder folder;
		const SetVariable state("XDG_STATE_HOME", folder.path("state"));
		std::filesystem::create_directory(folder.path("project"));
		std::filesystem::create_directory_symlink(folder.path("project"), folder.path("link"));
		const TokenPlace place = TokenPlace::of(folder.path("project/a.db"));
		CHECK(place.file.starts_with(folder.path("state/agent_runtime/")));
		CHECK(place.file.ends_with(".token"));
		CHECK(place.former == folder.path("project/a.db.token"));
		CHECK(TokenPlace::of(folder.path("link/a.db")).file == place.file);
		CHECK(TokenPlace::of(folder.path("project/b.db")).file != place.file);
	}

	TEST_CASE("the token is kept in a folder of the user alone") {
		const ScratchFolder folder;
		const SetVariable state("XDG_STATE_HOME", folder.path("state"));
		const TokenPlace place = TokenPlace::of(folder.path("a.db"));
		const Result<std::string> token = load_or_make_token_in(place);
		REQUIRE(token.ok());
		CHECK(load_or_make_token_in(place).value() == token.value());
		struct stat facts = {};
		REQUIRE(stat(folder.path("state/agent_runtime").c_str(), &facts) == 0);
		CHECK((facts.st_mode & 0777U) == 0700);
	}

	TEST_CASE("a folder that is a link, or no folder at all, is an error that names it") {
		const ScratchFolder folder;
		const SetVariable state("XDG_STATE_HOME", folder.path(""));
		std::filesystem::create_directory(folder.path("other"));
		std::filesystem::create_directory_symlink(
				folder.path("other"), folder.path("agent_runtime"));
		const Status linked = load_or_make_token_in(TokenPlace::of(folder.path("a.db"))).status();
		CHECK(linked.code() == StatusCode::permission_denied);
		CHECK(linked.message().find("agent_runtime") != std::string::npos);
		CHECK(std::filesystem::is_empty(folder.path("other")));
		const SetVariable nothing("XDG_STATE_HOME", std::nullopt);
		const SetVariable nowhere("HOME", std::nullopt);
		const Status lost = load_or_make_token_in(TokenPlace::of(folder.path("a.db"))).status();
		CHECK(lost.code() == StatusCode::failed_precondition);
		CHECK(lost.message().find("HOME") != std::string::npos);
	}

	TEST_CASE("an old token beside the database is replaced by where the new one lies") {
		const ScratchFolder folder;
		const SetVariable state("XDG_STATE_HOME", folder.path("state"));
		const TokenPlace place = TokenPlace::of(folder.path("a.db"));
		const std::string old = load_or_make_token(place.former).value();
		CHECK(load_or_make_token_in(place).value() != old);
		for (int start = 0; start < 2; start++) {
			REQUIRE(leave_token_note(place).ok());
			const std::string note = content_of(place.former);
			CHECK(note.ends_with("\n" + place.file + "\n"));
			CHECK(note.find(old) == std::string::npos);
		}
	}

	TEST_CASE("no folder is made for the note, and one that cannot be written is told") {
		const ScratchFolder folder;
		const SetVariable state("XDG_STATE_HOME", folder.path("state"));
		CHECK(leave_token_note(TokenPlace::of(folder.path("none/a.db"))).ok());
		CHECK_FALSE(std::filesystem::exists(folder.path("none")));
		std::filesystem::create_directories(folder.path("a.db.token/within"));
		CHECK_FALSE(leave_token_note(TokenPlace::of(folder.path("a.db"))).ok());
	}
}

#include "core/io/running_games.h"

#include "core/io/own_file.h"
#include "core/io/user_folders.h"

#include "../store/scratch.h"
#include "set_variable.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

using namespace agent_runtime;

namespace {

RunningGame game_of(const ProcessIdentity &process) {
	return { process, "/projects/office", "/projects/office/.crucible/agent_runtime.db", 4711 };
}

std::size_t entries_in(const std::string &folder) {
	const std::filesystem::directory_iterator entries(folder);
	return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

unsigned rights_of_entry(const std::string &path) {
	struct stat facts = {};
	REQUIRE(lstat(path.c_str(), &facts) == 0);
	return facts.st_mode & 0777U;
}

// Leaves an entry as a killed game does.
std::string leave_entry(const std::string &name, const std::string &text) {
	std::string path = user_runtime_folder() + "/" + name + ".json";
	REQUIRE(write_own_file(path, text).ok());
	return path;
}

} // namespace

TEST_SUITE("running games") {
	TEST_CASE("entries lie where the environment says, else in a folder with the user's number") {
		{
			const SetVariable runtime("XDG_RUNTIME_DIR", "/run/user/1000");
			CHECK(user_runtime_folder() == "/run/user/1000/agent_runtime");
		}
		const SetVariable runtime("XDG_RUNTIME_DIR", std::nullopt);
		const ScratchFolder folder;
		const SetVariable temporary("TMPDIR", folder.path(""));
		CHECK(std::filesystem::path(user_runtime_folder()).lexically_normal() ==
				folder.path("agent_runtime-" + std::to_string(geteuid())));
	}

	TEST_CASE("a game is found while it is registered, by its user alone") {
		const ScratchFolder folder;
		const SetVariable runtime("XDG_RUNTIME_DIR", folder.path(""));
		const RunningGame game = game_of(ProcessIdentity::own());
		std::string path;
		{
			Result<GameRegistration> made = GameRegistration::make(game);
			REQUIRE(made.ok());
			const GameRegistration registration = std::move(made).value();
			path = registration.path();
			CHECK(rights_of_entry(path) == 0600);
			CHECK(rights_of_entry(user_runtime_folder()) == 0700);
			CHECK(RunningGame::parse(content_of(path)) == game);
			// A second game in the same process gets an entry of its own.
			const Result<GameRegistration> second = GameRegistration::make(game);
			REQUIRE(second.ok());
			CHECK(entries_in(user_runtime_folder()) == 2);
		}
		CHECK(entries_in(user_runtime_folder()) == 0);
	}

	TEST_CASE("entries of processes that have ended are removed, all others stay") {
		const ScratchFolder folder;
		const SetVariable runtime("XDG_RUNTIME_DIR", folder.path(""));
		const ProcessIdentity own = ProcessIdentity::own();
		ProcessIdentity ended = own; // its process id was reused by this process
		ended.start -= 1;
		ProcessIdentity of_former_boot = own;
		of_former_boot.boot = Uuid(1, 2);
		ProcessIdentity elsewhere = own;
		elsewhere.id_namespace += 1;
		const std::vector<std::string> gone = {
			leave_entry("ended", game_of(ended).to_text().value()),
			leave_entry("former", game_of(of_former_boot).to_text().value()),
		};
		const std::vector<std::string> staying = {
			leave_entry("alive", game_of(own).to_text().value()),
			leave_entry("elsewhere", game_of(elsewhere).to_text().value()),
			leave_entry("nonsense", "nonsense"),
			leave_entry("long", std::string(RunningGame::MOST_BYTES + 1, ' ')),
			leave_entry("later", R"({"process":{"of":"a later version"}})"),
		};
		std::filesystem::create_symlink("ended.json", user_runtime_folder() + "/link.json");
		const Result<GameRegistration> registration = GameRegistration::make(game_of(own));
		REQUIRE(registration.ok());
		for (const std::string &path : gone) {
			CHECK_FALSE(std::filesystem::exists(path));
		}
		for (const std::string &path : staying) {
			CHECK(std::filesystem::exists(path));
		}
		CHECK(std::filesystem::is_symlink(user_runtime_folder() + "/link.json"));
	}

	TEST_CASE("a folder that is not the user's own, and a path that is no UTF-8, are refused") {
		const ScratchFolder folder;
		const SetVariable runtime("XDG_RUNTIME_DIR", folder.path(""));
		RunningGame game = game_of(ProcessIdentity::own());
		game.database = "/\xff.db";
		CHECK_FALSE(GameRegistration::make(game).ok());
		std::filesystem::create_directory(folder.path("other"));
		std::filesystem::create_directory_symlink(folder.path("other"), user_runtime_folder());
		CHECK_FALSE(GameRegistration::make(game_of(ProcessIdentity::own())).ok());
		CHECK(std::filesystem::is_empty(folder.path("other")));
	}

	TEST_CASE("a stranger's entry is read within bounds, or not at all") {
		const std::string process = R"("process":"1:2:9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11:3")";
		const std::optional<RunningGame> little = RunningGame::parse("{" + process + "}");
		REQUIRE(little);
		CHECK(little->process.pid == 1);
		CHECK(little->database.empty());
		const std::optional<RunningGame> odd = RunningGame::parse(
				"{" + process + R"(,"database":[1],"project":7,"port":99999999,"more":true})");
		REQUIRE(odd);
		CHECK(odd->database.empty());
		CHECK(odd->project.empty());
		CHECK(odd->port == 65535);
		const std::vector<std::string> refused = { "", "[]", "7", "{}", R"({"process":"1:2"})",
			"{" + process, "{" + process + "," + process + "}",
			"{" + process + R"(,"a":[[[[[[1]]]]]]})",
			"{" + process + R"(,"a":")" + std::string(RunningGame::MOST_BYTES, 'x') + "\"}" };
		for (const std::string &text : refused) {
			CAPTURE(text);
			CHECK_FALSE(RunningGame::parse(text));
		}
	}
}

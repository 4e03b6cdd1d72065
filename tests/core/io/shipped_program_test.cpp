#include "core/io/shipped_program.h"

#include "../store/scratch.h"
#include "core/io/user_folders.h"
#include "set_variable.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace agent_runtime;

namespace {

// A file that is a program as far as its text goes, with these rights.
std::string program_in(const ScratchFolder &scratch, std::filesystem::perms rights) {
	const std::string file = scratch.path("program");
	std::ofstream(file) << "#!/bin/sh\nexit 3\n";
	std::filesystem::permissions(file, rights);
	return file;
}

std::string text_of(const std::string &file) {
	std::ifstream stream(file);
	return { std::istreambuf_iterator<char>(stream), {} };
}

// Regular files that nobody can make programs of: the system allows no change of their rights.
const std::string NEVER_A_PROGRAM = "/proc/version";
const std::string ANOTHER = "/proc/cpuinfo";

} // namespace

TEST_SUITE("shipped programs") {
	using std::filesystem::perms;

	TEST_CASE("one that can be run is run where it lies") {
		const ScratchFolder scratch;
		const std::string file = program_in(scratch, perms::owner_read | perms::owner_exec);
		CHECK(runnable_program(file).value() == file);
		CHECK(std::filesystem::status(file).permissions() ==
				(perms::owner_read | perms::owner_exec));
	}

	TEST_CASE("one that has lost its right to be run gets it back, for those who may read it") {
		const ScratchFolder scratch;
		const perms before = perms::owner_read | perms::owner_write | perms::group_read;
		const std::string file = program_in(scratch, before);
		CHECK(runnable_program(file).value() == file);
		CHECK(std::filesystem::status(file).permissions() ==
				(before | perms::owner_exec | perms::group_exec));
	}

	TEST_CASE("one whose rights cannot be changed is copied for this user, once a version") {
		const ScratchFolder scratch;
		const SetVariable state("XDG_STATE_HOME", scratch.path("state"));
		const std::string copy = runnable_program(NEVER_A_PROGRAM).value();
		CHECK(copy.starts_with(user_state_folder() + "/bin/version."));
		CHECK(text_of(copy) == text_of(NEVER_A_PROGRAM));
		CHECK(std::filesystem::status(copy).permissions() == perms::owner_all);
		CHECK(runnable_program(NEVER_A_PROGRAM).value() == copy);

		// Neither another version's nor what somebody has put in its place is taken for it.
		std::ofstream(user_state_folder() + "/bin/version.1") << "an older one";
		std::ofstream(copy) << "changed";
		CHECK(runnable_program(NEVER_A_PROGRAM).value() == copy);
		CHECK(text_of(copy) == text_of(NEVER_A_PROGRAM));
		CHECK(runnable_program(ANOTHER).ok());
		CHECK(std::filesystem::exists(copy));
	}

	TEST_CASE("copies of other versions stay while games use them") {
		const ScratchFolder scratch;
		const SetVariable state("XDG_STATE_HOME", scratch.path("state"));
		const std::string copy = runnable_program(NEVER_A_PROGRAM).value();
		const auto now = std::filesystem::file_time_type::clock::now();
		const auto made = [&](const std::string &name, int days) {
			const std::string file = user_state_folder() + "/bin/" + name;
			std::ofstream(file) << "another";
			std::filesystem::last_write_time(file, now - std::chrono::hours(24 * days));
			return file;
		};
		const std::string of_other_game = made("version.1", 3);
		const std::string of_nobody = made("version.2", 31);
		const std::string being_written = made("version.3.new.17", 0);
		const std::string never_written = made("version.4.new.17", 31);
		const std::string of_other_program = made("other.1", 31);
		std::filesystem::last_write_time(copy, now - std::chrono::hours(24 * 40));
		CHECK(runnable_program(NEVER_A_PROGRAM).value() == copy);
		CHECK(std::filesystem::last_write_time(copy) >= now - std::chrono::hours(1));
		CHECK(std::filesystem::exists(of_other_game));
		CHECK(std::filesystem::exists(being_written));
		CHECK(std::filesystem::exists(of_other_program));
		CHECK_FALSE(std::filesystem::exists(of_nobody));
		CHECK_FALSE(std::filesystem::exists(never_written));
	}

	TEST_CASE("one that is not there, or cannot be run at all, is told with what to do") {
		const ScratchFolder scratch;
		const Result<std::string> none = runnable_program(scratch.path("nothing"));
		CHECK(none.status().code() == StatusCode::not_found);
		CHECK(none.status().message().find(scratch.path("nothing")) != std::string::npos);
		CHECK(runnable_program(scratch.path("")).status().code() == StatusCode::not_found);

		std::ofstream(scratch.path("file")) << "no folder";
		const SetVariable state("XDG_STATE_HOME", scratch.path("file"));
		const Result<std::string> refused = runnable_program(NEVER_A_PROGRAM);
		CHECK(refused.status().code() == StatusCode::permission_denied);
		CHECK(refused.status().message().find("from which programs may be run") !=
				std::string::npos);
	}

	TEST_CASE("files beside this code are found wherever this process stands") {
		const std::string file = file_beside_this_code("a file");
		CHECK(std::filesystem::path(file).is_absolute());
		CHECK(std::filesystem::path(file).filename() == "a file");
		CHECK(std::filesystem::equivalent(std::filesystem::path(file).parent_path(),
				std::filesystem::read_symlink("/proc/self/exe").parent_path()));
	}
}

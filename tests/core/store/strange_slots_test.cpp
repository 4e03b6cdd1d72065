// What lies in the folder of slots and is not a slot, or demands more than a slot can need.
#include "core/store/migrations.h"
#include "core/store/reading_limits.h"
#include "core/store/slot_reader.h"
#include "core/store/slots.h"
#include "scratch.h"
#include "whole_schema.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include <sys/stat.h>

using namespace agent_runtime;

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t TEN_GIGABYTES = 10ULL << 30U;

std::string strange_slot(const ScratchFolder &folder) {
	const std::string path = slot_path(folder.path("a.db"), "strange");
	fs::create_directories(fs::path(path).parent_path());
	return path;
}

void make_slot(
		const std::string &path, const std::string &script, const FileVersions &versions = {}) {
	Result<Database> slot = connect_whole(path);
	REQUIRE(slot.ok());
	REQUIRE((versions == FileVersions() || make_tables(slot.value(), versions).ok()));
	const Status made = slot.value().exec(
			script + "; PRAGMA application_id = " + std::to_string(SLOT_APPLICATION_ID));
	REQUIRE_MESSAGE(made.ok(), made.to_string());
}

struct Strange {
	const char *name;
	std::function<void(const std::string &path)> make;
	StatusCode code;
	const char *says;
};

const Strange STRANGE[] = {
	{ "pipe", [](const std::string &path) { REQUIRE(mkfifo(path.c_str(), 0600) == 0); },
			StatusCode::failed_precondition, "a pipe or a device and not a saved world" },
	{ "link to a pipe",
			[](const std::string &path) {
				REQUIRE(mkfifo((path + ".pipe").c_str(), 0600) == 0);
				fs::create_symlink(path + ".pipe", path);
			},
			StatusCode::failed_precondition, "a pipe or a device" },
	{ "endless device", [](const std::string &path) { fs::create_symlink("/dev/zero", path); },
			StatusCode::failed_precondition, "a pipe or a device" },
	{ "folder", [](const std::string &path) { fs::create_directory(path); },
			StatusCode::failed_precondition, "a folder and not a saved world" },
	{ "link to itself", [](const std::string &path) { fs::create_symlink(path, path); },
			StatusCode::permission_denied, "use another slot" },
	{ "link to nothing", [](const std::string &path) { fs::create_symlink("nowhere", path); },
			StatusCode::not_found, "there is no slot" },
	{ "empty file", [](const std::string &path) { std::ofstream file(path); }, StatusCode::corrupt,
			"it is empty" },
	{ "text", [](const std::string &path) { std::ofstream(path) << std::string(5000, 'x'); },
			StatusCode::corrupt, "it begins like none" },
	{ "no tables", [](const std::string &path) { make_slot(path, "PRAGMA user_version = 0"); },
			StatusCode::corrupt, "it holds no world" },
	{ "negative version",
			[](const std::string &path) { make_slot(path, "PRAGMA user_version = -1"); },
			StatusCode::corrupt, "it holds no world" },
	{ "index of others",
			[](const std::string &path) {
				make_slot(path, "CREATE INDEX i ON agents(x)", common_versions(4));
			},
			StatusCode::corrupt, "it holds an index that" },
	{ "mostly a hole",
			[](const std::string &path) {
				make_slot(path, "PRAGMA user_version = 0");
				fs::resize_file(path, TEN_GIGABYTES);
			},
			StatusCode::corrupt, "longer or shorter than it says" },
};

} // namespace

TEST_SUITE("what lies in the place of a slot") {
	TEST_CASE("is told in words that help, listed so, never waited for, and can be deleted") {
		for (const Strange &strange : STRANGE) {
			CAPTURE(strange.name);
			const ScratchFolder folder;
			const std::string path = strange_slot(folder);
			strange.make(path);
			const Status opened = open_slot(path).status();
			CHECK(opened.code() == strange.code);
			CHECK_MESSAGE(
					opened.message().find(strange.says) != std::string::npos, opened.message());
			const std::vector<SlotCover> listed = list_slots(folder.path("a.db"));
			REQUIRE(listed.size() == 1);
			CHECK(listed[0].problem == opened);
			CHECK(delete_slot(folder.path("a.db"), "strange").ok());
			CHECK(list_slots(folder.path("a.db")).empty());
		}
	}

	TEST_CASE("a pipe beside a slot is not opened") {
		const ScratchFolder folder;
		const std::string path = strange_slot(folder);
		make_slot(path, "SELECT 1", newest_versions(game_schema()));
		for (const char *beside : { "-journal", "-wal", "-shm" }) {
			REQUIRE(mkfifo((path + beside).c_str(), 0600) == 0);
		}
		const Result<Database> opened = open_slot(path);
		CHECK_MESSAGE(opened.ok(), opened.status().to_string());
	}

	TEST_CASE("signs in a folder's name that mean something in addresses are taken as they are") {
		const ScratchFolder folder;
		const std::string odd = folder.path("50% off? #1/a.db");
		fs::create_directories(fs::path(slot_path(odd, "one")).parent_path());
		make_slot(slot_path(odd, "one"), "SELECT 1", newest_versions(game_schema()));
		const Result<Database> opened = open_slot(slot_path(odd, "one"));
		CHECK_MESSAGE(opened.ok(), opened.status().to_string());
	}

	TEST_CASE("an older one that claims to be large takes no room while it is read, nor after") {
		for (const bool is_whole : { true, false }) {
			CAPTURE(is_whole);
			const ScratchFolder folder;
			const std::string path = strange_slot(folder);
			make_slot(path,
					is_whole ? "SELECT 1"
							 : "INSERT INTO agent_tasks(agent_id, task_name,"
							   " status, created_at) VALUES('x', '', '', 0)",
					common_versions(4));
			const std::uintmax_t pages = TEN_GIGABYTES / 4096;
			fs::resize_file(path, TEN_GIGABYTES);
			std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
			file.seekp(28); // the number of pages, in the header
			for (const int shift : { 24, 16, 8, 0 }) {
				file.put(static_cast<char>(pages >> static_cast<unsigned>(shift)));
			}
			file.close();
			const Result<Database> opened = open_slot(path);
			CHECK(opened.ok() == is_whole);
			CHECK(std::distance(fs::directory_iterator(fs::path(path).parent_path()), {}) == 1);
			CHECK((!opened.ok() || opened.value().path().empty()));
		}
	}

	TEST_CASE("what a save or an older load left when it was killed goes with the next start") {
		const ScratchFolder folder;
		const std::string path = strange_slot(folder);
		for (const char *left : { ".part", ".part-journal", ".upgrade", ".upgrade-wal" }) {
			std::ofstream(path + left) << "half";
		}
		make_slot(path, "SELECT 1", newest_versions(game_schema()));
		std::ofstream(folder.path("a.db.slots/readme.txt")) << "mine";
		std::ofstream(folder.path("a.db.slots/my slot.slot.part")) << "mine";
		remove_unfinished_slots(folder.path("a.db"));
		std::vector<std::string> names;
		for (const fs::directory_entry &entry : fs::directory_iterator(folder.path("a.db.slots"))) {
			names.push_back(entry.path().filename().string());
		}
		std::sort(names.begin(), names.end());
		CHECK(names ==
				std::vector<std::string>{ "my slot.slot.part", "readme.txt", "strange.slot" });
		remove_unfinished_slots(folder.path("none.db"));
	}
}

TEST_SUITE("ReadingLimits") {
	using Time = ReadingLimits::Time;

	TEST_CASE("so many looks are free, and each few bytes give one more") {
		const auto stands_still = [] { return Time(); };
		ReadingLimits limits(3 * ReadingLimits::BYTES_A_LOOK, {}, stands_still);
		for (std::uint64_t i = 0; i < ReadingLimits::FREE_LOOKS + 3; i++) {
			REQUIRE(limits.may_go_on());
		}
		CHECK_FALSE(limits.is_spent());
		CHECK_FALSE(limits.may_go_on());
		CHECK(limits.is_spent());
	}

	TEST_CASE("so is some time, and each few bytes give some more") {
		Time now{};
		ReadingLimits limits(5 * ReadingLimits::BYTES_A_MILLISECOND, {}, [&] { return now; });
		now += ReadingLimits::FREE_TIME + std::chrono::milliseconds(5) -
				std::chrono::nanoseconds(1);
		CHECK(limits.may_go_on());
		now += std::chrono::nanoseconds(1);
		CHECK_FALSE(limits.may_go_on());
		CHECK(limits.is_spent());
		now = Time();
		CHECK_FALSE(limits.may_go_on());
	}

	TEST_CASE("who is told to stop has not spent them") {
		bool going = true;
		ReadingLimits limits(0, [&] { return going; });
		CHECK(limits.may_go_on());
		going = false;
		CHECK_FALSE(limits.may_go_on());
		CHECK_FALSE(limits.is_spent());
	}
}

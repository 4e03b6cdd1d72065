#pragma once

#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/store/database.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace agent_runtime {

struct OpenOptions {
	std::chrono::milliseconds busy_limit{ 2000 };
	// None: 64 MB for the program that simulates, 2 MB for a program beside it.
	std::optional<int> cache_kib = {};
	// The tables that the program needs in it.
	Schema schema = {};
	// A file up to this size is checked completely; in a larger one only what opening it reads. A
	// game has nothing checked when the one before ended well (SimulationLock), because a check
	// reads every page, and damage comes from a bad end or from elsewhere.
	std::uint64_t check_up_to_bytes = 16U << 20U;
	// Reads what the program cannot do without. If it returns `corrupt`, the file is set aside like
	// any damaged file, and then the new one is read. Empty: reads nothing.
	std::function<Status(Database &database)> read_first = {};
};

// A file that could not be used and was moved out of the way with everything that belongs to it.
struct SetAside {
	std::string path; // where it is now
	std::string reason;
};

struct OpenedDatabase {
	Database database;
	bool created = false;
	std::optional<SetAside> set_aside; // to tell the user
};

// Opens the file, or makes it with its folders, and brings it up to the newest schema. What it
// finds:
//	folder or file that cannot be written   permission_denied
//	a file that is not what SQLite wrote    renamed to NAME.corrupt-TIME, never deleted; made anew
//	a file of a newer program               unsupported; the file is not touched
//	a database of another program           failed_precondition; the file is not touched
//	a file that is kept locked              unavailable
// For who simulates there and holds the SimulationLock. Thread rule: any thread.
Result<OpenedDatabase> open_database(
		const std::string &path, const Clock &clock, const OpenOptions &options = {});

// The same for a program beside a game, whether the game runs or not. It looks at the versions
// once, and closes without copying the WAL. It never sets a file aside, and checks none completely:
//	a file that is missing, or older    made or migrated, while it holds the SimulationLock itself
//	… while a game holds that lock      unavailable, unless the game does it within
//	                                    SimulationLock::MIGRATION_LIMIT
//	a file that is damaged              corrupt; the file is not touched
// Otherwise like open_database(). Thread rule: any thread.
Result<Database> open_shared(
		const std::string &path, const Clock &clock, const OpenOptions &options = {});

// Makes the folder for a file, and those above it. Only the owner may use the folders that it
// makes.
Status make_folder_of(const std::string &path);

} // namespace agent_runtime

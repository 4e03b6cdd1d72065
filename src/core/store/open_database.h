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
	int cache_kib = 65536;
	// The tables that the program needs there.
	Schema schema = {};
	// A file up to this size is checked as a whole; of a larger one only what opening it reads.
	std::uint64_t check_up_to_bytes = 16U << 20U;
	// Reads what the program cannot do without; `corrupt` sets the file aside as damage does that
	// opening it shows, and then the new one is read. Empty: nothing.
	std::function<Status(Database &database)> read_first = {};
};

// A file that could not be used and was moved out of the way, with everything that belongs to it.
struct SetAside {
	std::string path; // where it is now
	std::string reason;
};

struct OpenedDatabase {
	Database database;
	bool created = false;
	std::optional<SetAside> set_aside; // tell the user
};

// Opens the file, or makes it with its folders, and brings it up to the newest schema. What it
// finds:
//	folder or file that cannot be written   permission_denied
//	a file that is not what SQLite wrote    renamed to NAME.corrupt-TIME, never deleted; made anew
//	a file of a newer program               unsupported; the file is not touched
//	a database of another program           failed_precondition; the file is not touched
//	a file that is kept locked              unavailable
// Thread rule: any thread.
Result<OpenedDatabase> open_database(
		const std::string &path, const Clock &clock, const OpenOptions &options = {});

// Makes the folder in which a file is to lie, and those above it; those that it makes are the
// owner's alone.
Status make_folder_of(const std::string &path);

} // namespace agent_runtime

#pragma once

// The versions of a file's tables, and how they are brought up to date. Each room counts its own.
// The table `room_versions` has a row for each room whose tables exist, and `PRAGMA user_version`
// says which layout that table has. A program makes and migrates the tables of the rooms in its
// Schema and leaves all others alone. Names of tables are those of the specs. Points in time are
// microseconds since the Unix epoch, UTC.

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace agent_runtime {

// Stands in the file's header and distinguishes our files from those of other programs.
inline constexpr std::int64_t STORE_APPLICATION_ID = 0x4167'5274; // "AgRt"

// Up to layout 5 there was no such table, and the number counted the tables of all rooms together.
// In layout 6 the tables of memory were counted with those of agents.
inline constexpr int NEWEST_LAYOUT = 7;
inline constexpr int LAST_COMMON_LAYOUT = 5;

struct FileVersions {
	int layout = 0; // 0: nothing exists yet
	std::map<std::string, int, std::less<>> rooms;

	int of(std::string_view room) const;

	bool operator==(const FileVersions &other) const = default;
};

// What a file of this layout contained before rooms counted for themselves.
FileVersions common_versions(int layout);
// What this program makes.
FileVersions newest_versions(Schema schema);

// `corrupt` when the file does not state it in our form. Does not judge what it says.
Result<FileVersions> read_versions(Database &database);
// Whether this program knows these versions; `unsupported` with the room that is ahead. `made_by`
// is the verb of the message, such as "written".
Status judge_versions(
		const Database &database, const FileVersions &versions, std::string_view made_by);

bool is_up_to_date(Schema schema, const FileVersions &versions);

// Brings the tables of the connection's rooms up to date in one transaction. A file that is up to
// date is only read; so is one that another process has just brought up to date.
Status migrate(Database &database);
// Makes the tables in an empty file as they were at these versions, which this program must know.
Status make_tables(Database &database, const FileVersions &versions);

} // namespace agent_runtime

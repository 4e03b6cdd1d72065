#pragma once

// The versions of a file's tables, and how they are brought up. Each room counts its own: the table
// `room_versions` has a row for each room whose tables are there, and `PRAGMA user_version` says
// which layout that table has. A program makes and migrates the tables of the rooms in its Schema
// and leaves others alone. Names of tables that the specs give stand literally. Points in time are
// microseconds since the Unix epoch, UTC.

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace agent_runtime {

// In the file's header: tells our files from those of other programs.
inline constexpr std::int64_t STORE_APPLICATION_ID = 0x4167'5274; // "AgRt"

// Up to layout 5 there was no such table, and the number stood for the tables of all rooms.
inline constexpr int NEWEST_LAYOUT = 6;
inline constexpr int LAST_COMMON_LAYOUT = 5;

struct FileVersions {
	int layout = 0; // 0: nothing was made yet
	std::map<std::string, int, std::less<>> rooms;

	int of(std::string_view room) const;

	bool operator==(const FileVersions &other) const = default;
};

// What a file of such a layout held before rooms counted for themselves.
FileVersions common_versions(int layout);
// What this program makes.
FileVersions newest_versions(Schema schema);

// `corrupt` when the file does not say it in a way that is ours; what it says is not judged.
Result<FileVersions> read_versions(Database &database);
// Whether this program knows that much; `unsupported` with the room that is ahead. `made_by` is the
// verb of the sentence, such as "written".
Status judge_versions(
		const Database &database, const FileVersions &versions, std::string_view made_by);

// Brings the tables of the connection's rooms up to date, in one transaction. A file that is up to
// date is only looked at; so is one that another process has brought up meanwhile.
Status migrate(Database &database);
// Makes the tables in an empty file as they were at these versions, which this program knows.
Status make_tables(Database &database, const FileVersions &versions);

} // namespace agent_runtime

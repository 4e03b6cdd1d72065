#include "core/store/migrations.h"

#include "core/store/transaction.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace agent_runtime {

namespace {

// Small facts about the file, by name.
constexpr const char *META = R"sql(
CREATE TABLE meta(
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES('epoch', lower(hex(randomblob(8))));
INSERT INTO meta VALUES('world_generation', '1');
)sql";

// Files of the common layouts had this beside the rooms' tables.
constexpr const char *COMMON_REST = R"sql(
CREATE TABLE snapshots(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	event_id INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	kind TEXT NOT NULL,
	data BLOB NOT NULL
);
)sql";

// Compared literally, since a file may come from anybody.
constexpr std::string_view VERSIONS_TABLE =
		"CREATE TABLE room_versions(room TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID";

// A file keeps the size limit that was usual when it was made.
constexpr const char *BOUND_TODAY = "INSERT INTO meta VALUES('max_bytes', '200000000')";
constexpr const char *BOUND_OF_OLDER = R"sql(
INSERT OR IGNORE INTO meta SELECT 'max_bytes', CASE WHEN EXISTS(SELECT 1 FROM sqlite_sequence)
	THEN '1000000000' ELSE '200000000' END;
)sql";
// The last common layout already wrote it.
constexpr int FIRST_LAYOUT_WITH_BOUND = 5;

// The versions that each number of a common layout stood for, from 0 on.
struct CommonVersions {
	std::string_view room;
	std::array<int, LAST_COMMON_LAYOUT + 1> versions;
};
constexpr CommonVersions COMMON[] = {
	{ "log", { 0, 1, 1, 1, 1, 2 } },
	{ "memory", { 0, 1, 2, 2, 2, 2 } },
	{ "agents", { 0, 1, 2, 2, 2, 3 } },
	{ "turns", { 0, 0, 0, 1, 1, 1 } },
	{ "auto_mode", { 0, 0, 0, 0, 1, 1 } },
};

constexpr int LAST_LAYOUT_WITHOUT_MEMORY = 6;
constexpr int NEWEST_MEMORY_OF_AGENTS = 2; // this many of its steps were steps of agents

constexpr int MOST_ROOMS = 1000;

// Makes the table of versions, with what a file without one contained.
Status make_versions_table(Database &database, const FileVersions &before) {
	Status status = database.exec(std::string(VERSIONS_TABLE));
	for (const auto &[room, version] : before.rooms) {
		if (status.ok() && version > 0) {
			status = database.run("INSERT INTO room_versions VALUES(?1, ?2)", room, version);
		}
	}
	return status;
}

// From any layout to the newest one.
Status bring_up_layout(Database &database, const FileVersions &found) {
	if (found.layout == NEWEST_LAYOUT) {
		return {};
	}
	if (found.layout > LAST_COMMON_LAYOUT) {
		return found.of("memory") == 0
				? Status()
				: database.run("INSERT OR REPLACE INTO room_versions VALUES('memory', ?1)",
						  found.of("memory"));
	}
	Status status = found.layout == 0 ? database.exec(META) : Status();
	if (status.ok() && found.layout < FIRST_LAYOUT_WITH_BOUND) {
		status = database.exec(found.layout == 0 ? BOUND_TODAY : BOUND_OF_OLDER);
	}
	if (status.ok()) {
		// Copies of the world that nothing ever read.
		status = database.exec("DROP TABLE IF EXISTS snapshots");
	}
	return status.ok() ? make_versions_table(database, found) : status;
}

Status bring_up_room(Database &database, const RoomTables &room, int from, int to) {
	for (int version = from; version < to; ++version) {
		Status status = database.exec(room.steps[static_cast<std::size_t>(version)]);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

Status mark_file(Database &database, int layout) {
	return database.exec("PRAGMA application_id = " + std::to_string(STORE_APPLICATION_ID) +
			";PRAGMA user_version = " + std::to_string(layout));
}

Status migrate_inside(Database &database) {
	const Result<FileVersions> found = read_versions(database);
	Status status =
			found.ok() ? judge_versions(database, found.value(), "written") : found.status();
	if (status.ok()) {
		status = bring_up_layout(database, found.value());
	}
	for (const RoomTables *const room : database.schema()) {
		const int from = status.ok() ? found.value().of(room->room) : room->newest();
		if (from == room->newest()) {
			continue;
		}
		status = bring_up_room(database, *room, from, room->newest());
		if (status.ok()) {
			status = database.run("INSERT OR REPLACE INTO room_versions VALUES(?1, ?2)", room->room,
					room->newest());
		}
	}
	return status.ok() ? mark_file(database, NEWEST_LAYOUT) : status;
}

Status make_tables_inside(Database &database, const FileVersions &versions) {
	Status status = database.exec(META);
	if (status.ok() && versions.layout <= LAST_COMMON_LAYOUT) {
		status = database.exec(COMMON_REST);
	}
	if (status.ok() && versions.layout >= FIRST_LAYOUT_WITH_BOUND) {
		status = database.exec(BOUND_TODAY);
	}
	if (status.ok() && versions.layout > LAST_COMMON_LAYOUT) {
		status = make_versions_table(database, versions);
	}
	for (const RoomTables *const room : database.schema()) {
		status = status.ok() ? bring_up_room(database, *room, 0, versions.of(room->room)) : status;
	}
	return status.ok() ? mark_file(database, versions.layout) : status;
}

Status read_rooms(Database &database, FileVersions &versions) {
	const Result<std::int64_t> is_ours =
			database.integer("SELECT count(*) FROM main.sqlite_schema WHERE name = 'room_versions'"
							 " AND type = 'table' AND sql = ?1",
					0, VERSIONS_TABLE);
	if (!is_ours.ok()) {
		return is_ours.status();
	}
	Status strange(StatusCode::corrupt, "it does not say which versions its tables have");
	if (is_ours.value() == 0) {
		return strange;
	}
	Query rows(database, "SELECT room, version FROM main.room_versions LIMIT ?1", MOST_ROOMS + 1);
	while (rows.next()) {
		const SqlValue version = rows.value(1);
		const std::int64_t *const number = std::get_if<std::int64_t>(&version);
		const bool is_good = number != nullptr && *number > 0 && *number <= MOST_ROOMS;
		if (!is_good || versions.rooms.size() == MOST_ROOMS) {
			return strange;
		}
		versions.rooms.emplace(std::string(rows.text(0)), static_cast<int>(*number));
	}
	return rows.status();
}

} // namespace

int FileVersions::of(std::string_view room) const {
	const auto found = rooms.find(room);
	return found != rooms.end() ? found->second : 0;
}

FileVersions common_versions(int layout) {
	FileVersions versions{ layout, {} };
	for (const CommonVersions &common : COMMON) {
		const int version = common.versions[static_cast<std::size_t>(layout)];
		if (version > 0) {
			versions.rooms.emplace(common.room, version);
		}
	}
	return versions;
}

FileVersions newest_versions(Schema schema) {
	FileVersions versions{ NEWEST_LAYOUT, {} };
	for (const RoomTables *const room : schema) {
		versions.rooms.emplace(room->room, room->newest());
	}
	return versions;
}

Result<FileVersions> read_versions(Database &database) {
	const Result<std::int64_t> layout = database.integer("PRAGMA main.user_version", 0);
	if (!layout.ok()) {
		return layout.status();
	}
	if (layout.value() < 0) {
		return Status(StatusCode::corrupt, "it does not say which versions its tables have");
	}
	if (layout.value() <= LAST_COMMON_LAYOUT) {
		return common_versions(static_cast<int>(layout.value()));
	}
	FileVersions versions{ static_cast<int>(layout.value()), {} };
	if (layout.value() > NEWEST_LAYOUT) {
		return versions; // it is unknown where they stand in it
	}
	const Status status = read_rooms(database, versions);
	const int agents = versions.of("agents");
	if (versions.layout == LAST_LAYOUT_WITHOUT_MEMORY && agents > 0) {
		versions.rooms.emplace("memory", std::min(agents, NEWEST_MEMORY_OF_AGENTS));
	}
	return status.ok() ? Result(std::move(versions)) : status;
}

Status judge_versions(
		const Database &database, const FileVersions &versions, std::string_view made_by) {
	const std::string beginning =
			"\"" + database.path() + "\" was " + std::string(made_by) + " by a newer version (";
	if (versions.layout > NEWEST_LAYOUT) {
		return Status(StatusCode::unsupported,
				beginning + "layout " + std::to_string(versions.layout) + ", known up to " +
						std::to_string(NEWEST_LAYOUT) + "); update this program");
	}
	for (const RoomTables *const room : database.schema()) {
		const int version = versions.of(room->room);
		if (version > room->newest()) {
			return Status(StatusCode::unsupported,
					beginning + "tables of " + std::string(room->room) + " " +
							std::to_string(version) + ", known up to " +
							std::to_string(room->newest()) + "); update this program");
		}
	}
	return {};
}

bool is_up_to_date(Schema schema, const FileVersions &versions) {
	return versions.layout == NEWEST_LAYOUT &&
			std::all_of(schema.begin(), schema.end(), [&](const RoomTables *room) {
				return versions.of(room->room) == room->newest();
			});
}

Status migrate(Database &database) {
	const Result<FileVersions> found = read_versions(database);
	if (!found.ok() || is_up_to_date(database.schema(), found.value())) {
		return found.status();
	}
	return transact(database, [&] { return migrate_inside(database); });
}

Status make_tables(Database &database, const FileVersions &versions) {
	return transact(database, [&] { return make_tables_inside(database, versions); });
}

} // namespace agent_runtime

#include "core/store/snapshots.h"

#include "core/store/open_database.h"

#include <filesystem>
#include <system_error>

namespace agent_runtime {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t SLOT_APPLICATION_ID = 0x4167'536C; // "AgSl"

Blob bytes_of(const std::string &data) {
	return { std::as_bytes(std::span(data)) };
}

std::string text_of(Blob blob) {
	return { reinterpret_cast<const char *>(blob.bytes.data()), blob.bytes.size() };
}

// Not in WAL mode: a slot is one file, and on the disk when write_slot() returns.
Status write_slot_file(const std::string &path, const Snapshot &snapshot) {
	Result<Database> connected = Database::connect(path, {});
	if (!connected.ok()) {
		return connected.status();
	}
	Database &database = connected.value();
	Status status =
			database.exec("PRAGMA synchronous = FULL;"
						  "CREATE TABLE snapshots(id INTEGER PRIMARY KEY AUTOINCREMENT, event_id "
						  "INTEGER NOT NULL, "
						  "created_at INTEGER NOT NULL, kind TEXT NOT NULL, data BLOB NOT NULL);"
						  "PRAGMA application_id = " +
					std::to_string(SLOT_APPLICATION_ID));
	return status.ok() ? store_snapshot(database, snapshot) : status;
}

} // namespace

Status store_snapshot(Database &database, const Snapshot &snapshot) {
	return database.run(
			"INSERT INTO snapshots(event_id, created_at, kind, data) VALUES(?1, ?2, ?3, ?4)",
			snapshot.event.number(), snapshot.created_at.time_since_epoch().count(), snapshot.kind,
			bytes_of(snapshot.data));
}

Result<std::optional<Snapshot>> newest_snapshot(Database &database, std::string_view kind) {
	Query rows(database,
			"SELECT id, event_id, created_at, kind, data FROM snapshots "
			"WHERE kind = ?1 ORDER BY id DESC LIMIT 1",
			kind);
	if (rows.next()) {
		return std::optional<Snapshot>({ .id = rows.integer(0),
				.event = EventId(rows.integer(1)),
				.created_at = WallTime(Micros(rows.integer(2))),
				.kind = std::string(rows.text(3)),
				.data = text_of(rows.blob(4)) });
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return std::optional<Snapshot>();
}

Status write_slot(const std::string &path, const Snapshot &snapshot) {
	Status status = make_folder_of(path);
	if (!status.ok()) {
		return status;
	}
	const std::string part = path + ".part";
	std::error_code error;
	fs::remove(part, error); // of a program that was killed while it saved
	fs::remove(part + "-journal", error);
	status = write_slot_file(part, snapshot);
	if (status.ok()) {
		fs::rename(part, path, error);
		if (!error) {
			return {};
		}
		status = Status(StatusCode::permission_denied,
				"could not put the slot in its place \"" + path + "\": " + error.message());
	}
	fs::remove(part, error);
	return status;
}

Result<Snapshot> read_slot(const std::string &path) {
	std::error_code error;
	if (!fs::exists(path, error)) {
		return Status(StatusCode::not_found, "there is no slot \"" + path + "\"");
	}
	Result<Database> connected = Database::connect(path, { .access = Access::read_only });
	if (!connected.ok()) {
		return connected.status();
	}
	Database &database = connected.value();
	const Result<std::int64_t> owner = database.integer("PRAGMA application_id", 0);
	if (!owner.ok()) {
		return owner.status();
	}
	if (owner.value() != SLOT_APPLICATION_ID) {
		return Status(StatusCode::failed_precondition, "\"" + path + "\" is not a saved world");
	}
	const Result<std::string> check = database.text("PRAGMA quick_check(1)", "nothing");
	if (!check.ok()) {
		return check.status();
	}
	Query rows(database,
			"SELECT id, event_id, created_at, kind, data FROM snapshots ORDER BY id DESC LIMIT 1");
	if (check.value() != "ok" || !rows.next()) {
		return Status(StatusCode::corrupt,
				"the saved world \"" + path + "\" is damaged: " + check.value() +
						"; use another slot");
	}
	return Snapshot{ .id = rows.integer(0),
		.event = EventId(rows.integer(1)),
		.created_at = WallTime(Micros(rows.integer(2))),
		.kind = std::string(rows.text(3)),
		.data = text_of(rows.blob(4)) };
}

} // namespace agent_runtime

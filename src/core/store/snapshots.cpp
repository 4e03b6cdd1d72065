#include "core/store/snapshots.h"

namespace agent_runtime {

namespace {

Blob bytes_of(const std::string &data) {
	return { std::as_bytes(std::span(data)) };
}

std::string text_of(Blob blob) {
	return { reinterpret_cast<const char *>(blob.bytes.data()), blob.bytes.size() };
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

} // namespace agent_runtime

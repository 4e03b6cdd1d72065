#include "core/store/slot_reader.h"

#include "core/base/field_problem.h"
#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/store/meta.h"
#include "core/store/migrations.h"
#include "core/store/raw_file.h"
#include "core/store/reading_limits.h"
#include "core/store/slots.h"
#include "core/store/world_rules.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

Status damaged(const std::string &path, const std::string &why) {
	return Status(StatusCode::corrupt,
			"the saved world \"" + path + "\" is damaged: " + why + "; use another slot");
}

// Allows no views, no triggers, nothing that the file could make the connection do, and no value
// larger than any of ours.
void distrust(Database &slot) {
	constexpr int LARGEST_VALUE = 8 << 20;
	sqlite3 *const handle = slot.handle();
	sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
	sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, LARGEST_VALUE);
}

// A world with more rooms than this program has cannot be shown as it was.
Status judge_rooms(const Database &slot, const FileVersions &versions) {
	if (versions.layout <= LAST_COMMON_LAYOUT) {
		return {};
	}
	for (const auto &[room, version] : versions.rooms) {
		if (find_room(slot.schema(), room) == nullptr) {
			return Status(StatusCode::unsupported,
					"\"" + slot.path() + "\" was saved by a program that has tables of " +
							shown_name(room) + ", which this one does not know; update it");
		}
	}
	return {};
}

Result<FileVersions> judged_versions(Database &slot) {
	const Result<std::int64_t> layout = slot.integer("PRAGMA user_version", 0);
	if (layout.ok() && layout.value() < 1) {
		return Status(StatusCode::corrupt, "it holds no world");
	}
	Result<FileVersions> versions = read_versions(slot);
	Status status =
			versions.ok() ? judge_versions(slot, versions.value(), "saved") : versions.status();
	if (status.ok()) {
		status = judge_rooms(slot, versions.value());
	}
	if (status.ok()) {
		status = judge_tables(slot, versions.value());
	}
	return status.ok() ? versions : status;
}

// A number in the header of a database
// (https://www.sqlite.org/fileformat.html#the_database_header).
std::uint64_t number_at(std::string_view header, std::size_t place, std::size_t bytes) {
	std::uint64_t number = 0;
	for (const char byte : header.substr(place, bytes)) {
		number = number << 8U | static_cast<unsigned char>(byte);
	}
	return number;
}

std::uint64_t size_in(std::string_view header) {
	constexpr std::size_t PAGE_BYTES = 16;
	constexpr std::size_t PAGES = 28;
	constexpr std::uint64_t LARGEST_PAGE = 65'536; // stored as 1
	const std::uint64_t page = number_at(header, PAGE_BYTES, 2);
	return (page == 1 ? LARGEST_PAGE : page) * number_at(header, PAGES, 4);
}

// Runs before SQLite reads anything of it.
Status judge_header(Database &slot) {
	constexpr std::size_t HEADER_BYTES = 100;
	constexpr std::size_t WRITE_VERSION = 18;
	constexpr std::size_t READ_VERSION = 19;
	constexpr std::size_t APPLICATION = 68;
	constexpr std::string_view MAGIC = "SQLite format 3";
	const std::optional<RawBytes> file = read_beginning(slot, RawFile::database, HEADER_BYTES);
	if (!file) {
		return Status(StatusCode::unavailable,
				"\"" + slot.path() + "\" cannot be read; see whether the disk is connected");
	}
	const std::string_view header = file->beginning;
	if (header.size() < HEADER_BYTES || !header.starts_with(MAGIC)) {
		return damaged(slot.path(), file->size == 0 ? "it is empty" : "it begins like none");
	}
	if (number_at(header, APPLICATION, 4) != SLOT_APPLICATION_ID) {
		return Status(StatusCode::failed_precondition,
				"\"" + slot.path() + "\" is not a saved world; use another slot");
	}
	if (header[WRITE_VERSION] != 1 || header[READ_VERSION] != 1) {
		return damaged(slot.path(), "it does not say that it lies in one file");
	}
	return size_in(header) == file->size
			? Status()
			: damaged(slot.path(), "it is longer or shorter than it says");
}

// Nothing but a regular file is opened, since anything else might wait or never end.
Status judge_kind(const std::string &path) {
	std::error_code error;
	const FileKind kind = kind_of_file(path, error);
	switch (kind) {
		case FileKind::file:
			return {};
		case FileKind::nothing:
			return Status(StatusCode::not_found, "there is no slot \"" + path + "\"");
		case FileKind::unknown:
			return Status(StatusCode::permission_denied,
					"\"" + path + "\" cannot be looked at: " + error.message() +
							"; use another slot");
		case FileKind::folder:
		case FileKind::other:
			break;
	}
	return Status(StatusCode::failed_precondition,
			"\"" + path + "\" is " +
					(kind == FileKind::folder ? "a folder" : "a pipe or a device") +
					" and not a saved world; move it away, or use another slot");
}

// Also checks that its tables are the right ones.
Result<Database> connect_to_slot(
		const std::string &path, Schema schema, const std::shared_ptr<ReadingLimits> &limits) {
	if (Status kind = judge_kind(path); !kind.ok()) {
		return kind;
	}
	Result<Database> connected = Database::connect(
			path, { .access = Access::frozen, .schema = schema, .look_first = &judge_header });
	if (!connected.ok()) {
		return slot_problem(path, connected.status());
	}
	Database &slot = connected.value();
	distrust(slot);
	slot.watch([limits] { return limits->may_go_on(); });
	const Status status = judged_versions(slot).status();
	return status.ok() ? std::move(connected) : slot_problem(path, status);
}

// For a file with holes only its content counts, or it could demand hours: as much as a file system
// may compress into the space that the file takes up, if that is known.
std::shared_ptr<ReadingLimits> limits_for(
		const std::string &path, std::function<bool()> keep_going) {
	constexpr std::uint64_t MOST_PRESSED = 32;
	constexpr std::uint64_t NEVER_COUNTED = 64U << 20U;
	const FileIdentity file = FileIdentity::of(path);
	const std::uint64_t most = file.stored_bytes * MOST_PRESSED + NEVER_COUNTED;
	return std::make_shared<ReadingLimits>(
			file.stored_bytes == 0 ? file.bytes : std::min(file.bytes, most),
			std::move(keep_going));
}

// Checks everything in it.
Status judge_content(Database &slot, const IdBounds &bounds) {
	Status status = judge_trees(slot);
	if (!status.ok()) {
		return status;
	}
	const Result<std::uint64_t> sum = judge_rows(slot, bounds);
	const Result<std::string> sealed = read_meta(slot, META_CHECKSUM);
	if (Status failed = first_failure(sum, sealed); !failed.ok()) {
		return failed;
	}
	const bool fits = sealed.value().empty() || sealed.value() == sum_text(sum.value());
	return fits ? Status() : Status(StatusCode::corrupt, "it is not what was saved");
}

// Copies into an empty table with the same columns.
Status copy_rows(Database &slot, Database &copy, const std::string &table) {
	const Result<std::int64_t> columns =
			slot.integer("SELECT count(*) FROM pragma_table_info(?1, 'main')", 0, table);
	if (!columns.ok() || columns.value() == 0) {
		return columns.status(); // an older slot does not have it yet
	}
	std::string sql = "INSERT INTO main." + table + " VALUES(?";
	for (std::int64_t i = 1; i < columns.value(); i++) {
		sql += ", ?";
	}
	sql += ")";
	std::vector<SqlValue> row(static_cast<std::size_t>(columns.value()));
	Query rows(slot, "SELECT * FROM main." + table);
	while (rows.next()) {
		for (std::size_t i = 0; i < row.size(); i++) {
			row[i] = rows.value(static_cast<int>(i));
		}
		if (Status inserted = copy.statement(sql).run_row(row); !inserted.ok()) {
			return inserted;
		}
	}
	return rows.status();
}

Status copy_world(Database &slot, Database &copy) {
	Status status = copy.exec("BEGIN; DELETE FROM main.meta");
	for (const TableRow *const table : world_tables(copy.schema())) {
		status = status.ok() ? copy_rows(slot, copy, std::string(table->name)) : status;
	}
	if (status.ok()) {
		status = copy_rows(slot, copy, "meta");
	}
	if (status.ok()) {
		status = copy.exec("DELETE FROM main.sqlite_sequence");
	}
	if (status.ok()) {
		status = copy_rows(slot, copy, "sqlite_sequence");
	}
	return status.ok() ? copy.exec("COMMIT") : status;
}

// Copies only the rows, which were judged, so that nothing is copied that a file merely claims to
// contain. The copy has no name, so nothing is left of it when it is closed, whatever happens. It
// is judged again, since nobody else can change it any more.
Result<Database> brought_up_to_date(Database &slot, const FileVersions &versions,
		const std::shared_ptr<ReadingLimits> &limits, const IdBounds &bounds) {
	Result<Database> copy = Database::connect("", { .schema = slot.schema() });
	if (!copy.ok()) {
		return copy;
	}
	Status status = make_tables(copy.value(), versions);
	if (status.ok()) {
		status = copy_world(slot, copy.value());
	}
	if (status.ok()) {
		copy.value().watch([limits] { return limits->may_go_on(); });
		status = judge_content(copy.value(), bounds);
	}
	if (status.ok()) {
		copy.value().watch(limits->keep_going());
		status = migrate(copy.value());
	}
	const Status &storage = copy.value().storage_failure();
	if (!storage.ok()) {
		return Status(storage.code(),
				"could not bring the older slot \"" + slot.path() +
						"\" up to date: " + storage.message());
	}
	return status.ok() ? std::move(copy) : slot_problem(slot.path(), status);
}

} // namespace

void remove_slot_file(const std::string &path) {
	for (const char *companion : { "", "-journal", "-wal", "-shm" }) {
		remove_file(path + companion);
	}
}

Result<Database> look_into_slot(const std::string &path, Schema schema) {
	return connect_to_slot(path, schema, limits_for(path, {}));
}

Result<Database> open_slot(const std::string &path, Schema schema, std::function<bool()> keep_going,
		const IdBounds &bounds) {
	const std::shared_ptr<ReadingLimits> limits = limits_for(path, std::move(keep_going));
	Result<Database> connected = connect_to_slot(path, schema, limits);
	if (connected.ok()) {
		Database &slot = connected.value();
		const Result<FileVersions> versions = read_versions(slot);
		const Status judged = versions.ok() ? judge_content(slot, bounds) : versions.status();
		if (!judged.ok()) {
			connected = slot_problem(path, judged);
		} else if (versions.value() != newest_versions(schema)) {
			connected = brought_up_to_date(slot, versions.value(), limits, bounds);
		}
	}
	if (limits->is_spent()) {
		return damaged(path, "it takes longer to read than anything that was saved could");
	}
	if (!connected.ok()) {
		return connected;
	}
	// It was read once, so reading it will end.
	connected.value().watch(limits->keep_going());
	return connected;
}

// SQLite reports many different errors about a file that was changed behind its back, and so do we
// about one that contradicts itself. To whoever loads it, the file is damaged.
Status slot_problem(const std::string &path, const Status &failure) {
	switch (failure.code()) {
		case StatusCode::corrupt:
		case StatusCode::internal:
		case StatusCode::invalid_argument:
		case StatusCode::exhausted:
			break;
		default:
			return failure;
	}
	const bool is_told = failure.message().starts_with("the saved world ");
	return is_told ? failure : damaged(path, failure.message());
}

} // namespace agent_runtime

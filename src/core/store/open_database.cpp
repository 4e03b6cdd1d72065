#include "core/store/open_database.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/base/time.h"
#include "core/store/file_watch.h"
#include "core/store/migrations.h"

#include <array>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 3> PARTS = { "", "-wal", "-shm" };
constexpr std::chrono::milliseconds WAL_RETRY_PAUSE{ 1 };
constexpr int MOST_FILES_SET_ASIDE_A_SECOND = 1000;

// Whose file it is, and whether it can be worked with. Changes nothing. Looks at one moment of the
// file: between two of them another program may have made it ours.
Status judge(Database &database) {
	if (Status begun = database.exec("BEGIN"); !begun.ok()) {
		return begun;
	}
	const Result<std::int64_t> owner = database.integer("PRAGMA application_id", 0);
	const Result<std::int64_t> layout = database.integer("PRAGMA user_version", 0);
	const Result<std::int64_t> objects = database.integer("SELECT count(*) FROM sqlite_schema", 0);
	const bool is_ours = owner.ok() && owner.value() == STORE_APPLICATION_ID;
	const Result<FileVersions> versions = is_ours ? read_versions(database) : FileVersions();
	const Status ended = database.exec("COMMIT");
	for (const Status &status : { owner.status(), layout.status(), objects.status(), ended }) {
		if (!status.ok()) {
			return status;
		}
	}
	const bool is_empty = owner.value() == 0 && layout.value() == 0 && objects.value() == 0;
	if (!is_ours && !is_empty) {
		return Status(StatusCode::failed_precondition,
				"\"" + database.path() +
						"\" is the database of another program; choose another path");
	}
	return versions.ok() ? judge_versions(database, versions.value(), "written")
						 : versions.status();
}

Status check_content(Database &database) {
	const Result<std::string> report = database.text("PRAGMA quick_check(1)", "nothing");
	if (!report.ok()) {
		return report.status();
	}
	if (report.value() != "ok") {
		return Status(
				StatusCode::corrupt, "\"" + database.path() + "\" is damaged: " + report.value());
	}
	return {};
}

// Two that make the same new file at once get in each other's way here, past the busy handler.
Status switch_to_wal(Database &database, std::chrono::milliseconds limit) {
	const auto until = std::chrono::steady_clock::now() + limit;
	while (true) {
		const Result<std::string> mode = database.text("PRAGMA journal_mode = WAL", "");
		if (mode.ok() && mode.value() == "wal") {
			return {};
		}
		if (!mode.ok() && mode.status().code() != StatusCode::unavailable) {
			return mode.status();
		}
		if (std::chrono::steady_clock::now() >= until) {
			return Status(StatusCode::unavailable,
					"could not prepare \"" + database.path() +
							"\" for several programs (WAL): it is in use, or its file system "
							"cannot do it");
		}
		std::this_thread::sleep_for(WAL_RETRY_PAUSE);
	}
}

Result<Database> open_once(
		const std::string &path, const OpenOptions &options, const FileIdentity &before) {
	Result<Database> connected = Database::connect(path,
			{ .access = Access::create,
					.busy_limit = options.busy_limit,
					.cache_kib = options.cache_kib,
					.schema = options.schema });
	if (!connected.ok()) {
		return connected;
	}
	Database &database = connected.value();
	Status status = judge(database);
	if (status.ok() && before.bytes > 0 && before.bytes <= options.check_up_to_bytes) {
		status = check_content(database);
	}
	if (status.ok()) {
		// Only a file without tables takes this; it must come before WAL.
		status = database.exec("PRAGMA auto_vacuum = INCREMENTAL");
	}
	if (status.ok()) {
		status = switch_to_wal(database, options.busy_limit);
	}
	if (status.ok()) {
		status = database.exec("PRAGMA journal_size_limit = 67108864");
	}
	if (status.ok()) {
		status = migrate(database);
	}
	if (status.ok() && options.read_first) {
		status = options.read_first(database);
	}
	if (!status.ok()) {
		return status;
	}
	return connected;
}

std::string free_name_for(const std::string &path, WallTime now) {
	const std::string name = path + ".corrupt-" + to_file_stamp(now);
	std::string candidate = name;
	for (int i = 2; i <= MOST_FILES_SET_ASIDE_A_SECOND && FileIdentity::of(candidate).exists; ++i) {
		candidate = name + "." + std::to_string(i);
	}
	return candidate;
}

Result<SetAside> set_aside(const std::string &path, const Status &reason, WallTime now) {
	const std::string target = free_name_for(path, now);
	for (const std::string_view part : PARTS) {
		const std::string from = path + std::string(part);
		if (!FileIdentity::of(from).exists) {
			continue;
		}
		if (const std::error_code error = move_file(from, target + std::string(part))) {
			return Status(StatusCode::corrupt,
					reason.message() + "; and it could not be moved to \"" + target +
							"\": " + error.message());
		}
	}
	return SetAside{ target, reason.message() };
}

} // namespace

Status make_folder_of(const std::string &path) {
	const std::string folder = parent_folder(path);
	if (folder.empty() || is_folder(folder)) {
		return {};
	}
	std::vector<std::string> missing;
	for (std::string each = folder; !each.empty() && !FileIdentity::of(each).exists;
			each = parent_folder(each)) {
		missing.push_back(each);
	}
	std::error_code error;
	for (auto each = missing.rbegin(); each != missing.rend() && !error; ++each) {
		error = make_private_folder(*each);
		if (error == std::errc::file_exists) {
			error.clear();
		}
	}
	if (!error && is_folder(folder)) {
		return {};
	}
	return Status(StatusCode::permission_denied,
			"could not make the folder \"" + folder + "\": " + error.message() +
					"; choose a place that can be written");
}

Result<OpenedDatabase> open_database(
		const std::string &path, const Clock &clock, const OpenOptions &options) {
	const Status folder = make_folder_of(path);
	if (!folder.ok()) {
		return folder;
	}
	// Two processes must not set the same file aside twice.
	const FileIdentity before = FileIdentity::of(path);
	Result<Database> opened = open_once(path, options, before);
	if (opened.ok()) {
		return OpenedDatabase{ std::move(opened).value(), before.bytes == 0, std::nullopt };
	}
	const bool still_there = before.exists && before.same_file(FileIdentity::of(path));
	if (opened.status().code() != StatusCode::corrupt) {
		return opened.status();
	}
	std::optional<SetAside> moved;
	if (still_there) {
		Result<SetAside> result = set_aside(path, opened.status(), clock.wall_now());
		if (!result.ok()) {
			return result.status();
		}
		moved = std::move(result).value();
	}
	const FileIdentity fresh = FileIdentity::of(path);
	Result<Database> again = open_once(path, options, fresh);
	if (!again.ok()) {
		return again.status();
	}
	return OpenedDatabase{ std::move(again).value(), fresh.bytes == 0, std::move(moved) };
}

} // namespace agent_runtime

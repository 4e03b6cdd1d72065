#include "core/store/open_database.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/base/time.h"
#include "core/store/database_place.h"
#include "core/store/file_watch.h"
#include "core/store/migrations.h"
#include "core/store/simulation_lock.h"

#include <array>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 3> PARTS = { "", "-wal", "-shm" };
constexpr std::chrono::milliseconds WAL_RETRY_PAUSE{ 1 };
constexpr std::chrono::milliseconds LOCK_RETRY_PAUSE{ 2 };
constexpr int SIMULATING_CACHE_KIB = 65536;
constexpr int SHARED_CACHE_KIB = 2048;
constexpr int MOST_FILES_SET_ASIDE_A_SECOND = 1000;

// Whose file it is, and whether we can work with it. Changes nothing. All queries see the same
// moment, since between two of them another program may make the file ours.
Result<FileVersions> judge(Database &database) {
	if (Status begun = database.exec("BEGIN"); !begun.ok()) {
		return begun;
	}
	const Result<std::int64_t> owner = database.integer("PRAGMA application_id", 0);
	const Result<std::int64_t> layout = database.integer("PRAGMA user_version", 0);
	const Result<std::int64_t> objects = database.integer("SELECT count(*) FROM sqlite_schema", 0);
	const bool is_ours = owner.ok() && owner.value() == STORE_APPLICATION_ID;
	Result<FileVersions> versions = is_ours ? read_versions(database) : FileVersions();
	const Status ended = database.exec("COMMIT");
	if (Status failed = first_failure(owner, layout, objects, ended); !failed.ok()) {
		return failed;
	}
	const bool is_empty = owner.value() == 0 && layout.value() == 0 && objects.value() == 0;
	if (!is_ours && !is_empty) {
		return Status(StatusCode::failed_precondition,
				"\"" + database.path() +
						"\" is the database of another program; choose another path");
	}
	if (versions.ok()) {
		if (Status known = judge_versions(database, versions.value(), "written"); !known.ok()) {
			return known;
		}
	}
	return versions;
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

// Two processes that make the same new file at once collide here, in spite of the busy handler.
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

ConnectionOptions simulating(const OpenOptions &options) {
	return { .access = Access::create,
		.busy_limit = options.busy_limit,
		.cache_kib = options.cache_kib.value_or(SIMULATING_CACHE_KIB),
		.schema = options.schema };
}

ConnectionOptions beside(const OpenOptions &options) {
	return { .access = Access::create,
		.busy_limit = options.busy_limit,
		.cache_kib = options.cache_kib.value_or(SHARED_CACHE_KIB),
		.shared = true,
		.schema = options.schema };
}

Result<Database> open_once(const std::string &path, const ConnectionOptions &how,
		const OpenOptions &options, bool checks) {
	Result<Database> connected = Database::connect(path, how);
	if (!connected.ok()) {
		return connected;
	}
	Database &database = connected.value();
	Status status = judge(database).status();
	if (status.ok() && checks) {
		status = check_content(database);
	}
	if (status.ok()) {
		// Only a file without tables accepts this, and it must come before WAL.
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

bool is_checked(const FileIdentity &file, const OpenOptions &options) {
	return file.bytes > 0 && file.bytes <= options.check_up_to_bytes;
}

// Nothing: its tables are not there yet, or some are too old.
Result<std::optional<Database>> open_if_ready(const std::string &path, const OpenOptions &options) {
	if (FileIdentity::of(path).bytes == 0) {
		return std::optional<Database>();
	}
	ConnectionOptions how = beside(options);
	how.access = Access::read_write;
	Result<Database> connected = Database::connect(path, how);
	if (!connected.ok()) {
		return connected.status();
	}
	const Result<FileVersions> versions = judge(connected.value());
	if (!versions.ok()) {
		return versions.status();
	}
	const Result<std::string> mode = connected.value().text("PRAGMA journal_mode", "");
	if (!mode.ok()) {
		return mode.status();
	}
	if (!is_up_to_date(options.schema, versions.value()) || mode.value() != "wal") {
		return std::optional<Database>();
	}
	if (options.read_first) {
		if (Status status = options.read_first(connected.value()); !status.ok()) {
			return status;
		}
	}
	return std::optional(std::move(connected).value());
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
	// Two processes must not both set the same file aside.
	const FileIdentity before = FileIdentity::of(path);
	if (!before.exists) {
		keep_out_of_git(path);
	}
	Result<Database> opened =
			open_once(path, simulating(options), options, is_checked(before, options));
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
	Result<Database> again =
			open_once(path, simulating(options), options, is_checked(fresh, options));
	if (!again.ok()) {
		return again.status();
	}
	return OpenedDatabase{ std::move(again).value(), fresh.bytes == 0, std::move(moved) };
}

Result<Database> open_shared(
		const std::string &path, const Clock &clock, const OpenOptions &options) {
	if (Status folder = make_folder_of(path); !folder.ok()) {
		return folder;
	}
	const RealTime until = clock.now() + SimulationLock::MIGRATION_LIMIT;
	while (true) {
		Result<std::optional<Database>> ready = open_if_ready(path, options);
		if (!ready.ok()) {
			return ready.status();
		}
		if (ready.value()) {
			return *std::move(ready).value();
		}
		const Result<SimulationLock> lock =
				SimulationLock::take(path, SimulationLock::Purpose::migrate);
		if (lock.ok()) {
			if (!FileIdentity::of(path).exists) {
				keep_out_of_git(path);
			}
			return open_once(path, beside(options), options, false);
		}
		const StatusCode code = lock.status().code();
		const bool is_held = code == StatusCode::already_exists || code == StatusCode::unavailable;
		if (!is_held) {
			return lock.status();
		}
		// A game that has just been started does it itself.
		if (clock.now() >= until) {
			return Status(StatusCode::unavailable,
					"the tables of this program are missing or older, and are changed only while "
					"no game is running; update or close the game: " +
							lock.status().message());
		}
		std::this_thread::sleep_for(LOCK_RETRY_PAUSE);
	}
}

} // namespace agent_runtime

#include "core/store/backup.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/store/transaction.h"

#include <array>
#include <memory>
#include <system_error>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

// A database, and the files that SQLite treats as part of it.
constexpr std::array<const char *, 4> FILES_OF_ONE = { "", "-wal", "-shm", "-journal" };

struct FinishBackup {
	void operator()(sqlite3_backup *backup) const { sqlite3_backup_finish(backup); }
};

Status copy_pages(Database &source, Database &target, const BackupOptions &options) {
	// All steps share one view, since otherwise each commit by others would restart the copy.
	const Result<Transaction> view = Transaction::begin(source, Transaction::Kind::read);
	if (!view.ok()) {
		return view.status();
	}
	const Result<std::int64_t> looked = source.integer("SELECT count(*) FROM sqlite_schema", 0);
	if (!looked.ok()) {
		return looked.status();
	}
	const std::unique_ptr<sqlite3_backup, FinishBackup> backup(
			sqlite3_backup_init(target.handle(), "main", source.handle(), "main"));
	int code = backup ? SQLITE_OK : sqlite3_errcode(target.handle());
	while (code == SQLITE_OK) {
		code = sqlite3_backup_step(backup.get(), options.pages_a_step);
		const int left = sqlite3_backup_remaining(backup.get());
		const int pages = sqlite3_backup_pagecount(backup.get());
		if (code == SQLITE_OK && options.keep_going && !options.keep_going(left, pages)) {
			return Status(StatusCode::cancelled, "the backup was cancelled");
		}
	}
	if (code != SQLITE_DONE) {
		return target.connection().failed(code, "write the backup \"" + target.path() + "\"");
	}
	return {};
}

Status write_copy(Database &source, const std::string &path, const BackupOptions &options) {
	Result<Database> target = Database::connect(path, {});
	if (!target.ok()) {
		return target.status();
	}
	Status status = copy_pages(source, target.value(), options);
	if (!status.ok()) {
		return status;
	}
	// The copy is one file without companions until somebody opens it as a store.
	status = target.value().exec("PRAGMA journal_mode = DELETE");
	if (!status.ok()) {
		return status;
	}
	return target.value().run(
			"UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'epoch'");
}

Status is_taken(const std::string &path) {
	return Status(StatusCode::already_exists,
			"\"" + path + "\" is there already, and a backup replaces nothing; choose a new name");
}

Status cannot_place(const std::string &path, const std::error_code &error) {
	return error == std::errc::file_exists
			? is_taken(path)
			: Status(StatusCode::permission_denied,
					  "could not put the backup in its place \"" + path + "\": " + error.message());
}

// From then on we may remove what lies under this name and the names beside it.
Status claim(const std::string &path, const std::string &part) {
	for (const std::string &name : { path, part }) {
		for (const char *suffix : FILES_OF_ONE) {
			if (is_taken_path(name + suffix)) {
				return is_taken(name + suffix);
			}
		}
	}
	const std::error_code error = make_private_file(part);
	return error ? cannot_place(part, error) : Status();
}

void remove_parts(const std::string &part) {
	for (const char *suffix : FILES_OF_ONE) {
		remove_file(part + suffix);
	}
}

} // namespace

Status back_up(Database &source, const std::string &path, const BackupOptions &options) {
	const std::string part = path + ".part";
	if (Status claimed = claim(path, part); !claimed.ok()) {
		return claimed;
	}
	Status status = write_copy(source, part, options);
	if (status.ok()) {
		const std::error_code error = move_to_new_name(part, path);
		status = error ? cannot_place(path, error) : Status();
	}
	if (!status.ok()) {
		remove_parts(part);
	}
	return status;
}

} // namespace agent_runtime

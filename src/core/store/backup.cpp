#include "core/store/backup.h"

#include "core/store/transaction.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

namespace fs = std::filesystem;

struct FinishBackup {
	void operator()(sqlite3_backup *backup) const { sqlite3_backup_finish(backup); }
};

Status copy_pages(Database &source, Database &target, const BackupOptions &options) {
	// One view for all steps, or each commit of others would start the copy anew.
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
	// One file without companions until somebody opens it as a store.
	status = target.value().exec("PRAGMA journal_mode = DELETE");
	if (!status.ok()) {
		return status;
	}
	return target.value().run(
			"UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'epoch'");
}

void remove_parts(const std::string &part) {
	std::error_code ignored;
	for (const char *suffix : { "", "-wal", "-shm", "-journal" }) {
		fs::remove(part + suffix, ignored);
	}
}

} // namespace

Status back_up(Database &source, const std::string &path, const BackupOptions &options) {
	std::error_code error;
	if (fs::equivalent(path, source.path(), error)) {
		return Status(StatusCode::invalid_argument,
				"a backup cannot replace its original \"" + path + "\"; choose another name");
	}
	const std::string part = path + ".part";
	remove_parts(part);
	Status status = write_copy(source, part, options);
	if (status.ok()) {
		// What an older file of the name left behind would be taken for this one's.
		fs::remove(path + "-wal", error);
		fs::remove(path + "-shm", error);
		fs::rename(part, path, error);
		if (error) {
			status = Status(StatusCode::permission_denied,
					"could not put the backup in its place \"" + path + "\": " + error.message());
		}
	}
	if (!status.ok()) {
		remove_parts(part);
	}
	return status;
}

} // namespace agent_runtime

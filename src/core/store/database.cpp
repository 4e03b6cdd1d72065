#include "core/store/database.h"

#include "core/base/open_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

using SteadyTime = std::chrono::steady_clock::time_point;
using std::chrono::microseconds;

// Another process that leaves gaps between its transactions leaves them longer than the longest of
// these.
constexpr std::array<microseconds, 4> BUSY_PAUSES = { microseconds(100), microseconds(200),
	microseconds(500), microseconds(1000) };
constexpr int STEPS_BETWEEN_LOOKS = 2000;
// When the WAL has more frames than this, a shared connection copies it.
constexpr int MOST_SHARED_FRAMES = 1000;

int open_flags(Access access) {
	switch (access) {
		case Access::read_only:
			return SQLITE_OPEN_READONLY;
		case Access::frozen:
			return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
		case Access::read_write:
			return SQLITE_OPEN_READWRITE;
		case Access::create:
			break;
	}
	return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

std::string address_of(const std::string &path, Access access) {
	if (access != Access::frozen) {
		return path;
	}
	std::string address = path.starts_with('/') ? "file://" : "file:";
	for (const char byte : path) {
		switch (byte) {
			case '%':
				address += "%25";
				break;
			case '?':
				address += "%3f";
				break;
			case '#':
				address += "%23";
				break;
			default:
				address += byte;
		}
	}
	return address + "?immutable=1";
}

// Only its owner may use a new file, like the token. The files that SQLite puts beside it (-wal,
// -shm and -journal) get the same rights; an existing file keeps its own. What cannot be made here,
// such as the target of a link, SQLite would make with the rights of ordinary files.
Status make_database_file(const std::string &path) {
	const std::error_code error = make_private_file(path);
	const bool has_name = error == std::errc::file_exists;
	if (!error || (has_name && FileIdentity::of(path).exists)) {
		return {};
	}
	return Status(is_exhausted(error) ? StatusCode::exhausted : StatusCode::permission_denied,
			"could not make the database \"" + path +
					"\": " + (has_name ? "it is a link to nothing" : error.message()));
}

} // namespace

struct Database::State {
	std::chrono::milliseconds busy_limit{};
	SteadyTime busy_since;
	int wal_frames = 0;
	bool shared = false;
	std::function<bool()> keep_going;

	static int on_busy(void *self, int count) {
		State &state = *static_cast<State *>(self);
		const SteadyTime now = std::chrono::steady_clock::now();
		if (count == 0) {
			state.busy_since = now;
		}
		if (now - state.busy_since >= state.busy_limit) {
			return 0;
		}
		const std::size_t step =
				std::min<std::size_t>(static_cast<std::size_t>(count), BUSY_PAUSES.size() - 1);
		std::this_thread::sleep_for(BUSY_PAUSES[step]);
		return 1;
	}

	// Replaces SQLite's own hook, which would run checkpoints inside all commits.
	static int on_commit_to_wal(void *self, sqlite3 *handle, const char *name, int frames) {
		State &state = *static_cast<State *>(self);
		state.wal_frames = frames;
		if (state.shared && frames > MOST_SHARED_FRAMES) {
			// Never waits. Whether it works now does not matter to the commit.
			sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
		}
		return SQLITE_OK;
	}

	static int on_progress(void *self) {
		const State &state = *static_cast<State *>(self);
		return state.keep_going && !state.keep_going() ? 1 : 0;
	}
};

Database::Database() :
		connection_(std::make_unique<Connection>()),
		state_(std::make_unique<State>()) {}

Database::Database(Database &&other) noexcept = default;

Database &Database::operator=(Database &&other) noexcept {
	if (this != &other) {
		close();
		path_ = std::move(other.path_);
		schema_ = other.schema_;
		connection_ = std::move(other.connection_);
		state_ = std::move(other.state_);
		statements_ = std::move(other.statements_);
	}
	return *this;
}

Database::~Database() {
	close();
}

void Database::close() {
	statements_.clear();
	if (connection_ != nullptr) {
		sqlite3_close(connection_->handle);
		connection_.reset();
	}
}

Result<Database> Database::connect(const std::string &path, const ConnectionOptions &options) {
	Database database;
	database.path_ = path;
	database.schema_ = options.schema;
	database.state_->busy_limit = options.busy_limit;
	database.state_->shared = options.shared;
	sqlite3 *&handle = database.connection_->handle;
	if (options.access == Access::create && !path.empty() && path != ":memory:") {
		if (Status made = make_database_file(path); !made.ok()) {
			return made;
		}
	}
	const int code = sqlite3_open_v2(
			address_of(path, options.access).c_str(), &handle, open_flags(options.access), nullptr);
	if (code != SQLITE_OK) {
		return database.connection_->failed(code, "open the database \"" + path + "\"");
	}
	sqlite3_extended_result_codes(handle, 1);
	sqlite3_busy_handler(handle, &State::on_busy, database.state_.get());
	// SQLite silently opens a file read-only when it may not write it.
	const bool may_write = options.access == Access::read_write || options.access == Access::create;
	if (may_write && sqlite3_db_readonly(handle, "main") == 1) {
		return database.connection_->failed(
				SQLITE_READONLY, "open the database \"" + path + "\" for writing");
	}
	if (const Status looked = options.look_first ? options.look_first(database) : Status();
			!looked.ok()) {
		return looked;
	}
	const Status status = database.exec("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
										"PRAGMA trusted_schema = OFF; PRAGMA synchronous = NORMAL;"
										"PRAGMA cache_size = -" +
			std::to_string(options.cache_kib));
	if (!status.ok()) {
		return status;
	}
	sqlite3_wal_hook(handle, &State::on_commit_to_wal, database.state_.get());
	if (options.shared) {
		database.leave_wal();
	}
	for (const RoomTables *const room : options.schema) {
		if (Status prepared = room->prepare != nullptr ? room->prepare(handle) : Status();
				!prepared.ok()) {
			return prepared;
		}
	}
	return database;
}

Status Database::exec(const std::string &script) {
	std::string_view rest = script;
	while (!rest.empty()) {
		sqlite3_stmt *statement = nullptr;
		int code = connection_->prepare(rest, 0, &statement, &rest);
		bool is_first = true;
		while (code == SQLITE_OK && statement != nullptr) {
			code = Connection::step(statement, std::exchange(is_first, false));
			code = code == SQLITE_ROW ? SQLITE_OK : code;
		}
		const bool failed = code != SQLITE_OK && code != SQLITE_DONE;
		Status status =
				failed ? connection_->failed(code, "run a script on \"" + path_ + "\"") : Status();
		sqlite3_finalize(statement);
		if (failed) {
			return status;
		}
	}
	return {};
}

Statement &Database::statement(std::string_view sql) {
	auto found = statements_.find(sql);
	if (found == statements_.end()) {
		found = statements_.emplace(sql, std::make_unique<Statement>(*connection_, sql)).first;
	} else if (!found->second->is_prepared() && !found->second->in_use()) {
		// What stood in the way then, such as a lock, may be gone.
		found->second = std::make_unique<Statement>(*connection_, sql);
	}
	return *found->second;
}

void Database::forget_statements() {
	std::erase_if(statements_, [](const auto &each) { return !each.second->in_use(); });
}

std::int64_t Database::last_insert_id() const {
	return sqlite3_last_insert_rowid(connection_->handle);
}

std::int64_t Database::changed_rows() const {
	return sqlite3_changes64(connection_->handle);
}

std::int64_t Database::total_changes() const {
	return sqlite3_total_changes64(connection_->handle);
}

bool Database::in_transaction() const {
	return sqlite3_get_autocommit(connection_->handle) == 0;
}

Result<int> Database::checkpoint() {
	int frames = 0;
	int copied = 0;
	const int code = sqlite3_wal_checkpoint_v2(
			connection_->handle, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &copied);
	// It is fine if another process does the same work.
	if (code != SQLITE_OK && code != SQLITE_BUSY) {
		return connection_->failed(code, "copy the log of \"" + path_ + "\" into it");
	}
	const int left = std::max(0, frames - copied);
	if (left == 0) {
		state_->wal_frames = 0; // the next commit begins the WAL anew
	}
	return left;
}

void Database::leave_wal() {
	sqlite3_db_config(connection_->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

int Database::wal_frames() const {
	return state_->wal_frames;
}

void Database::set_busy_limit(std::chrono::milliseconds limit) {
	state_->busy_limit = limit;
}

void Database::watch(std::function<bool()> keep_going) {
	state_->keep_going = std::move(keep_going);
	if (state_->keep_going) {
		sqlite3_progress_handler(
				connection_->handle, STEPS_BETWEEN_LOOKS, &State::on_progress, state_.get());
	} else {
		sqlite3_progress_handler(connection_->handle, 0, nullptr, nullptr);
	}
}

void Database::interrupt() {
	sqlite3_interrupt(connection_->handle);
}

const Status &Database::storage_failure() const {
	return connection_->storage_failure;
}

void Database::clear_storage_failure() {
	if (!connection_->storage_failure.ok()) {
		connection_->storage_failure = Status();
	}
}

sqlite3 *Database::handle() const {
	return connection_->handle;
}

Statement &Query::take(Database &database, std::string_view sql) {
	Statement &cached = database.statement(sql);
	if (!cached.in_use()) {
		return cached;
	}
	own_ = std::make_unique<Statement>(database.connection(), sql);
	return *own_;
}

} // namespace agent_runtime

#pragma once

// The room store: one SQLite file in WAL mode that several processes share.
//
// In come WriteOperations (write_operation.h), executed by the one Writer thread in group commits,
// and queries, answered by the one Reader. Nothing else in the process writes the file. No table
// stands here but `meta` and `room_versions`: the others are those of the rooms (schema.h).
//
//	open_database.h    opens or makes the file, judges what it finds, sets a corrupt one aside
//	file_watch.h       whether the file is still where it was, and whole; raw_file.h
//	schema.h           what a room says of its tables; migrations.h brings them up to date
//	writer.h           the writer thread: group commit, gaps, degraded operation, idle work
//	file_tail.h        who follows what other processes write; log/ has the one of events
//	reader.h           queries with deadline and cancel
//	memory_search.h    what an agent remembers, ranked; memory_store.h changes it; search_index.h
//	retention.h        what goes, as table_sweep.h says of each table; backup.h
//	slots.h            save games, of the tables of the world; world_rules.h judges
//	                   what a slot brings, world_switch.h puts it in the place of the world
//
//	Result<Database> database = Database::connect(path, {});
//	Status status = database.value().run("INSERT INTO meta VALUES(?1, ?2)", "key", "value");
//	for (Query rows(database.value(), "SELECT value FROM meta"); rows.next();) {
//		use(rows.text(0));
//	}

#include "core/base/status.h"
#include "core/store/schema.h"
#include "core/store/statement.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace agent_runtime {

class Database;

enum class Access {
	read_only,
	frozen, // to read a file that nobody changes: takes no lock, and looks at no file beside it
	read_write, // fails when there is no file
	create, // makes the file when there is none
};

struct ConnectionOptions {
	Access access = Access::create;
	// How long a call waits for another connection's lock before it fails with `unavailable`.
	std::chrono::milliseconds busy_limit{ 2000 };
	int cache_kib = 2048;
	// For a program beside the game. It copies no more of the WAL than it has made too long itself,
	// one piece after each commit, and leaves the rest beside the file when it closes.
	bool shared = false;
	// The tables of the program, for everything that works by them (schema.h). They must outlive
	// the connection.
	Schema schema = {};
	// Checks the open file before anything in it is read as a database.
	std::function<Status(Database &file)> look_first = {};
};

// One connection with its prepared statements. Movable; statements and queries stay valid when it
// is moved. A call is repeated when another connection changes the schema meanwhile. Thread rule:
// worker only: one thread at a time, the one that owns it; interrupt() any thread.
class Database {
public:
	// Connects without looking at what the file contains; open_database() does that. An empty path
	// means a file without a name, which disappears when it is closed.
	static Result<Database> connect(const std::string &path, const ConnectionOptions &options);
	~Database();
	Database(Database &&other) noexcept;
	Database &operator=(Database &&other) noexcept;

	// Runs one statement to its end. It is prepared once and then found by its text.
	template <typename... Values>
	Status run(std::string_view sql, const Values &...values) {
		return statement(sql).run(values...);
	}

	// Runs a script of several statements without parameters, such as a migration.
	Status exec(const std::string &script);

	// The first column of the first row; `otherwise` when there is none.
	template <typename... Values>
	Result<std::int64_t> integer(
			std::string_view sql, std::int64_t otherwise, const Values &...values);
	template <typename... Values>
	Result<std::string> text(
			std::string_view sql, std::string_view otherwise, const Values &...values);

	// The cached statement with this text. Must not be used while a Query with the same text is
	// open.
	Statement &statement(std::string_view sql);
	// Drops the statements of tables that are gone. Those in use stay.
	void forget_statements();

	std::int64_t last_insert_id() const;
	std::int64_t changed_rows() const; // by the last INSERT, UPDATE or DELETE
	std::int64_t total_changes() const; // by all of them since the connection was opened
	bool in_transaction() const;
	const std::string &path() const { return path_; }
	Schema schema() const { return schema_; }

	// Copies frames of the WAL into the file, except those that readers need. Never waits for
	// anyone. Returns how many frames are not copied yet.
	Result<int> checkpoint();
	// If this is the last connection to close, it leaves the WAL beside the file for whoever opens
	// it next, instead of copying it.
	void leave_wal();
	// How many frames the WAL had after this connection's last commit.
	int wal_frames() const;

	// From now on, how long a call waits for another connection's lock.
	void set_busy_limit(std::chrono::milliseconds limit);

	// Calls `keep_going` every few thousand steps of the engine; false ends the statement as
	// `cancelled`.
	void watch(std::function<bool()> keep_going);
	void interrupt();

	// The last failure of file, disk or lock since it was cleared, to distinguish it from a wrong
	// request.
	const Status &storage_failure() const;
	void clear_storage_failure();

	sqlite3 *handle() const;
	Connection &connection() { return *connection_; }

private:
	struct State;
	struct TextHash {
		// The library looks for this name.
		using is_transparent = void; // NOLINT(readability-identifier-naming)
		std::size_t operator()(std::string_view text) const {
			return std::hash<std::string_view>()(text);
		}
	};

	Database();
	void close();

	std::string path_;
	Schema schema_;
	std::unique_ptr<Connection> connection_;
	std::unique_ptr<State> state_; // SQLite's callbacks point to it
	std::unordered_map<std::string, std::unique_ptr<Statement>, TextHash, std::equal_to<>>
			statements_;
};

// The rows of a SELECT. The statement is free again when the scope ends.
// Thread rule: as its Database, which must outlive it.
class Query {
public:
	template <typename... Values>
	Query(Database &database, std::string_view sql, const Values &...values) :
			statement_(&take(database, sql)) {
		statement_->start(values...);
	}
	~Query() { statement_->reset(); }
	Query(const Query &) = delete;
	Query &operator=(const Query &) = delete;

	// Moves to the next row. False at the end and on failure; status() tells which.
	bool next() { return statement_->step(); }
	const Status &status() const { return statement_->status(); }

	std::int64_t integer(int column) const { return statement_->integer(column); }
	double real(int column) const { return statement_->real(column); }
	std::string_view text(int column) const { return statement_->text(column); }
	Blob blob(int column) const { return statement_->blob(column); }
	bool is_null(int column) const { return statement_->is_null(column); }
	SqlValue value(int column) const { return statement_->value(column); }

private:
	Statement &take(Database &database, std::string_view sql);

	std::unique_ptr<Statement> own_; // used when the cached one is already in use
	Statement *statement_;
};

template <typename... Values>
Result<std::int64_t> Database::integer(
		std::string_view sql, std::int64_t otherwise, const Values &...values) {
	Query rows(*this, sql, values...);
	if (rows.next() && !rows.is_null(0)) {
		return rows.integer(0);
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return otherwise;
}

template <typename... Values>
Result<std::string> Database::text(
		std::string_view sql, std::string_view otherwise, const Values &...values) {
	Query rows(*this, sql, values...);
	if (rows.next() && !rows.is_null(0)) {
		return std::string(rows.text(0));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return std::string(otherwise);
}

} // namespace agent_runtime

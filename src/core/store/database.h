#pragma once

// The room store: one SQLite file in WAL mode that several processes share.
//
// In come WriteJobs (write_job.h) from sim and the gateway, executed by the one Writer thread in
// group commits; out go events with growing ids, to whoever published the job, and answers of the
// Reader's queries. Nothing else in the process writes the file.
//
//	open_database.h    opens or makes the file, judges what it finds, sets a corrupt one aside
//	file_watch.h       whether the file is still where it was, and whole; raw_file.h
//	schema.h           what a room says of its tables; migrations.h brings them up to date
//	writer.h           the writer thread: group commit, gaps, degraded operation, idle work
//	event_log.h        the append-only log and its cursor
//	conditional.h      claims, decided by the writer
//	reader.h           queries with deadline and cancel
//	memory_search.h    what an agent remembers, ranked; memory_store.h changes it; search_index.h
//	retention.h        what goes, with table_sweeps.h; backup.h
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
	frozen, // to read what nobody changes: takes no lock, and looks at nothing beside the file
	read_write, // the file must exist
	create, // made when it does not exist
};

struct ConnectionOptions {
	Access access = Access::create;
	// How long a call waits for another connection's lock before it fails with `unavailable`.
	std::chrono::milliseconds busy_limit{ 2000 };
	int cache_kib = 2048;
	// The tables of the program, for whatever goes by them (schema.h); they outlive the connection.
	Schema schema = {};
	// Judges the file that was opened before anything of it is read as a database.
	std::function<Status(Database &file)> look_first = {};
};

// One connection, with its prepared statements. Movable; the mover's statements and queries stay
// valid. When another connection changes the schema meanwhile, a call is begun again.
// Thread rule: worker only: one thread at a time, the one that owns it; interrupt() any thread.
class Database {
public:
	// Connects without looking at what the file holds: open_database() does that. An empty path is
	// a file without a name, which is gone when it is closed.
	static Result<Database> connect(const std::string &path, const ConnectionOptions &options);
	~Database();
	Database(Database &&other) noexcept;
	Database &operator=(Database &&other) noexcept;

	// Runs one statement to its end; it is prepared once and found again by its text.
	template <typename... Values>
	Status run(std::string_view sql, const Values &...values) {
		return statement(sql).run(values...);
	}

	// Runs a script of several statements without values, such as a migration.
	Status exec(const std::string &script);

	// The first column of the first row; `otherwise` when there is no row.
	template <typename... Values>
	Result<std::int64_t> integer(
			std::string_view sql, std::int64_t otherwise, const Values &...values);
	template <typename... Values>
	Result<std::string> text(
			std::string_view sql, std::string_view otherwise, const Values &...values);

	// The cached statement of this text. Not while a Query of the same text is open.
	Statement &statement(std::string_view sql);
	// Of tables that are gone. Those in use stay.
	void forget_statements();

	std::int64_t last_insert_id() const;
	std::int64_t changed_rows() const; // by the latest INSERT, UPDATE or DELETE
	bool in_transaction() const;
	const std::string &path() const { return path_; }
	Schema schema() const { return schema_; }

	// Copies of WAL frames into the file, as far as no reader needs them; never waits for anyone.
	// Returns how many frames are not yet copied.
	Result<int> checkpoint();
	// The last connection that closes leaves the WAL beside the file, for whoever opens it next,
	// instead of copying it.
	void leave_wal();
	// Frames that the WAL held after this connection's latest commit.
	int wal_frames() const;

	// How long a call waits for another connection's lock, from now on.
	void set_busy_limit(std::chrono::milliseconds limit);

	// Calls `keep_going` every few thousand steps of the engine; false ends the statement as
	// cancelled.
	void watch(std::function<bool()> keep_going);
	void interrupt();

	// The latest failure of file, disk or lock since it was last cleared, for whoever must tell it
	// from a wrong request.
	const Status &storage_failure() const;
	void clear_storage_failure();

	sqlite3 *handle() const;
	Connection &connection() { return *connection_; }

private:
	struct State;
	struct TextHash {
		// The name is one that the library looks for.
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
	std::unique_ptr<State> state_; // what SQLite's callbacks point to
	std::unordered_map<std::string, std::unique_ptr<Statement>, TextHash, std::equal_to<>>
			statements_;
};

// The rows of a SELECT; the statement is free again when the scope ends.
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

	// Goes to the next row; false at the end and on failure, which status() tells apart.
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

	std::unique_ptr<Statement> own_; // when the cached one is in use further up
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

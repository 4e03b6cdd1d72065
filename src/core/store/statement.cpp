#include "core/store/statement.h"

#include "core/store/sqlite_status.h"

#include <chrono>
#include <thread>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_SQL_IN_A_MESSAGE = 120;
// Each failed try has met another change of the schema, so a limited number is enough.
constexpr int MOST_TRIES = 100;
constexpr std::chrono::microseconds PAUSE_BETWEEN_TRIES{ 200 };

// Repeats a call until the schema stays the same.
template <typename Call>
int until_schema_rests(const Call &call) {
	int code = call();
	for (int tries = 1; code == SQLITE_SCHEMA && tries < MOST_TRIES; ++tries) {
		std::this_thread::sleep_for(PAUSE_BETWEEN_TRIES);
		code = call();
	}
	return code;
}

} // namespace

Status Connection::failed(int code, std::string_view doing) {
	Status status = sqlite_status(handle, code, doing);
	if (is_storage_failure(code)) {
		storage_failure = status;
	}
	return status;
}

int Connection::prepare(
		std::string_view sql, unsigned flags, sqlite3_stmt **made, std::string_view *rest) {
	const char *tail = nullptr;
	const int code = until_schema_rests([&] {
		return sqlite3_prepare_v3(
				handle, sql.data(), static_cast<int>(sql.size()), flags, made, &tail);
	});
	if (rest != nullptr && tail != nullptr) {
		*rest = sql.substr(static_cast<std::size_t>(tail - sql.data()));
	}
	return code;
}

int Connection::step(sqlite3_stmt *statement, bool may_begin_again) {
	if (!may_begin_again) {
		return sqlite3_step(statement);
	}
	return until_schema_rests([statement] {
		const int code = sqlite3_step(statement);
		if (code == SQLITE_SCHEMA) {
			sqlite3_reset(statement); // the bound values stay
		}
		return code;
	});
}

Statement::Statement(Connection &connection, std::string_view sql) :
		connection_(connection) {
	code_ = connection.prepare(sql, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
	prepared_ = code_ == SQLITE_OK;
	if (!prepared_) {
		unprepared_ = sql;
		status_ = connection_.failed(code_, doing());
	}
}

Statement::~Statement() {
	sqlite3_finalize(statement_);
}

std::string Statement::doing() const {
	std::string_view sql = unprepared_;
	if (prepared_) {
		sql = sqlite3_sql(statement_);
	}
	return "run \"" + std::string(sql.substr(0, LONGEST_SQL_IN_A_MESSAGE)) + "\"";
}

void Statement::note(int code) {
	if (code != SQLITE_OK && code_ == SQLITE_OK) {
		code_ = code;
	}
}

void Statement::bind_null(int at) {
	note(sqlite3_bind_null(statement_, at));
}

void Statement::bind_integer(int at, std::int64_t value) {
	note(sqlite3_bind_int64(statement_, at, value));
}

void Statement::bind_real(int at, double value) {
	note(sqlite3_bind_double(statement_, at, value));
}

// NOLINTBEGIN(performance-no-int-to-ptr): SQLITE_TRANSIENT is such a cast
void Statement::bind_text(int at, std::string_view value) {
	// An empty view may have no address, which SQLite would read as NULL.
	const char *text = value.data() == nullptr ? "" : value.data();
	note(sqlite3_bind_text64(statement_, at, text, value.size(),
			keep_text_ ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind_blob(int at, Blob value) {
	const void *bytes =
			value.bytes.data() == nullptr ? "" : static_cast<const void *>(value.bytes.data());
	note(sqlite3_bind_blob64(statement_, at, bytes, value.bytes.size(),
			keep_text_ ? SQLITE_TRANSIENT : SQLITE_STATIC));
}
// NOLINTEND(performance-no-int-to-ptr)

Status Statement::run_row(std::span<const SqlValue> values) {
	keep_text_ = false;
	int at = 0;
	for (const SqlValue &value : values) {
		++at;
		std::visit([&](const auto &held) { bind(at, held); }, value);
	}
	return finish();
}

bool Statement::step() {
	if (code_ != SQLITE_OK) {
		if (status_.ok()) {
			status_ = connection_.failed(code_, doing());
		}
		return false;
	}
	const int code = Connection::step(statement_, !has_rows_);
	if (code == SQLITE_ROW) {
		has_rows_ = true;
		return true;
	}
	if (code != SQLITE_DONE) {
		status_ = connection_.failed(code, doing());
	}
	return false;
}

Status Statement::finish() {
	while (step()) {
	}
	Status result = status_;
	reset();
	return result;
}

void Statement::reset() {
	in_use_ = false;
	has_rows_ = false;
	if (!prepared_) {
		return;
	}
	sqlite3_reset(statement_);
	// Text is bound by address, so it must not be read again once the caller's copy is gone.
	sqlite3_clear_bindings(statement_);
	code_ = SQLITE_OK;
	if (!status_.ok()) {
		status_ = Status();
	}
}

std::int64_t Statement::integer(int column) const {
	return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
	return sqlite3_column_double(statement_, column);
}

std::string_view Statement::text(int column) const {
	const unsigned char *text = sqlite3_column_text(statement_, column);
	if (text == nullptr) {
		return {};
	}
	return { reinterpret_cast<const char *>(text),
		static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)) };
}

Blob Statement::blob(int column) const {
	const void *bytes = sqlite3_column_blob(statement_, column);
	const int size = sqlite3_column_bytes(statement_, column);
	return { { static_cast<const std::byte *>(bytes), static_cast<std::size_t>(size) } };
}

bool Statement::is_null(int column) const {
	return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

SqlValue Statement::value(int column) const {
	switch (sqlite3_column_type(statement_, column)) {
		case SQLITE_NULL:
			return nullptr;
		case SQLITE_INTEGER:
			return integer(column);
		case SQLITE_FLOAT:
			return real(column);
		default:
			return std::string(text(column));
	}
}

} // namespace agent_runtime

#pragma once

// A prepared statement. Rooms use it through Database::run() and Query, and seldom directly.

#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace agent_runtime {

// Bytes that are not text.
struct Blob {
	std::span<const std::byte> bytes;
};

// The value of a column whose type is unknown beforehand; never bytes.
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

// What a connection and its statements share.
// Owned by Database.
struct Connection {
	sqlite3 *handle = nullptr;
	// The last failure of file, disk or lock; ok when there was none since it was cleared.
	Status storage_failure;

	// Makes a Status for a failed call, and remembers it when the storage is to blame.
	Status failed(int code, std::string_view doing);

	// sqlite3_prepare_v3() and sqlite3_step(), repeated while another connection changes the
	// schema. That is a lock that will be gone in a moment rather than a failure, but SQLite itself
	// gives up after two tries. `rest`, if not null, receives what follows the statement in the
	// text.
	int prepare(std::string_view sql, unsigned flags, sqlite3_stmt **made, std::string_view *rest);
	// `may_begin_again`: it has not returned a row yet.
	static int step(sqlite3_stmt *statement, bool may_begin_again);
};

// One prepared statement: bound, stepped, read and reset. A statement that could not be prepared
// reports that when it is stepped, so that callers have only one place to check for errors. Owned
// by the Database that made it, which outlives it. Thread rule: as its Database.
class Statement {
public:
	Statement(Connection &connection, std::string_view sql);
	~Statement();
	Statement(const Statement &) = delete;
	Statement &operator=(const Statement &) = delete;

	// Binds all values in order and steps to the end. Text is read in place, not copied.
	template <typename... Values>
	Status run(const Values &...values) {
		keep_text_ = false;
		bind_all(values...);
		return finish();
	}

	// The same for a row whose columns are known only at run time.
	Status run_row(std::span<const SqlValue> values);

	// Binds all values in order; text is copied. Call step() to get the rows.
	template <typename... Values>
	void start(const Values &...values) {
		keep_text_ = true;
		in_use_ = true;
		bind_all(values...);
	}

	// Whether there is a row. False at the end and on failure; status() tells which.
	bool step();
	const Status &status() const { return status_; }
	bool in_use() const { return in_use_; }
	bool is_prepared() const { return prepared_; }

	// Columns of the current row; text and blob are valid until the next step.
	std::int64_t integer(int column) const;
	double real(int column) const;
	std::string_view text(int column) const;
	Blob blob(int column) const;
	bool is_null(int column) const;
	SqlValue value(int column) const;

	// Makes it ready for the next use.
	void reset();

private:
	template <typename... Values>
	void bind_all(const Values &...values) {
		int at = 0;
		(bind(++at, values), ...);
	}

	template <typename Value>
	void bind(int at, const Value &value) {
		if constexpr (std::is_same_v<Value, std::nullptr_t>) {
			bind_null(at);
		} else if constexpr (std::is_integral_v<Value>) {
			bind_integer(at, static_cast<std::int64_t>(value));
		} else if constexpr (std::is_floating_point_v<Value>) {
			bind_real(at, value);
		} else if constexpr (std::is_same_v<Value, Blob>) {
			bind_blob(at, value);
		} else if constexpr (std::is_convertible_v<const Value &, std::string_view>) {
			bind_text(at, value);
		} else {
			value.has_value() ? bind(at, *value) : bind_null(at); // for a std::optional
		}
	}

	void bind_null(int at);
	void bind_integer(int at, std::int64_t value);
	void bind_real(int at, double value);
	void bind_text(int at, std::string_view value);
	void bind_blob(int at, Blob value);
	void note(int code);
	Status finish();
	std::string doing() const;

	Connection &connection_;
	sqlite3_stmt *statement_ = nullptr;
	std::string unprepared_; // the SQL, if it could not be prepared
	int code_ = 0; // of preparing or binding; step() reports it
	bool prepared_ = false;
	bool has_rows_ = false; // whether it has returned a row since it was started
	bool keep_text_ = false;
	bool in_use_ = false;
	Status status_;
};

} // namespace agent_runtime

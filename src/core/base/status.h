#pragma once

// Errors as values. Core never throws out of a room: what can fail returns a Status, or a Result<T>
// if there is a value to return. Both are [[nodiscard]], so that no failure can be overlooked.
//
//	Result<Config> config = read_config(path);
//	if (!config.ok()) {
//		return config.status();
//	}
//	use(config.value());

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

// Why something failed, as far as a program can react to it. The message is for people.
enum class StatusCode {
	ok,
	invalid_argument, // an argument is wrong, whatever the state
	not_found,
	already_exists,
	failed_precondition, // valid, but not now: wrong state, not started, already started
	permission_denied,
	unavailable, // may work later: busy, offline, locked by another process
	exhausted, // a quota, a budget or the disk is used up
	cancelled,
	deadline_exceeded,
	corrupt, // stored data differs from what was written
	unsupported,
	internal, // a mistake in this library
};

// The name of a code as it appears above, such as "not_found".
std::string_view status_code_name(StatusCode code);

// The reverse; `internal` for an unknown name.
StatusCode parse_status_code(std::string_view name);

// Success, or a code with one sentence: what failed, why, what to try.
// Thread rule: immutable.
class [[nodiscard]] Status {
public:
	Status() = default;
	// `code` must not be StatusCode::ok, since success has no message.
	Status(StatusCode code, std::string message);
	// For a problem with one field. `field` is its path; empty: no field.
	Status(StatusCode code, std::string message, std::string field);

	bool ok() const { return code_ == StatusCode::ok; }
	StatusCode code() const { return code_; }
	const std::string &message() const { return message_; }
	const std::string &field() const;

	// "ok", or "not_found: no agent has the id 7". For logs and test output.
	std::string to_string() const;

	// Compares code and message; the message begins with the field.
	bool operator==(const Status &other) const {
		return code_ == other.code_ && message_ == other.message_;
	}

private:
	StatusCode code_ = StatusCode::ok;
	std::string message_;
	std::shared_ptr<const std::string> field_; // null: no field
};

// Reading the value of a failed Result is a programming error: it prints the error and aborts. A
// test program can set a handler that throws instead, so that only one test fails. Set it before
// any thread starts.
using FailedValueHandler = void (*)(const Status &status);
void set_failed_value_handler(FailedValueHandler handler);
[[noreturn]] void refuse_failed_value(const Status &status);

// A T, or the Status that says why there is none. Never both, and never an ok status without a
// value. Thread rule: as for T.
template <typename T>
class [[nodiscard]] Result {
public:
	// Not explicit, so that functions can simply `return value;` or `return status;`.
	Result(T value) :
			value_(std::move(value)) {}
	Result(Status status) :
			status_(std::move(status)) {
		assert(!status_.ok() && "a Result without a value needs an error");
	}

	bool ok() const { return value_.has_value(); }
	const Status &status() const { return status_; }

	// Call only when ok().
	const T &value() const & {
		require_value();
		return *value_;
	}
	T &value() & {
		require_value();
		return *value_;
	}
	T &&value() && {
		require_value();
		return *std::move(value_);
	}

	T value_or(T fallback) const & { return value_.value_or(std::move(fallback)); }

private:
	void require_value() const {
		if (!ok()) {
			refuse_failed_value(status_);
		}
	}

	std::optional<T> value_;
	Status status_;
};

inline const Status &status_of(const Status &status) {
	return status;
}

template <typename T>
const Status &status_of(const Result<T> &result) {
	return result.status();
}

// The first of several Statuses or Results that is not ok; ok when all are.
//
//	const Result<int> width = read_width(file);
//	const Result<int> height = read_height(file);
//	if (Status failed = first_failure(width, height); !failed.ok()) {
//		return failed;
//	}
template <typename... Outcomes>
Status first_failure(const Outcomes &...outcomes) {
	const Status *first = nullptr;
	((first = first == nullptr && !status_of(outcomes).ok() ? &status_of(outcomes) : first), ...);
	return first != nullptr ? *first : Status();
}

} // namespace agent_runtime

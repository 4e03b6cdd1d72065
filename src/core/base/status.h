#pragma once

// Errors as values. Core never throws across a room's door: what can fail returns a Status, or a
// Result<T> where there is something to give back. Nothing that fails can be overlooked: both are
// [[nodiscard]].
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

// Why something failed, as far as a program can react to it; the message is for people.
enum class StatusCode {
	ok,
	invalid_argument, // what was passed is wrong, whatever the state of things
	not_found,
	already_exists,
	failed_precondition, // right, but not now: wrong state, not started, already started
	permission_denied,
	unavailable, // may work later: busy, offline, locked by another process
	exhausted, // a quota, a budget, the disk
	cancelled,
	deadline_exceeded,
	corrupt, // stored data is not what was written
	unsupported,
	internal, // a mistake of ours
};

// The name of a code as it stands above, such as "not_found".
std::string_view status_code_name(StatusCode code);

// The reverse; `internal` for a name that is none of them.
StatusCode parse_status_code(std::string_view name);

// Success, or a code with one sentence: what failed, why, what to try.
// Thread rule: immutable.
class [[nodiscard]] Status {
public:
	Status() = default;
	// `code` is not StatusCode::ok: success has no message.
	Status(StatusCode code, std::string message);
	// Of what is wrong with one field, whose path it names; empty: with none.
	Status(StatusCode code, std::string message, std::string field);

	bool ok() const { return code_ == StatusCode::ok; }
	StatusCode code() const { return code_; }
	const std::string &message() const { return message_; }
	const std::string &field() const;

	// "ok", or "not_found: no agent has the id 7". For logs and test output.
	std::string to_string() const;

	// By code and message: the field stands at the head of that.
	bool operator==(const Status &other) const {
		return code_ == other.code_ && message_ == other.message_;
	}

private:
	StatusCode code_ = StatusCode::ok;
	std::string message_;
	std::shared_ptr<const std::string> field_; // null: none
};

// To take the value of a Result that failed is a mistake in the program, which prints the error and
// aborts. A program of tests has it call this instead, which throws, so that one test fails and the
// others go on. To be set before there are threads.
using FailedValueHandler = void (*)(const Status &status);
void set_failed_value_handler(FailedValueHandler handler);
[[noreturn]] void refuse_failed_value(const Status &status);

// A T, or the Status that says why there is none. Never both, never an ok status without a value.
// Thread rule: as T.
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

	// Only when ok().
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

} // namespace agent_runtime

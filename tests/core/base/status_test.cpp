#include "core/base/status.h"

#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Status") {
	TEST_CASE("a default status is success and has no message") {
		const Status status;
		CHECK(status.ok());
		CHECK(status.code() == StatusCode::ok);
		CHECK(status.message().empty());
		CHECK(status.to_string() == "ok");
	}

	TEST_CASE("an error keeps its code and its sentence") {
		const Status status(StatusCode::not_found, "no agent has the id 7");
		CHECK_FALSE(status.ok());
		CHECK(status.code() == StatusCode::not_found);
		CHECK(status.message() == "no agent has the id 7");
		CHECK(status.to_string() == "not_found: no agent has the id 7");
	}

	TEST_CASE("two statuses are equal when code and message are") {
		const Status status(StatusCode::cancelled, "stopped");
		CHECK(status == Status(StatusCode::cancelled, "stopped"));
		CHECK_FALSE(status == Status(StatusCode::cancelled, "gone"));
		CHECK_FALSE(status == Status(StatusCode::internal, "stopped"));
	}

	TEST_CASE("each code has a name of its own") {
		std::set<std::string_view> names;
		const int count = static_cast<int>(StatusCode::internal) + 1;
		for (int i = 0; i < count; ++i) {
			names.insert(status_code_name(static_cast<StatusCode>(i)));
		}
		CHECK(names.size() == static_cast<std::size_t>(count));
		CHECK(names.count("internal") == 1);
	}
}

TEST_SUITE("Result") {
	Result<int> half(int number) {
		if (number % 2 != 0) {
			return Status(StatusCode::invalid_argument, "the number is odd");
		}
		return number / 2;
	}

	TEST_CASE("a result has the value when it is ok") {
		const Result<int> result = half(8);
		REQUIRE(result.ok());
		CHECK(result.value() == 4);
		CHECK(result.status().ok());
		CHECK(result.value_or(-1) == 4);
	}

	TEST_CASE("a result has the error when it is not ok") {
		const Result<int> result = half(7);
		REQUIRE_FALSE(result.ok());
		CHECK(result.status().code() == StatusCode::invalid_argument);
		CHECK(result.status().message() == "the number is odd");
		CHECK(result.value_or(-1) == -1);
	}

	TEST_CASE("a value that is not there fails the test that takes it, and names the error") {
		CHECK_THROWS_WITH_AS((void)half(7).value(),
				"value() of a result that failed: invalid_argument: the number is odd",
				std::logic_error);
	}

	TEST_CASE("a value that cannot be copied is moved out") {
		Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
		REQUIRE(result.ok());
		const std::unique_ptr<int> taken = std::move(result).value();
		CHECK(*taken == 5);
	}

	TEST_CASE("a value can be changed in place") {
		Result<std::string> result = std::string("ab");
		result.value() += "c";
		CHECK(result.value() == "abc");
	}

	TEST_CASE("of several outcomes the first that failed counts, whichever kind they are") {
		const Status full(StatusCode::exhausted, "the disk is full");
		CHECK(first_failure(Status(), half(4), Result<std::string>(std::string())).ok());
		CHECK(first_failure(Status(), half(7), full) == half(7).status());
		CHECK(first_failure(half(4), full, half(7)) == full);
		CHECK(first_failure(full) == full);
	}
}

#include "core/base/named_thread.h"

#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// Stores what threads log.
class KeptMessages {
public:
	Logger logger() {
		return Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
			const std::lock_guard lock(mutex_);
			messages_.emplace_back(record.message);
		}),
				LogLevel::debug);
	}

	std::vector<std::string> messages() {
		const std::lock_guard lock(mutex_);
		return messages_;
	}

private:
	std::mutex mutex_;
	std::vector<std::string> messages_;
};

std::string system_name() {
	char name[32] = {};
	pthread_getname_np(pthread_self(), name, sizeof(name));
	return name;
}

} // namespace

TEST_SUITE("NamedThread") {
	TEST_CASE("the thread runs under its name, cut to what the system shows") {
		for (const auto &[name, shown] : { std::pair<std::string, std::string>("writer", "writer"),
					 { "a name much longer than that", "a name much lon" } }) {
			std::string seen;
			NamedThread thread(name, Logger());
			REQUIRE(thread.start([&] { seen = system_name(); }).ok());
			CHECK(thread.join_within(1min));
			CHECK(seen == shown);
			CHECK(thread.name() == name);
		}
	}

	TEST_CASE("what the function throws is logged with the thread's name") {
		KeptMessages kept;
		NamedThread thread("sim", kept.logger());
		REQUIRE(thread.start([] { throw std::runtime_error("lost the thread"); }).ok());
		thread.join_within(1min);
		REQUIRE(thread.start([] { throw 5; }).ok());
		thread.join_within(1min);
		const std::vector<std::string> messages = kept.messages();
		REQUIRE(messages.size() == 2);
		CHECK(messages[0] == "the thread sim ended by an exception: lost the thread");
		CHECK(messages[1] == "the thread sim ended by an exception that says nothing");
	}

	TEST_CASE("a thread that is late is named in an error, and joined all the same") {
		// The error message itself releases the thread. Without it this test would not end.
		std::promise<void> let_go;
		std::string message;
		const Logger log(std::make_shared<CallbackLogSink>([&](const LogRecord &record) {
			message = record.message;
			CHECK(record.level == LogLevel::error);
			let_go.set_value();
		}),
				LogLevel::error);
		bool finished = false;
		NamedThread thread("reader", log);
		REQUIRE(thread.start([&] {
						  let_go.get_future().wait();
						  finished = true;
					  }).ok());
		CHECK_FALSE(thread.join_within(1ms));
		CHECK(finished);
		CHECK(message.find("the thread reader did not end within") != std::string::npos);
	}

	TEST_CASE("one thread at a time; after a join another may start") {
		std::promise<void> let_go;
		NamedThread thread("io", Logger());
		REQUIRE(thread.start([&] { let_go.get_future().wait(); }).ok());
		CHECK(thread.is_started());
		CHECK(thread.start([] {}).code() == StatusCode::failed_precondition);
		let_go.set_value();
		CHECK(thread.join_within(Micros::max()));
		CHECK_FALSE(thread.is_started());
		CHECK(thread.start([] {}).ok());
	}

	TEST_CASE("joining what was never started is no error") {
		NamedThread thread("idle", Logger());
		CHECK(thread.join_within(0us));
		CHECK(thread.join_within(0us));
	}

	TEST_CASE("the destructor joins") {
		bool finished = false;
		{
			NamedThread thread("short", Logger());
			REQUIRE(thread.start([&] { finished = true; }).ok());
		}
		CHECK(finished);
	}

	TEST_CASE("who joins is told that a thread ended by an exception") {
		NamedThread thread("sim", Logger());
		REQUIRE(thread.start([] { throw std::bad_alloc(); }).ok());
		thread.join_within(1min);
		CHECK(thread.failure().code() == StatusCode::internal);
		CHECK(thread.failure().message() == "the thread sim ended by an exception: std::bad_alloc");
		REQUIRE(thread.start([] {}).ok());
		thread.join_within(1min);
		CHECK(thread.failure().ok());
	}
}

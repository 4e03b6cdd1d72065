#include "core/io/io_thread.h"
#include "tests/core/patience.h"

#include <doctest/doctest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// Messages logged as errors; read after the thread has been joined.
struct Errors {
	std::vector<std::string> texts;
	Logger log{ std::make_shared<CallbackLogSink>(
						[this](const LogRecord &record) { texts.emplace_back(record.message); }),
		LogLevel::error };
};

// Fulfilled on the io thread after everything that was posted before.
std::future<std::thread::id> after_all(const IoPost &post) {
	std::shared_ptr<std::promise<std::thread::id>> reached =
			std::make_shared<std::promise<std::thread::id>>();
	std::future<std::thread::id> result = reached->get_future();
	REQUIRE(post([reached] { reached->set_value(std::this_thread::get_id()); }));
	return result;
}

} // namespace

TEST_SUITE("IoThread") {
	TEST_CASE("work that is posted runs on the thread, in the order of posting") {
		IoThread io("test-io", {});
		REQUIRE(io.start().ok());
		const IoPost post = io.poster();
		std::vector<int> order;
		for (int i = 0; i < 100; i++) {
			post([&order, i] { order.push_back(i); });
		}
		std::future<std::thread::id> done = after_all(post);
		REQUIRE(done.wait_for(LONGEST_PATIENCE) == std::future_status::ready);
		CHECK(done.get() != std::this_thread::get_id());
		CHECK(io.stop().ok());
		REQUIRE(order.size() == 100);
		CHECK(order.front() == 0);
		CHECK(order.back() == 99);
	}

	TEST_CASE("a handler that throws is logged, the next one runs, and the end tells of it") {
		Errors errors;
		IoThread io("test-io", errors.log);
		REQUIRE(io.start().ok());
		const IoPost post = io.poster();
		post([] { throw std::runtime_error("a bad day"); });
		post([] { throw 7; });
		CHECK(after_all(post).wait_for(LONGEST_PATIENCE) == std::future_status::ready);
		const Status &end = io.stop();
		REQUIRE(errors.texts.size() == 2);
		CHECK(errors.texts[0] == "test-io: a handler failed by an exception: a bad day");
		CHECK(errors.texts[1] == "test-io: a handler failed by an exception that says nothing");
		CHECK(end == Status(StatusCode::internal, errors.texts[0]));
		CHECK(io.stop() == end);
	}

	TEST_CASE("stop ends the thread while a timer waits for an hour") {
		IoThread io("test-io", {});
		boost::asio::steady_timer timer(io.context());
		timer.expires_after(1h);
		bool ran = false;
		timer.async_wait([&ran](const boost::system::error_code &) { ran = true; });
		REQUIRE(io.start().ok());
		io.stop();
		CHECK(!ran);
	}

	TEST_CASE("what is posted after the end is dropped, also when the thread is gone") {
		const std::shared_ptr<int> held = std::make_shared<int>(1);
		IoPost post;
		CHECK(!post([] {}));
		{
			IoThread io("test-io", {});
			post = io.poster();
			// The thread never starts, so waiting work is destroyed with it.
			CHECK(post([held] {}));
			CHECK(held.use_count() == 2);
		}
		CHECK(held.use_count() == 1);
		CHECK(!post([held] {}));
		CHECK(held.use_count() == 1);
	}
}

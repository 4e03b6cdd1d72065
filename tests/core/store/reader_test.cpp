#include "core/store/reader.h"
#include "scratch.h"

#include <future>
#include <stdexcept>

using namespace agent_runtime;

namespace {

const std::string ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
							"SELECT max(i) FROM n";

Status run_endless(Database &database) {
	return database.integer(ENDLESS, 0).status();
}

Status do_nothing(Database &) {
	return {};
}

// A file and a reader on it, with the writer's connection open as in the runtime.
struct Library {
	ScratchFolder folder;
	Database writing = open_store(folder.path("a.db"));
	Reader reader;

	Library() { REQUIRE(reader.start(folder.path("a.db")).ok()); }
};

// Sends a query and waits for the answer.
Status ask(Reader &reader, ReadQuery query) {
	std::promise<Status> answer;
	query.done = [&](const Status &status) { answer.set_value(status); };
	const Result<Reader::Ticket> ticket = reader.ask(std::move(query));
	REQUIRE(ticket.ok());
	return answer.get_future().get();
}

} // namespace

TEST_SUITE("Reader") {
	TEST_CASE("a query sees what is committed") {
		Library library;
		REQUIRE(append_event(library.writing, test_event("e")).ok());
		std::vector<std::string> types;
		const auto look = [&](Database &database) {
			types = types_in_log(database);
			return Status();
		};
		CHECK(ask(library.reader, { .run = look, .done = {} }).ok());
		CHECK(types == std::vector<std::string>{ "e" });
	}

	TEST_CASE("a query cannot write") {
		Library library;
		const auto write = [](Database &database) {
			return append_event(database, test_event("e")).status();
		};
		CHECK(ask(library.reader, { .run = write, .done = {} }).code() ==
				StatusCode::permission_denied);
	}

	TEST_CASE("a query that takes too long is ended by its time limit") {
		Library library;
		const Status status = ask(library.reader,
				{ .run = run_endless, .done = {}, .time_limit = std::chrono::milliseconds(5) });
		CHECK(status.code() == StatusCode::deadline_exceeded);
		CHECK(ask(library.reader, { .run = do_nothing, .done = {} }).ok());
	}

	TEST_CASE("a query that is running is ended by cancel, and so is one that waits") {
		Library library;
		std::promise<void> running;
		std::promise<Status> first;
		std::promise<Status> second;
		const auto run = [&](Database &database) {
			running.set_value();
			return run_endless(database);
		};
		const Result<Reader::Ticket> one = library.reader.ask({ .run = run,
				.done = [&](const Status &status) { first.set_value(status); },
				.time_limit = std::chrono::hours(1) });
		const Result<Reader::Ticket> two = library.reader.ask({ .run = run_endless,
				.done = [&](const Status &status) { second.set_value(status); },
				.time_limit = std::chrono::hours(1) });
		REQUIRE(one.ok());
		REQUIRE(two.ok());
		running.get_future().wait();
		library.reader.cancel(two.value());
		library.reader.cancel(one.value());
		CHECK(first.get_future().get().code() == StatusCode::cancelled);
		CHECK(second.get_future().get().code() == StatusCode::cancelled);
	}

	TEST_CASE("cancelling what is done or never was does nothing") {
		Library library;
		CHECK(ask(library.reader, { .run = do_nothing, .done = {} }).ok());
		library.reader.cancel(1);
		library.reader.cancel(99);
		CHECK(ask(library.reader, { .run = do_nothing, .done = {} }).ok());
	}

	TEST_CASE("a query that throws is an error, and the next one runs") {
		Library library;
		const auto throwing = [](Database &) -> Status { throw std::runtime_error("oh"); };
		CHECK(ask(library.reader, { .run = throwing, .done = {} }).code() == StatusCode::internal);
		CHECK(ask(library.reader, { .run = do_nothing, .done = {} }).ok());
	}

	TEST_CASE("too many waiting queries are refused; stopping answers each exactly once") {
		Library library;
		std::promise<void> running;
		Diary diary;
		const auto run = [&](Database &database) {
			running.set_value();
			return run_endless(database);
		};
		const auto done = [&](const Status &status) {
			diary.add(std::string(status_code_name(status.code())));
		};
		const Micros hour = std::chrono::hours(1);
		REQUIRE(library.reader.ask({ .run = run, .done = done, .time_limit = hour }).ok());
		running.get_future().wait();
		for (std::size_t i = 0; i < Reader::MOST_WAITING; ++i) {
			REQUIRE(library.reader.ask({ .run = do_nothing, .done = done, .time_limit = hour })
							.ok());
		}
		const Result<Reader::Ticket> refused =
				library.reader.ask({ .run = do_nothing, .done = done });
		CHECK(refused.status().code() == StatusCode::exhausted);
		library.reader.stop();
		CHECK(diary.count("cancelled") == Reader::MOST_WAITING + 1);
		CHECK(library.reader.ask({ .run = do_nothing, .done = done }).status().code() ==
				StatusCode::failed_precondition);
	}

	TEST_CASE("there is nothing to read where there is no file") {
		const ScratchFolder folder;
		Reader reader;
		CHECK(reader.start(folder.path("none.db")).code() == StatusCode::permission_denied);
	}
}

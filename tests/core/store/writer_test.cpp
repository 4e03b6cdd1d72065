#include "core/log/foreign_tail.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"
#include "scratch.h"
#include "tests/core/patience.h"

#include <atomic>
#include <filesystem>
#include <future>
#include <map>
#include <stdexcept>
#include <thread>

using namespace agent_runtime;

namespace {

using Entries = std::vector<std::string>;

// An operation that blocks the writer inside its transaction until it is let go.
struct Brake {
	std::promise<void> reached;
	std::promise<void> let_go;

	std::unique_ptr<WriteOperation> operation(Diary &diary) {
		return std::make_unique<TestJob>(diary, "brake", [this](Database &) {
			reached.set_value();
			let_go.get_future().wait();
			return Status();
		});
	}
};

Status submit(Writer &writer, std::unique_ptr<WriteOperation> operation) {
	return writer.submit(std::move(operation)).status();
}

} // namespace

TEST_SUITE("Writer") {
	TEST_CASE("operations are written and committed in the order in which they were submitted") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		Entries expected;
		for (int i = 0; i < 3000; ++i) {
			const std::string name = "e" + std::to_string(i);
			REQUIRE(submit(writer, event_job(diary, name)).ok());
			expected.push_back(name + " committed");
		}
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() == expected);
		CHECK(writer.stats().operations == 3000);
		CHECK(writer.stats().queue_bytes == 0);
		CHECK(writer.stats().commits < 3000);
		writer.stop();
		Database database = open_store(folder.path("a.db"));
		CHECK(types_in_log(database).size() == 3000);
	}

	TEST_CASE("a stop copies a short WAL and leaves a long one, and nothing is lost either way") {
		const ScratchFolder folder;
		Diary diary;
		std::size_t bytes = 0;
		SUBCASE("short") {
			bytes = 1U << 20U;
		}
		SUBCASE("long") {
			bytes = 8U << 20U;
		}
		Writer writer;
		WriterOptions options;
		options.housekeeping.idle_after = std::chrono::hours(1); // so that it copies nothing before
		options.housekeeping.work_every = std::chrono::hours(1);
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		REQUIRE(submit(writer, std::make_unique<TestJob>(diary, "big", [bytes](Database &database) {
			return database.run(
					"INSERT INTO meta(key, value) VALUES('big', ?1)", std::string(bytes, 'x'));
		})).ok());
		REQUIRE(writer.stop().ok());
		const bool is_long = bytes > 4U << 20U;
		CHECK(std::filesystem::exists(folder.path("a.db-wal")) == is_long);
		Database database = open_store(folder.path("a.db"));
		const Result<std::int64_t> kept =
				database.integer("SELECT length(value) FROM meta WHERE key = 'big'", 0);
		REQUIRE(kept.ok());
		CHECK(kept.value() == static_cast<std::int64_t>(bytes));
	}

	TEST_CASE("when a stop is near the WAL is still copied, but only once it is far too long") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		WriterOptions options;
		options.housekeeping.idle_after = std::chrono::hours(1);
		options.housekeeping.work_every = std::chrono::hours(1);
		options.housekeeping.checkpoint_frames = 10;
		options.housekeeping.last_checkpoints = 8;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		writer.prepare_stop();
		const auto write = [&](std::size_t bytes) {
			REQUIRE(submit(writer, std::make_unique<TestJob>(diary, "row", [=](Database &database) {
				return database.run("INSERT OR REPLACE INTO meta(key, value) VALUES('big', ?1)",
						std::string(bytes, 'x'));
			})).ok());
			REQUIRE(writer.flush().ok());
		};
		write(100'000); // 25 pages
		write(1);
		CHECK(writer.stats().checkpoints == 0);
		CHECK(comes_true([&] {
			write(100'000);
			return writer.stats().checkpoints > 0;
		}));
		CHECK(writer.stop().ok());
	}

	TEST_CASE("committed means that others see it") {
		const ScratchFolder folder;
		Diary diary;
		Database other = open_store(folder.path("a.db"));
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		REQUIRE(submit(writer, event_job(diary, "e")).ok());
		REQUIRE(writer.flush().ok());
		CHECK(types_in_log(other) == Entries{ "e" });
	}

	TEST_CASE("the writer's own thread is refused what it would have to wait for itself for") {
		const ScratchFolder folder;
		Diary diary;
		WriterOptions options;
		options.queue.queue_bytes = 300;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		Status flushed;
		Status fitting;
		Status full;
		const auto write = [&](Database &) {
			flushed = writer.flush();
			fitting = submit(writer, event_job(diary, "fitting", 100));
			full = submit(writer, event_job(diary, "full", 200));
			return Status();
		};
		REQUIRE(submit(writer, std::make_unique<TestJob>(diary, "own", write, 100)).ok());
		REQUIRE(writer.flush().ok());
		CHECK(flushed.code() == StatusCode::failed_precondition);
		CHECK(fitting.ok());
		CHECK(full.code() == StatusCode::failed_precondition);
		CHECK(full.message().find("cannot wait for itself") != std::string::npos);
		writer.stop();
		CHECK(diary.entries() == Entries{ "own committed", "fitting committed" });
	}

	TEST_CASE("what many threads submit is written once each, and in the order of each") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		std::vector<std::thread> threads;
		for (const std::string name : { "a", "b", "c" }) {
			threads.emplace_back([&, name] {
				for (int i = 0; i < 200; ++i) {
					CHECK(submit(writer, event_job(diary, name + std::to_string(i))).ok());
				}
			});
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		writer.stop();
		Database database = open_store(folder.path("a.db"));
		const Entries types = types_in_log(database);
		CHECK(types.size() == 600);
		std::map<char, int> next;
		for (const std::string &type : types) {
			CHECK(type.substr(1) == std::to_string(next[type[0]]++));
		}
	}

	TEST_CASE("an operation that fails by its own fault is undone alone and told why; the others "
			  "go on") {
		class Titled : public TestJob {
		public:
			using TestJob::TestJob;
			std::string title() const override { return "step 7"; }
		};
		const ScratchFolder folder;
		Diary diary;
		Diary log;
		const Logger logger(std::make_shared<CallbackLogSink>([&](const LogRecord &record) {
			log.add(std::string(record.message));
		}),
				LogLevel::error);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), {}, {}, {}, logger).ok());
		const auto faulty = [](Database &database) {
			REQUIRE(append_event(database, test_event("half")).ok());
			return database.run("INSERT INTO meta VALUES('epoch', 'twice')");
		};
		const auto throwing = [](Database &database) -> Status {
			REQUIRE(append_event(database, test_event("half")).ok());
			throw std::runtime_error("oh");
		};
		REQUIRE(submit(writer, event_job(diary, "before")).ok());
		REQUIRE(submit(writer, std::make_unique<Titled>(diary, "faulty", faulty)).ok());
		REQUIRE(submit(writer, std::make_unique<TestJob>(diary, "throwing", throwing)).ok());
		REQUIRE(submit(writer, event_job(diary, "after")).ok());
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() ==
				Entries{ "before committed", "faulty dropped failed_precondition",
						"throwing dropped internal", "after committed" });
		REQUIRE(log.entries().size() == 1);
		CHECK(log.entries()[0].starts_with("step 7 could not be stored: "));
		writer.stop();
		Database database = open_store(folder.path("a.db"));
		CHECK(types_in_log(database) == Entries{ "before", "after" });
	}

	TEST_CASE("a callback that throws is logged and stops nothing") {
		class Throwing : public TestJob {
		public:
			using TestJob::TestJob;
			void committed() override { throw std::runtime_error("listener"); }
		};
		const ScratchFolder folder;
		Diary diary;
		Diary log;
		Logger logger(std::make_shared<CallbackLogSink>([&](const LogRecord &record) {
			log.add(std::string(record.message));
		}),
				LogLevel::error);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), {}, {}, {}, logger).ok());
		const auto write = [](Database &) { return Status(); };
		REQUIRE(submit(writer, std::make_unique<Throwing>(diary, "throwing", write)).ok());
		REQUIRE(submit(writer, event_job(diary, "after")).ok());
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() == Entries{ "after committed" });
		REQUIRE(log.entries().size() == 1);
		CHECK(log.entries()[0].find("listener") != std::string::npos);
	}

	TEST_CASE("a full queue makes who submits wait, says so, and loses nothing") {
		const ScratchFolder folder;
		Diary diary;
		Brake brake;
		Writer writer;
		WriterOptions options;
		options.queue.queue_bytes = 1000;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		REQUIRE(submit(writer, brake.operation(diary)).ok());
		brake.reached.get_future().wait();
		REQUIRE(submit(writer, event_job(diary, "fits", 900)).ok());
		std::thread release([&] { brake.let_go.set_value(); });
		const Result<Micros> waited = writer.submit(event_job(diary, "waits", 500));
		release.join();
		REQUIRE(waited.ok());
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() == Entries{ "brake committed", "fits committed", "waits committed" });
		CHECK(writer.stats().longest_wait >= waited.value());
	}

	TEST_CASE("an operation larger than the whole queue enters when it is empty") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		WriterOptions options;
		options.queue.queue_bytes = 1000;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		REQUIRE(submit(writer, event_job(diary, "huge", 5000)).ok());
		REQUIRE(submit(writer, event_job(diary, "small", 10)).ok());
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() == Entries{ "huge committed", "small committed" });
	}

	TEST_CASE("stopping writes what waits; afterwards nothing is taken and the operation stays the "
			  "caller's") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		CHECK(submit(writer, event_job(diary, "too early")).code() ==
				StatusCode::failed_precondition);
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		for (int i = 0; i < 100; ++i) {
			REQUIRE(submit(writer, event_job(diary, "e")).ok());
		}
		writer.stop();
		CHECK(diary.count("e committed") == 100);
		std::unique_ptr<WriteOperation> late = event_job(diary, "late");
		CHECK(writer.submit(std::move(late)).status().code() == StatusCode::failed_precondition);
		CHECK(late != nullptr);
		writer.stop();
		CHECK(folder.names() == Entries{ "a.db" });
	}

	TEST_CASE("a stopped writer lets those go who wait for room") {
		const ScratchFolder folder;
		Diary diary;
		Brake brake;
		Writer writer;
		WriterOptions options;
		options.queue.queue_bytes = 150;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		REQUIRE(submit(writer, brake.operation(diary)).ok());
		brake.reached.get_future().wait();
		std::thread waiting([&] {
			const Status status = submit(writer, event_job(diary, "waits"));
			CHECK((status.ok() || status.code() == StatusCode::failed_precondition));
		});
		std::thread stopping([&] { writer.stop(); });
		brake.let_go.set_value();
		waiting.join();
		stopping.join();
		CHECK(diary.entries()[0] == "brake committed");
	}

	TEST_CASE("it starts once") {
		const ScratchFolder folder;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		CHECK(writer.start(open_store(folder.path("b.db"))).code() ==
				StatusCode::failed_precondition);
	}

	TEST_CASE("other processes get in while it writes without pause") {
		const ScratchFolder folder;
		Diary diary;
		Database other = open_store(folder.path("a.db"));
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		std::atomic<bool> enough = false;
		std::thread writing([&] {
			const std::unique_ptr<WriteOperation> none;
			while (!enough) {
				CHECK(submit(writer, event_job(diary, "own")).ok());
			}
		});
		int written = 0;
		for (int i = 0; i < 20; ++i) {
			written += append_event(other, test_event("foreign")).ok() ? 1 : 0;
		}
		enough = true;
		writing.join();
		CHECK(written == 20);
	}
}

TEST_SUITE("events of other processes") {
	TEST_CASE("are handed over before our own of higher ids, each once") {
		const ScratchFolder folder;
		Diary diary;
		Database other = open_store(folder.path("a.db"));
		REQUIRE(append_event(other, test_event("old news")).ok());
		const auto callback = [&](const std::vector<StoredEvent> &events) {
			for (const StoredEvent &event : events) {
				diary.add(event.type + " " + event.id.to_string());
			}
		};
		WriterHooks hooks;
		hooks.tail = std::make_unique<ForeignTail>(callback);
		WriterOptions options;
		options.foreign_poll = std::chrono::hours(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
		REQUIRE(writer.flush().ok());
		REQUIRE(submit(writer, event_job(diary, "first")).ok());
		REQUIRE(writer.flush().ok());
		REQUIRE(append_event(other, test_event("foreign")).ok());
		REQUIRE(append_event(other, test_event("foreign")).ok());
		REQUIRE(submit(writer, event_job(diary, "second")).ok());
		REQUIRE(submit(writer, event_job(diary, "third")).ok());
		REQUIRE(writer.flush().ok());
		const Entries entries = diary.entries();
		CHECK(entries ==
				Entries{ "first committed", "foreign 3", "foreign 4", "second committed",
						"third committed" });
		CHECK(writer.stats().foreign_rows == 2);
	}

	TEST_CASE("are noticed when there is nothing of our own to write") {
		const ScratchFolder folder;
		Database other = open_store(folder.path("a.db"));
		std::promise<EventId> seen;
		const auto callback = [&](const std::vector<StoredEvent> &events) {
			seen.set_value(events.at(0).id);
		};
		WriterHooks hooks;
		hooks.tail = std::make_unique<ForeignTail>(callback);
		WriterOptions options;
		options.foreign_poll = std::chrono::milliseconds(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
		REQUIRE(append_event(other, test_event("foreign")).ok());
		CHECK(seen.get_future().get() == EventId(1));
	}

	TEST_CASE("come in pages when there are many") {
		const ScratchFolder folder;
		Diary diary;
		Database other = open_store(folder.path("a.db"));
		std::int64_t last = 0;
		bool in_order = true;
		const auto callback = [&](const std::vector<StoredEvent> &events) {
			for (const StoredEvent &event : events) {
				in_order = in_order && event.id.number() == last + 1;
				last = event.id.number();
			}
		};
		WriterHooks hooks;
		hooks.tail = std::make_unique<ForeignTail>(callback);
		WriterOptions options;
		options.foreign_poll = std::chrono::hours(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
		REQUIRE(writer.flush().ok());
		{
			Result<Transaction> transaction = Transaction::begin(other);
			REQUIRE(transaction.ok());
			for (int i = 0; i < 2500; ++i) {
				REQUIRE(append_event(other, test_event("foreign")).ok());
			}
			REQUIRE(transaction.value().commit().ok());
		}
		REQUIRE(submit(writer, event_job(diary, "own")).ok());
		REQUIRE(writer.flush().ok());
		CHECK(in_order);
		CHECK(last == 2500);
		CHECK(writer.stats().foreign_rows == 2500);
	}
}

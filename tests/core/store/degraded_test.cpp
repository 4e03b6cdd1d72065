// The disk fails, and works again.
#include "core/store/writer.h"
#include "scratch.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <optional>

using namespace agent_runtime;

namespace {

using Entries = std::vector<std::string>;

WriterOptions eager() {
	WriterOptions options;
	options.retry_every = std::chrono::milliseconds(2);
	options.busy_limit = std::chrono::milliseconds(5);
	return options;
}

// It never retries within a test: stop() writes what was submitted meanwhile.
WriterOptions without_retry() {
	WriterOptions options = eager();
	options.retry_every = std::chrono::hours(1);
	return options;
}

WriterHooks noting(Diary &diary) {
	WriterHooks hooks;
	hooks.degraded = [&](const Status &reason) {
		diary.add("store degraded " + std::string(status_code_name(reason.code())));
	};
	hooks.recovered = [&](std::uint64_t operations) {
		diary.add("store recovered " + std::to_string(operations));
	};
	return hooks;
}

// Another program that holds the lock until it is told to release it.
class Stranger {
public:
	explicit Stranger(const std::string &path) :
			database_(connect_again(path)) {
		REQUIRE(database_->exec("BEGIN IMMEDIATE").ok());
	}
	void let_go() { database_.reset(); }

private:
	std::optional<Database> database_;
};

// Grows the file past a limit that is set on the connection, as a full disk would.
std::unique_ptr<WriteOperation> large_job(Diary &diary, const std::string &name) {
	return std::make_unique<TestJob>(diary, name, [name](Database &database) {
		EventDraft event = test_event(name);
		const std::string text(100'000, 'x');
		event.data = text;
		return append_event(database, event).status();
	});
}

void limit_to_present_size(Database &database) {
	const std::int64_t pages = database.integer("PRAGMA page_count", 0).value();
	REQUIRE(database.exec("PRAGMA max_page_count = " + std::to_string(pages + 1)).ok());
}

} // namespace

TEST_SUITE("a store that fails") {
	TEST_CASE("a full disk: work goes on, is told so, and is written once there is room") {
		const ScratchFolder folder;
		Diary diary;
		Database database = open_store(folder.path("a.db"));
		limit_to_present_size(database);
		Writer writer;
		REQUIRE(writer.start(std::move(database), without_retry(), noting(diary)).ok());
		REQUIRE(writer.submit(large_job(diary, "one")).ok());
		CHECK(writer.flush().code() == StatusCode::exhausted);
		REQUIRE(writer.submit(large_job(diary, "two")).ok());
		CHECK(writer.flush().code() == StatusCode::exhausted);
		CHECK(diary.entries() ==
				Entries{ "store degraded exhausted", "one degraded exhausted",
						"two degraded exhausted" });
		CHECK(writer.stats().degraded);
		CHECK(writer.stats().queue_operations == 2);
		writer.stop();
		CHECK(diary.count("one dropped exhausted") == 1);
		CHECK(diary.count("two dropped exhausted") == 1);
		Database again = open_store(folder.path("a.db"));
		CHECK(types_in_log(again).empty());
	}

	TEST_CASE("a stranger's lock: operations are told once, and are written in order when it is "
			  "gone") {
		const ScratchFolder folder;
		Diary diary;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), eager(), noting(diary)).ok());
		Stranger stranger(folder.path("a.db"));
		REQUIRE(writer.submit(event_job(diary, "one")).ok());
		CHECK(writer.flush().code() == StatusCode::unavailable);
		REQUIRE(writer.submit(event_job(diary, "two")).ok());
		CHECK(writer.flush().code() == StatusCode::unavailable);
		stranger.let_go();
		REQUIRE(writer.submit(event_job(diary, "three")).ok());
		writer.stop();
		const Entries entries = diary.entries();
		CHECK(diary.count("store degraded unavailable") == 1);
		CHECK(diary.count("one degraded unavailable") == 1);
		CHECK(diary.count("two degraded unavailable") == 1);
		CHECK(diary.count("one committed") == 1);
		CHECK(diary.count("three committed") == 1);
		CHECK((diary.count("store recovered 2") == 1 || diary.count("store recovered 3") == 1));
		CHECK_FALSE(writer.stats().degraded);
		Database again = open_store(folder.path("a.db"));
		CHECK(types_in_log(again) == Entries{ "one", "two", "three" });
	}

	TEST_CASE("recovery needs no further operation") {
		const ScratchFolder folder;
		Diary diary;
		std::promise<void> recovered;
		WriterHooks hooks;
		hooks.recovered = [&](std::uint64_t) { recovered.set_value(); };
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), eager(), std::move(hooks)).ok());
		Stranger stranger(folder.path("a.db"));
		REQUIRE(writer.submit(event_job(diary, "one")).ok());
		CHECK_FALSE(writer.flush().ok());
		stranger.let_go();
		recovered.get_future().wait();
		CHECK(diary.count("one committed") == 1);
		CHECK(writer.flush().ok());
	}

	TEST_CASE("past the cap of the backlog an operation is refused and stays the caller's") {
		const ScratchFolder folder;
		Diary diary;
		WriterOptions options = without_retry();
		options.queue.queue_bytes = 300;
		options.queue.backlog_bytes = 1000;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		Stranger stranger(folder.path("a.db"));
		REQUIRE(writer.submit(event_job(diary, "one", 300)).ok());
		CHECK_FALSE(writer.flush().ok());
		// More than the queue holds, but within the backlog, so it is accepted without waiting.
		CHECK(writer.submit(event_job(diary, "two", 600)).value() == Micros(0));
		std::unique_ptr<WriteOperation> third = event_job(diary, "three", 200);
		CHECK(writer.submit(std::move(third)).status().code() == StatusCode::exhausted);
		REQUIRE(third != nullptr);
		stranger.let_go();
		writer.stop();
		CHECK(diary.count("one committed") == 1);
		CHECK(diary.count("two committed") == 1);
		CHECK(diary.count("three committed") == 0);
	}

	TEST_CASE("who waits for room is let in when the store begins to fail") {
		const ScratchFolder folder;
		Diary diary;
		WriterOptions options = without_retry();
		options.queue.queue_bytes = 300;
		options.queue.backlog_bytes = 1000;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		Stranger stranger(folder.path("a.db"));
		REQUIRE(writer.submit(event_job(diary, "one", 300)).ok());
		CHECK(writer.submit(event_job(diary, "two", 300)).ok());
		CHECK_FALSE(writer.flush().ok());
		CHECK(diary.entries() == Entries{ "one degraded unavailable", "two degraded unavailable" });
	}

	TEST_CASE("a file that is deleted or moved away: nothing is said to be stored, until it is "
			  "back") {
		for (const std::string part : { "a.db", "a.db-wal", "a.db-shm" }) {
			CAPTURE(part);
			const ScratchFolder folder;
			Diary diary;
			std::promise<void> lost;
			std::promise<void> back;
			WriterHooks hooks = noting(diary);
			hooks.degraded = [&, note = hooks.degraded](const Status &reason) {
				note(reason);
				lost.set_value();
			};
			hooks.recovered = [&, note = hooks.recovered](std::uint64_t operations) {
				note(operations);
				back.set_value();
			};
			WriterOptions options = eager();
			options.file_look = std::chrono::milliseconds(1);
			Writer writer;
			REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
			REQUIRE(writer.submit(event_job(diary, "before")).ok());
			REQUIRE(writer.flush().ok());
			CHECK_FALSE(writer.stats().degraded);
			std::filesystem::rename(folder.path(part), folder.path("elsewhere"));
			lost.get_future().wait();
			REQUIRE(writer.submit(event_job(diary, "meanwhile")).ok());
			REQUIRE(writer.flush().ok());
			CHECK(writer.stats().degraded);
			CHECK(writer.stats().lost.find("\"" + folder.path(part) + "\" was deleted") !=
					std::string::npos);
			std::filesystem::rename(folder.path("elsewhere"), folder.path(part));
			back.get_future().wait();
			REQUIRE(writer.submit(event_job(diary, "after")).ok());
			REQUIRE(writer.flush().ok());
			CHECK_FALSE(writer.stats().degraded);
			CHECK(writer.stats().lost.empty());
			CHECK(diary.entries() ==
					Entries{ "before committed", "store degraded not_found",
							"meanwhile degraded not_found", "meanwhile committed",
							"store recovered 1", "after committed" });
			writer.stop();
			Database database = open_store(folder.path("a.db"));
			CHECK(types_in_log(database) == Entries{ "before", "meanwhile", "after" });
		}
	}

	TEST_CASE("an idle writer notices that another file has taken the place of its own") {
		const ScratchFolder folder;
		Diary diary;
		std::promise<std::string> noticed;
		WriterHooks hooks;
		hooks.degraded = [&](const Status &reason) { noticed.set_value(reason.message()); };
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), {}, std::move(hooks)).ok());
		std::ofstream(folder.path("other")) << "no database";
		// Both at one moment, or a writer that looked in between would find no file at all.
		std::filesystem::rename(folder.path("other"), folder.path("a.db"));
		const std::string reason = noticed.get_future().get();
		CHECK(reason.find("was replaced by another one") != std::string::npos);
		CHECK(reason.find("database_copy_request") != std::string::npos);
	}
}

// Files of an open database that are deleted, moved away or emptied.
#include "core/store/file_watch.h"
#include "core/store/id_marks.h"
#include "core/store/simulation_lock.h"
#include "core/store/writer.h"
#include "scratch.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>

#include <sys/stat.h>

using namespace agent_runtime;

namespace fs = std::filesystem;

namespace {

void empty_in_place(const std::string &path) {
	fs::resize_file(path, 0);
}

void add_event(Database &database, const std::string &type, std::size_t bytes = 100) {
	EventDraft event = test_event(type);
	const std::string text(bytes, 'x');
	event.data = text;
	REQUIRE(append_event(database, event).ok());
}

// A database of a few hundred pages, all of them in the file.
Database grown_store(const std::string &path) {
	Database database = open_store(path);
	for (int i = 0; i < 20; i++) {
		add_event(database, "early", 50'000);
	}
	REQUIRE(database.checkpoint().value() == 0);
	return database;
}

} // namespace

TEST_SUITE("FileWatch") {
	TEST_CASE("looks twice a second unless told otherwise") {
		CHECK(WriterOptions().file_look == std::chrono::milliseconds(500));
	}

	TEST_CASE("a database that is used as it should be is never said to be lost") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Database other = connect_again(folder.path("a.db"));
		FileWatch watch(folder.path("a.db"));
		const auto is_well = [&] {
			const Status status = watch.look(database);
			CHECK_MESSAGE(status.ok(), status.to_string());
		};
		is_well();
		for (int i = 0; i < 30; i++) {
			add_event(i % 3 == 0 ? other : database, "event", 20'000);
			is_well();
			if (i % 7 == 6) {
				REQUIRE((i % 2 == 0 ? other : database).checkpoint().ok());
				is_well();
			}
		}
		// First the file becomes shorter, then the WAL.
		REQUIRE(database.exec("DELETE FROM event_rows; PRAGMA incremental_vacuum").ok());
		is_well();
		REQUIRE(other.exec("PRAGMA wal_checkpoint(TRUNCATE)").ok());
		REQUIRE(FileIdentity::of(folder.path("a.db-wal")).bytes == 0);
		is_well();
		add_event(other, "after");
		is_well();
		add_event(database, "after", 50'000);
		is_well();
		REQUIRE(other.exec("VACUUM").ok());
		is_well();
		REQUIRE(database.checkpoint().ok());
		is_well();
	}

	TEST_CASE(
			"a file that is emptied in place is noticed, also when it has grown again, for good") {
		for (const std::string part : { "a.db", "a.db-wal" }) {
			for (const bool grows : { false, true }) {
				CAPTURE(part);
				CAPTURE(grows);
				const ScratchFolder folder;
				Database database = grown_store(folder.path("a.db"));
				add_event(database, "late");
				FileWatch watch(folder.path("a.db"));
				REQUIRE(watch.look(database).ok());
				empty_in_place(folder.path(part));
				if (grows) {
					add_event(database, "later", 20'000);
				}
				const Status status = watch.look(database);
				CHECK(status.code() == StatusCode::corrupt);
				CHECK(status.message().find("\"" + folder.path(part) + "\" was emptied") !=
						std::string::npos);
				fs::resize_file(folder.path(part), 10'000'000);
				CHECK(watch.look(database) == status);
			}
		}
	}

	TEST_CASE("a file that is cut in half is noticed") {
		for (const std::string part : { "a.db", "a.db-wal" }) {
			CAPTURE(part);
			const ScratchFolder folder;
			Database database = grown_store(folder.path("a.db"));
			add_event(database, "late", 20'000);
			FileWatch watch(folder.path("a.db"));
			REQUIRE(watch.look(database).ok());
			const std::uintmax_t bytes = fs::file_size(folder.path(part));
			// A WAL may be longer than its valid content.
			fs::resize_file(folder.path(part), part == "a.db" ? bytes / 2 : 5000);
			CHECK(watch.look(database).code() == StatusCode::corrupt);
		}
	}

	TEST_CASE("a writer says that nothing is stored from then on, and does not take it back") {
		const ScratchFolder folder;
		Diary diary;
		std::promise<void> lost;
		WriterHooks hooks;
		hooks.degraded = [&](const Status &reason) {
			diary.add("store degraded " + std::string(status_code_name(reason.code())));
			lost.set_value();
		};
		hooks.recovered = [&](std::uint64_t) { diary.add("store recovered"); };
		WriterOptions options;
		options.file_look = std::chrono::milliseconds(1);
		Writer writer;
		REQUIRE(writer.start(grown_store(folder.path("a.db")), options, std::move(hooks)).ok());
		empty_in_place(folder.path("a.db"));
		lost.get_future().wait();
		CHECK(writer.stats().degraded);
		REQUIRE(writer.submit(event_job(diary, "later")).ok());
		writer.stop();
		CHECK(diary.entries()[0] == "store degraded corrupt");
		CHECK(diary.count("later degraded corrupt") == 1);
		CHECK(diary.count("store recovered") == 0);
	}

	TEST_CASE("what is not right beside the file is told as its loss is, until it is right") {
		const ScratchFolder folder;
		Diary diary;
		std::atomic<bool> is_right{ false };
		std::promise<void> lost;
		std::promise<void> back;
		WriterHooks hooks;
		hooks.keep_beside = [&] {
			return is_right.load() ? Status() : Status(StatusCode::already_exists, "another");
		};
		hooks.degraded = [&](const Status &reason) {
			diary.add(reason.message());
			lost.set_value();
		};
		hooks.recovered = [&](std::uint64_t) { back.set_value(); };
		WriterOptions options;
		options.file_look = std::chrono::milliseconds(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
		lost.get_future().wait();
		CHECK(writer.stats().lost == "another");
		is_right = true;
		back.get_future().wait();
		CHECK_FALSE(writer.stats().degraded);
		CHECK(diary.entries() == std::vector<std::string>{ "another" });
	}
}

TEST_SUITE("files beside a database that are deleted while they are in use") {
	TEST_CASE("the lock is taken anew, so that it keeps others away") {
		const ScratchFolder folder;
		Result<SimulationLock> lock = SimulationLock::take(folder.path("a.db"));
		REQUIRE(lock.ok());
		const std::string holder = content_of(folder.path("a.db.sim"));
		fs::remove(folder.path("a.db.sim"));
		CHECK(lock.value().keep().ok());
		CHECK(content_of(folder.path("a.db.sim")) == holder);
		CHECK(SimulationLock::take(folder.path("a.db")).status().code() ==
				StatusCode::already_exists);
		CHECK(lock.value().keep().ok());
	}

	TEST_CASE("a lock that somebody else has taken meanwhile is told") {
		const ScratchFolder folder;
		Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		REQUIRE(first.ok());
		fs::remove(folder.path("a.db.sim"));
		{
			const Result<SimulationLock> second = SimulationLock::take(folder.path("a.db"));
			REQUIRE(second.ok());
			CHECK(first.value().keep().code() == StatusCode::already_exists);
		}
		CHECK(first.value().keep().ok());
	}

	TEST_CASE("ids are written down anew") {
		const ScratchFolder folder;
		IdMarks marks;
		REQUIRE(marks.open(folder.path("a.db"), "a1b2", {}).ok());
		REQUIRE(marks.cover(IdKind::agents, 5000).ok());
		const std::string before = content_of(folder.path("a.db.ids"));
		CHECK(marks.keep().ok());
		for (const bool is_deleted : { true, false }) {
			is_deleted ? fs::remove(folder.path("a.db.ids"))
					   : (empty_in_place(folder.path("a.db.ids")), true);
			CHECK(marks.keep().ok());
			CHECK(fs::file_size(folder.path("a.db.ids")) == before.size());
			REQUIRE(marks.cover(IdKind::agents, 5001).ok());
			IdMarks next;
			REQUIRE(next.open(folder.path("a.db"), "a1b2", {}).ok());
			CHECK(next.taken().of(IdKind::agents) >= 5001);
		}
	}

	TEST_CASE("what is no file is not waited for, and said to be in the way") {
		const ScratchFolder folder;
		REQUIRE(mkfifo(folder.path("a.db.sim").c_str(), 0600) == 0);
		REQUIRE(mkfifo(folder.path("a.db.ids").c_str(), 0600) == 0);
		fs::create_directory(folder.path("b.db.sim"));
		const Status lock = SimulationLock::take(folder.path("a.db")).status();
		CHECK(lock.code() == StatusCode::permission_denied);
		CHECK(lock.message().find("it is a pipe or a device, and no file; move it away") !=
				std::string::npos);
		CHECK(SimulationLock::take(folder.path("b.db")).status().message().find("it is a folder") !=
				std::string::npos);
		IdMarks marks;
		CHECK(marks.open(folder.path("a.db"), "a1b2", {}).message().find("a pipe or a device") !=
				std::string::npos);
	}
}

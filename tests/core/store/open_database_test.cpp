#include "core/store/migrations.h"
#include "core/store/open_database.h"
#include "core/store/transaction.h"
#include "scratch.h"
#include "whole_schema.h"

#include <fstream>
#include <iterator>
#include <thread>

using namespace agent_runtime;

namespace {

const WallTime NOON = WallTime(std::chrono::seconds(1'767'268'800)); // 2026-01-01T12:00:00Z

void write_file(const std::string &path, const std::string &content) {
	std::ofstream(path, std::ios::binary) << content;
}

Result<OpenedDatabase> open_quickly(const std::string &path) {
	return open_whole(path, ManualClock(NOON), { .busy_limit = std::chrono::milliseconds(5) });
}

// A closed file with some pages of events.
void make_store(const std::string &path) {
	Database database = open_store(path);
	for (int i = 0; i < 200; ++i) {
		EventDraft event = test_event("agent_spoke");
		const std::string text(200, 'x');
		event.data = text;
		REQUIRE(append_event(database, event).ok());
	}
}

} // namespace

TEST_SUITE("open_database") {
	TEST_CASE("a new file is made with its folders, its tables and an epoch") {
		const ScratchFolder folder;
		const std::string path = folder.path("some/where/a.db");
		Result<OpenedDatabase> opened = open_quickly(path);
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(opened.value().created);
		CHECK_FALSE(opened.value().set_aside.has_value());
		Database &database = opened.value().database;
		for (const std::string table :
				{ "events", "agents", "agent_conversations", "agent_tasks", "agent_state_history",
						"meta", "inputs", "steps", "room_versions", "conversation_search" }) {
			CAPTURE(table);
			CHECK(database.integer("SELECT count(*) FROM sqlite_schema WHERE name = ?1", 0, table)
							.value() == 1);
		}
		CHECK(event_log_epoch(database).value().size() == 16);
		CHECK(database.text("PRAGMA journal_mode", "").value() == "wal");
		CHECK(database.integer("PRAGMA auto_vacuum", 0).value() == 2);
		CHECK(database.integer("PRAGMA synchronous", 0).value() == 1);
	}

	TEST_CASE("a file that exists is opened as it was left") {
		const ScratchFolder folder;
		std::string epoch;
		{
			Database database = open_store(folder.path("a.db"));
			epoch = event_log_epoch(database).value();
			REQUIRE(append_event(database, test_event("agent_spoke")).ok());
		}
		Result<OpenedDatabase> again = open_quickly(folder.path("a.db"));
		REQUIRE(again.ok());
		CHECK_FALSE(again.value().created);
		CHECK(event_log_epoch(again.value().database).value() == epoch);
		CHECK(types_in_log(again.value().database) == std::vector<std::string>{ "agent_spoke" });
	}

	TEST_CASE("two files have two epochs") {
		const ScratchFolder folder;
		Database first = open_store(folder.path("a.db"));
		Database second = open_store(folder.path("b.db"));
		CHECK(event_log_epoch(first).value() != event_log_epoch(second).value());
	}

	TEST_CASE("several threads can make the same new file at once") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		std::vector<std::string> problems(4);
		std::vector<std::thread> threads;
		threads.reserve(problems.size());
		for (std::string &problem : problems) {
			threads.emplace_back(
					[&] { problem = open_whole(path, SystemClock()).status().to_string(); });
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		for (const std::string &problem : problems) {
			CHECK(problem == "ok");
		}
	}

	TEST_CASE("a folder that cannot be made is named, and the permission is what is missing") {
		const ScratchFolder folder;
		write_file(folder.path("file"), "no folder");
		const Result<OpenedDatabase> opened = open_quickly(folder.path("file/below/a.db"));
		CHECK(opened.status().code() == StatusCode::permission_denied);
		CHECK(opened.status().message().find("file/below") != std::string::npos);
	}

	TEST_CASE("a path that is a folder is refused") {
		const ScratchFolder folder;
		std::filesystem::create_directory(folder.path("a.db"));
		CHECK(open_quickly(folder.path("a.db")).status().code() == StatusCode::permission_denied);
	}

	TEST_CASE("a file of something else is set aside as it is, and a new one is made") {
		const ScratchFolder folder;
		const std::string content = "this was never a database, but is dear to somebody\n";
		write_file(folder.path("a.db"), content + std::string(5000, '.'));
		Result<OpenedDatabase> opened = open_quickly(folder.path("a.db"));
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		REQUIRE(opened.value().set_aside.has_value());
		CHECK(opened.value().created);
		CHECK(opened.value().set_aside->path == folder.path("a.db.corrupt-20260101T120000Z"));
		CHECK_FALSE(opened.value().set_aside->reason.empty());
		CHECK(content_of(opened.value().set_aside->path).starts_with(content));
		CHECK(append_event(opened.value().database, test_event("agent_spoke")).ok());
	}

	TEST_CASE("a second corrupt file in the same second gets a name of its own") {
		const ScratchFolder folder;
		for (int i = 0; i < 2; ++i) {
			write_file(folder.path("a.db"), std::string(5000, static_cast<char>('a' + i)));
			REQUIRE(open_quickly(folder.path("a.db")).ok());
		}
		CHECK(content_of(folder.path("a.db.corrupt-20260101T120000Z")) == std::string(5000, 'a'));
		CHECK(content_of(folder.path("a.db.corrupt-20260101T120000Z.2")) == std::string(5000, 'b'));
	}

	TEST_CASE("a file that was cut off is set aside") {
		const ScratchFolder folder;
		make_store(folder.path("a.db"));
		std::filesystem::resize_file(folder.path("a.db"), 20'000);
		const Result<OpenedDatabase> opened = open_quickly(folder.path("a.db"));
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(opened.value().set_aside.has_value());
	}

	TEST_CASE("a file with a page overwritten is set aside") {
		const ScratchFolder folder;
		make_store(folder.path("a.db"));
		std::string content = content_of(folder.path("a.db"));
		REQUIRE(content.size() > 80'000);
		content.replace(content.size() - 8192, 4096, std::string(4096, '\xA5'));
		write_file(folder.path("a.db"), content);
		const Result<OpenedDatabase> opened = open_quickly(folder.path("a.db"));
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		REQUIRE(opened.value().set_aside.has_value());
		CHECK(content_of(opened.value().set_aside->path) == content);
	}

	TEST_CASE("damage that is found by what is read first sets the file aside, and the new one is "
			  "read") {
		const ScratchFolder folder;
		make_store(folder.path("a.db"));
		int reads = 0;
		OpenOptions options;
		options.read_first = [&](Database &database) {
			++reads;
			const bool is_new = types_in_log(database).empty();
			return is_new ? Status() : Status(StatusCode::corrupt, "a page is damaged");
		};
		const Result<OpenedDatabase> opened =
				open_whole(folder.path("a.db"), ManualClock(NOON), options);
		REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
		CHECK(reads == 2);
		REQUIRE(opened.value().set_aside.has_value());
		CHECK(opened.value().set_aside->reason == "a page is damaged");
	}

	TEST_CASE("any other failure of what is read first leaves the file where it is") {
		const ScratchFolder folder;
		make_store(folder.path("a.db"));
		OpenOptions options;
		options.read_first = [](Database &) { return Status(StatusCode::internal, "no"); };
		CHECK(open_whole(folder.path("a.db"), ManualClock(NOON), options).status().code() ==
				StatusCode::internal);
		CHECK(folder.names() == std::vector<std::string>{ "a.db" });
	}

	TEST_CASE("a file of a newer program is refused and not touched") {
		const ScratchFolder folder;
		{
			Database database = open_store(folder.path("a.db"));
			REQUIRE(database.exec("PRAGMA user_version = 999").ok());
		}
		const std::string before = content_of(folder.path("a.db"));
		const Result<OpenedDatabase> opened = open_quickly(folder.path("a.db"));
		CHECK(opened.status().code() == StatusCode::unsupported);
		CHECK(opened.status().message().find("999") != std::string::npos);
		CHECK(content_of(folder.path("a.db")) == before);
		CHECK(folder.names() == std::vector<std::string>{ "a.db" });
	}

	TEST_CASE("a database of another program is refused and not touched") {
		const ScratchFolder folder;
		{
			Result<Database> stranger = Database::connect(folder.path("a.db"), {});
			REQUIRE(stranger.ok());
			REQUIRE(stranger.value().exec("CREATE TABLE bookmarks(url TEXT)").ok());
		}
		const std::string before = content_of(folder.path("a.db"));
		CHECK(open_quickly(folder.path("a.db")).status().code() == StatusCode::failed_precondition);
		CHECK(content_of(folder.path("a.db")) == before);
	}

	TEST_CASE(
			"a file that a stranger keeps locked is unavailable, and is there when it is let go") {
		const ScratchFolder folder;
		make_store(folder.path("a.db"));
		{
			Database stranger = connect_again(folder.path("a.db"));
			REQUIRE(stranger.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").ok());
			CHECK(open_quickly(folder.path("a.db")).status().code() == StatusCode::unavailable);
		}
		CHECK(open_quickly(folder.path("a.db")).ok());
		CHECK(folder.names() == std::vector<std::string>{ "a.db" });
	}
}

TEST_SUITE("migrations") {
	TEST_CASE("running them again changes nothing") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		const std::string epoch = event_log_epoch(database).value();
		CHECK(migrate(database).ok());
		CHECK(event_log_epoch(database).value() == epoch);
		CHECK(read_versions(database).value() == newest_versions(game_schema()));
		CHECK(database.integer("PRAGMA application_id", 0).value() == STORE_APPLICATION_ID);
	}

	TEST_CASE("a step that fails leaves nothing of itself") {
		const ScratchFolder folder;
		Result<Database> connected = connect_whole(folder.path("a.db"));
		REQUIRE(connected.ok());
		// It stands in the way of a table that the step makes late.
		REQUIRE(connected.value().exec("CREATE TABLE claims(other TEXT)").ok());
		CHECK_FALSE(migrate(connected.value()).ok());
		CHECK(connected.value().integer("SELECT count(*) FROM sqlite_schema", 0).value() == 1);
		CHECK(connected.value().integer("PRAGMA user_version", -1).value() == 0);
	}
}

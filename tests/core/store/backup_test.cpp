#include "core/store/backup.h"
#include "scratch.h"

#include <fstream>

using namespace agent_runtime;

namespace {

void append_some(Database &database, int count) {
	const std::string text(2000, 'x');
	for (int i = 0; i < count; ++i) {
		EventDraft event = test_event("e");
		event.data = text;
		REQUIRE(append_event(database, event).ok());
	}
}

using Names = std::vector<std::string>;

} // namespace

TEST_SUITE("back_up") {
	TEST_CASE("the copy is the database of one moment, though others write meanwhile") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append_some(database, 100);
		Database source = connect_again(folder.path("a.db"));
		int steps = 0;
		const BackupOptions options = { .pages_a_step = 5, .keep_going = [&](int left, int pages) {
										   CHECK(left < pages);
										   append_some(database, 1);
										   ++steps;
										   return true;
									   } };
		const Status status = back_up(source, folder.path("copy.db"), options);
		REQUIRE_MESSAGE(status.ok(), status.to_string());
		CHECK(steps > 3);
		Database copy = open_store(folder.path("copy.db"));
		CHECK(types_in_log(copy).size() == 100);
		CHECK(copy.text("PRAGMA integrity_check", "").value() == "ok");
		CHECK(types_in_log(database).size() == static_cast<std::size_t>(100 + steps));
	}

	TEST_CASE("the copy has an epoch of its own") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		REQUIRE(back_up(database, folder.path("copy.db")).ok());
		Database copy = open_store(folder.path("copy.db"));
		CHECK(event_log_epoch(copy).value() != event_log_epoch(database).value());
	}

	TEST_CASE("one that is cancelled leaves nothing behind") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append_some(database, 20);
		const BackupOptions cancelled = { .pages_a_step = 1,
			.keep_going = [](int, int) { return false; } };
		CHECK(back_up(database, folder.path("copy.db"), cancelled).code() == StatusCode::cancelled);
		CHECK(folder.names() == Names{ "a.db", "a.db-shm", "a.db-wal" });
		REQUIRE(back_up(database, folder.path("copy.db")).ok());
		CHECK(folder.names() == Names{ "a.db", "a.db-shm", "a.db-wal", "copy.db" });
	}

	TEST_CASE("nothing that is there is replaced or removed, nor taken for a part of the copy") {
		for (const char *name : { "", "-wal", "-shm", "-journal", ".part", ".part-wal", ".part-shm",
					 ".part-journal" }) {
			const ScratchFolder folder;
			Database database = open_store(folder.path("a.db"));
			const std::string there = folder.path("copy.db") + name;
			std::ofstream(there) << "of somebody";
			const Status status = back_up(database, folder.path("copy.db"));
			CHECK(status.code() == StatusCode::already_exists);
			CHECK(status.message().find("\"" + there + "\"") != std::string::npos);
			std::string text;
			std::getline(std::ifstream(there), text);
			CHECK(text == "of somebody");
			CHECK(folder.names() ==
					Names{ "a.db", "a.db-shm", "a.db-wal", std::string("copy.db") + name });
		}
	}

	TEST_CASE("a file that comes while the copy is made stays as it is") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append_some(database, 20);
		const BackupOptions options = { .pages_a_step = 1, .keep_going = [&](int, int) {
										   std::ofstream(folder.path("copy.db")) << "of somebody";
										   return true;
									   } };
		CHECK(back_up(database, folder.path("copy.db"), options).code() ==
				StatusCode::already_exists);
		std::string text;
		std::getline(std::ifstream(folder.path("copy.db")), text);
		CHECK(text == "of somebody");
		CHECK(folder.names() == Names{ "a.db", "a.db-shm", "a.db-wal", "copy.db" });
	}

	TEST_CASE("a database cannot be backed up onto itself, or to nowhere") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(back_up(database, folder.path("a.db")).code() == StatusCode::already_exists);
		CHECK(back_up(database, folder.path("none/copy.db")).code() ==
				StatusCode::permission_denied);
	}
}

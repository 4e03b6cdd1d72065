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

	TEST_CASE("an older copy is replaced, and one that is cancelled leaves it as it was") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		append_some(database, 20);
		REQUIRE(back_up(database, folder.path("copy.db")).ok());
		append_some(database, 20);
		const BackupOptions cancelled = { .pages_a_step = 1,
			.keep_going = [](int, int) { return false; } };
		CHECK(back_up(database, folder.path("copy.db"), cancelled).code() == StatusCode::cancelled);
		{
			Database copy = open_store(folder.path("copy.db"));
			CHECK(types_in_log(copy).size() == 20);
		}
		REQUIRE(back_up(database, folder.path("copy.db")).ok());
		{
			Database copy = open_store(folder.path("copy.db"));
			CHECK(types_in_log(copy).size() == 40);
		}
		CHECK(folder.names() == Names{ "a.db", "a.db-shm", "a.db-wal", "copy.db" });
	}

	TEST_CASE("a database cannot be backed up onto itself, or to nowhere") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(back_up(database, folder.path("a.db")).code() == StatusCode::invalid_argument);
		CHECK(back_up(database, folder.path("none/copy.db")).code() ==
				StatusCode::permission_denied);
	}
}

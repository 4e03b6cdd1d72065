#include "core/store/database.h"
#include "core/store/sqlite_status.h"
#include "core/store/transaction.h"
#include "scratch.h"

#include <array>
#include <cstddef>
#include <thread>

#include <sqlite3.h>

using namespace agent_runtime;

namespace {

Database with_table(const ScratchFolder &folder) {
	Result<Database> connected = Database::connect(folder.path("a.db"), {});
	REQUIRE(connected.ok());
	REQUIRE(connected.value().exec("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE)").ok());
	return std::move(connected).value();
}

} // namespace

TEST_SUITE("Database") {
	TEST_CASE("values of every kind come back as they were bound") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		const std::array<std::byte, 3> bytes = { std::byte(1), std::byte(0), std::byte(255) };
		const std::optional<std::int64_t> nothing;
		Query rows(database, "SELECT ?1, ?2, ?3, ?4, ?5, ?6", -7, 2.5, std::string("Ада\0!", 8),
				Blob{ bytes }, nothing, std::optional<double>(0.5));
		REQUIRE(rows.next());
		CHECK(rows.integer(0) == -7);
		CHECK(rows.real(1) == 2.5);
		CHECK(rows.text(2) == std::string_view("Ада\0!", 8));
		REQUIRE(rows.blob(3).bytes.size() == 3);
		CHECK(rows.blob(3).bytes[2] == std::byte(255));
		CHECK(rows.is_null(4));
		CHECK(rows.real(5) == 0.5);
		CHECK_FALSE(rows.next());
		CHECK(rows.status().ok());
	}

	TEST_CASE("an empty text is stored as a text and not as nothing") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		REQUIRE(database.run("INSERT INTO t VALUES(1, ?1)", std::string_view()).ok());
		Query rows(database, "SELECT b FROM t");
		REQUIRE(rows.next());
		CHECK_FALSE(rows.is_null(0));
	}

	TEST_CASE("a statement runs again with other values, and forgets the old ones") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		REQUIRE(database.run("INSERT INTO t VALUES(?1, ?2)", 1, "a").ok());
		REQUIRE(database.run("INSERT INTO t VALUES(?1, ?2)", 2, "b").ok());
		CHECK(database.last_insert_id() == 2);
		REQUIRE(database.run("INSERT INTO t VALUES(?1, ?2)", 3).ok());
		CHECK(database.text("SELECT b FROM t WHERE a = 3", "none").value() == "none");
		CHECK(database.integer("SELECT count(*) FROM t", 0).value() == 3);
	}

	TEST_CASE("a query can run inside another of the same text") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		REQUIRE(database.exec("INSERT INTO t VALUES(1, 'a'), (2, 'b')").ok());
		const std::string_view sql = "SELECT a FROM t ORDER BY a";
		int pairs = 0;
		for (Query outer(database, sql); outer.next();) {
			for (Query inner(database, sql); inner.next();) {
				pairs += 1;
			}
		}
		CHECK(pairs == 4);
	}

	TEST_CASE("an error names the statement, which works the next time") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		REQUIRE(database.run("INSERT INTO t VALUES(?1, ?2)", 1, "a").ok());
		const Status twice = database.run("INSERT INTO t VALUES(?1, ?2)", 1, "b");
		CHECK(twice.code() == StatusCode::failed_precondition);
		CHECK(twice.message().find("INSERT INTO t") != std::string::npos);
		CHECK(database.storage_failure().ok());
		CHECK(database.run("INSERT INTO t VALUES(?1, ?2)", 2, "b").ok());
	}

	TEST_CASE("a misspelt statement is an error and not a crash") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		CHECK(database.run("INSERT INTO nowhere VALUES(?1)", 1).code() == StatusCode::internal);
		CHECK(database.integer("SELEKT 1", 0).status().code() == StatusCode::internal);
		CHECK(database.run("INSERT INTO t(a) VALUES(?1)", 1, 2).code() ==
				StatusCode::invalid_argument);
	}

	TEST_CASE("a lock that stays makes a write fail as unavailable, after the limit") {
		const ScratchFolder folder;
		Database first = with_table(folder);
		Database second = connect_again(folder.path("a.db"), std::chrono::milliseconds(5));
		const Result<Transaction> held = Transaction::begin(first);
		REQUIRE(held.ok());
		const Status status = second.run("INSERT INTO t VALUES(1, 'a')");
		CHECK(status.code() == StatusCode::unavailable);
		CHECK(second.storage_failure() == status);
	}

	TEST_CASE("a lock that goes is waited for") {
		const ScratchFolder folder;
		Database first = with_table(folder);
		Database second = connect_again(folder.path("a.db"));
		Result<Transaction> held = Transaction::begin(first);
		REQUIRE(held.ok());
		std::thread other([&] { CHECK(second.run("INSERT INTO t VALUES(1, 'a')").ok()); });
		CHECK(held.value().commit().ok());
		other.join();
		CHECK(first.integer("SELECT count(*) FROM t", 0).value() == 1);
	}

	TEST_CASE("a full file says so, and what was there stays") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		REQUIRE(database.exec("PRAGMA max_page_count = 8").ok());
		Status status;
		for (int i = 0; i < 100 && status.ok(); ++i) {
			status = database.run(
					"INSERT INTO t VALUES(?1, ?2)", i, std::string(1000, 'x') + std::to_string(i));
		}
		CHECK(status.code() == StatusCode::exhausted);
		CHECK(database.storage_failure().code() == StatusCode::exhausted);
		CHECK(database.text("PRAGMA integrity_check", "").value() == "ok");
	}

	TEST_CASE("a statement that is watched ends when it is told to") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		int looks = 0;
		database.watch([&] { return ++looks < 3; });
		const std::string endless =
				"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
				"SELECT max(i) FROM n";
		CHECK(database.integer(endless, 0).status().code() == StatusCode::cancelled);
		database.watch({});
		CHECK(database.integer("SELECT 1", 0).value() == 1);
		CHECK(looks == 3);
	}

	TEST_CASE("a file that may only be read refuses writes with a code of its own") {
		const ScratchFolder folder;
		{ const Database database = with_table(folder); }
		Result<Database> reading =
				Database::connect(folder.path("a.db"), { .access = Access::read_only });
		REQUIRE(reading.ok());
		const Status status = reading.value().run("INSERT INTO t VALUES(1, 'a')");
		CHECK(status.code() == StatusCode::permission_denied);
	}

	TEST_CASE("each result code of SQLite that can be met has a code of ours") {
		CHECK(status_code_of_sqlite(SQLITE_FULL) == StatusCode::exhausted);
		CHECK(status_code_of_sqlite(SQLITE_CORRUPT_INDEX) == StatusCode::corrupt);
		CHECK(status_code_of_sqlite(SQLITE_NOTADB) == StatusCode::corrupt);
		CHECK(status_code_of_sqlite(SQLITE_BUSY_SNAPSHOT) == StatusCode::unavailable);
		CHECK(status_code_of_sqlite(SQLITE_IOERR_FSYNC) == StatusCode::unavailable);
		CHECK(status_code_of_sqlite(SQLITE_CANTOPEN) == StatusCode::permission_denied);
		CHECK(status_code_of_sqlite(SQLITE_INTERRUPT) == StatusCode::cancelled);
		CHECK(status_code_of_sqlite(SQLITE_MISUSE) == StatusCode::internal);
		CHECK(is_storage_failure(SQLITE_IOERR_WRITE));
		CHECK_FALSE(is_storage_failure(SQLITE_CONSTRAINT_UNIQUE));
	}
}

TEST_SUITE("Transaction") {
	TEST_CASE("what is not committed is undone") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		{
			const Result<Transaction> transaction = Transaction::begin(database);
			REQUIRE(transaction.ok());
			REQUIRE(database.run("INSERT INTO t VALUES(1, 'a')").ok());
		}
		CHECK_FALSE(database.in_transaction());
		CHECK(database.integer("SELECT count(*) FROM t", -1).value() == 0);
	}

	TEST_CASE("what is committed stays") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		Result<Transaction> transaction = Transaction::begin(database);
		REQUIRE(transaction.ok());
		REQUIRE(database.run("INSERT INTO t VALUES(1, 'a')").ok());
		CHECK(transaction.value().commit().ok());
		CHECK(database.integer("SELECT count(*) FROM t", -1).value() == 1);
	}

	TEST_CASE("work that goes well is committed, and else leaves nothing") {
		const ScratchFolder folder;
		Database database = with_table(folder);
		const Status refused(StatusCode::cancelled, "not now");
		Status outcome = refused;
		const auto work = [&] {
			REQUIRE(database.run("INSERT INTO t VALUES(1, 'a')").ok());
			return outcome;
		};
		CHECK(transact(database, work) == refused);
		CHECK(database.integer("SELECT count(*) FROM t", -1).value() == 0);
		outcome = Status();
		CHECK(transact(database, work).ok());
		CHECK_FALSE(database.in_transaction());
		CHECK(database.integer("SELECT count(*) FROM t", -1).value() == 1);
	}
}

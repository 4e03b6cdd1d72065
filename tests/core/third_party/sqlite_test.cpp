// What the core relies on in the SQLite that is linked: these fail when its build flags change.
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <sqlite3.h>

namespace {

struct CloseDatabase {
	void operator()(sqlite3 *database) const { sqlite3_close(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

Database open_in_memory() {
	sqlite3 *database = nullptr;
	REQUIRE(sqlite3_open(":memory:", &database) == SQLITE_OK);
	return Database(database);
}

int run(const Database &database, const char *sql) {
	return sqlite3_exec(database.get(), sql, nullptr, nullptr, nullptr);
}

// The first column of the first row, as text.
std::string first_value(const Database &database, const char *sql) {
	sqlite3_stmt *statement = nullptr;
	REQUIRE(sqlite3_prepare_v2(database.get(), sql, -1, &statement, nullptr) == SQLITE_OK);
	REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
	const unsigned char *text = sqlite3_column_text(statement, 0);
	std::string value = text == nullptr ? "" : reinterpret_cast<const char *>(text);
	sqlite3_finalize(statement);
	return value;
}

} // namespace

TEST_SUITE("SQLite as linked") {
	TEST_CASE("the library is the one the header belongs to") {
		CHECK(std::string(sqlite3_libversion()) == SQLITE_VERSION);
		CHECK(std::string(sqlite3_sourceid()) == SQLITE_SOURCE_ID);
	}

	TEST_CASE("it is safe with one connection a thread, and cannot load foreign code") {
		CHECK(sqlite3_threadsafe() == 2);
		CHECK(sqlite3_compileoption_used("OMIT_LOAD_EXTENSION") == 1);
		CHECK(sqlite3_compileoption_used("OMIT_DEPRECATED") == 1);
	}

	TEST_CASE("full text search finds words in any script") {
		const Database database = open_in_memory();
		REQUIRE(run(database, "CREATE VIRTUAL TABLE memory USING fts5(text)") == SQLITE_OK);
		REQUIRE(run(database, "INSERT INTO memory VALUES ('Ада видела дракона'), ('a lamp')") ==
				SQLITE_OK);
		CHECK(first_value(database, "SELECT text FROM memory WHERE memory MATCH 'дракона'") ==
				"Ада видела дракона");
	}

	TEST_CASE("JSON can be queried") {
		const Database database = open_in_memory();
		CHECK(first_value(database, "SELECT json_extract('{\"a\":[1,2]}', '$.a[1]')") == "2");
	}

	TEST_CASE("a misspelt column in double quotes is an error, not a string") {
		const Database database = open_in_memory();
		REQUIRE(run(database, "CREATE TABLE agents(name)") == SQLITE_OK);
		CHECK(run(database, "SELECT \"nmae\" FROM agents") == SQLITE_ERROR);
	}

	TEST_CASE("foreign keys hold without being asked for") {
		const Database database = open_in_memory();
		CHECK(first_value(database, "PRAGMA foreign_keys") == "1");
	}
}

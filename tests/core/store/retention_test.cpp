#include "core/log/event_log.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/retention_policy.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"
#include "scratch.h"

using namespace agent_runtime;

namespace {

constexpr std::int64_t COUNT = 1000;

struct Store {
	ScratchFolder folder;
	Database database = open_store(folder.path("a.db"));
	ManualClock clock;

	// Has one event for each minute up to now.
	Store() {
		Result<Transaction> transaction = Transaction::begin(database);
		REQUIRE(transaction.ok());
		const std::string text(500, 'x');
		for (std::int64_t i = 0; i < COUNT; ++i) {
			EventDraft event = test_event("e");
			event.ts = clock.wall_now() - std::chrono::minutes(COUNT - i);
			event.data = text;
			REQUIRE(append_event(database, event).ok());
		}
		REQUIRE(transaction.value().commit().ok());
	}

	Retention retention(const RetentionPolicy &policy) {
		return { game_schema(), policy.plan(), clock };
	}

	std::int64_t first() { return database.integer("SELECT min(id) FROM events", 0).value(); }
	std::int64_t count() { return database.integer("SELECT count(*) FROM events", 0).value(); }
};

int run_to_the_end(Retention &retention, Database &database) {
	int pieces = 0;
	bool more = true;
	while (more) {
		const Result<bool> result = retention.run(database);
		REQUIRE_MESSAGE(result.ok(), result.status().to_string());
		more = result.value();
		++pieces;
		REQUIRE(pieces < 1000);
	}
	return pieces;
}

const RetentionPolicy NOTHING = { .max_age = std::nullopt,
	.max_events = std::nullopt,
	.max_bytes = std::nullopt,
	.keep_events = 10 };

} // namespace

TEST_SUITE("retention") {
	TEST_CASE("by count: the newest stay, in several pieces, and the log says where it begins") {
		Store store;
		RetentionPolicy policy = NOTHING;
		policy.max_events = 100;
		Retention retention = store.retention(policy);
		CHECK(run_to_the_end(retention, store.database) > 3);
		CHECK(store.count() == 100);
		CHECK(store.first() == 901);
		const Result<EventPage> page = read_events(store.database, { .after = EventId(500) });
		REQUIRE(page.ok());
		CHECK(page.value().gap);
		CHECK(page.value().oldest == EventId(901));
	}

	TEST_CASE("by age: what is older goes") {
		Store store;
		RetentionPolicy policy = NOTHING;
		policy.max_age = std::chrono::minutes(250);
		Retention retention = store.retention(policy);
		run_to_the_end(retention, store.database);
		CHECK(store.count() == 250);
	}

	TEST_CASE("by size: the file's content comes below the bound, and the pages go back to the "
			  "disk") {
		Store store;
		const std::int64_t before = store.database.integer("PRAGMA page_count", 0).value();
		RetentionPolicy policy = NOTHING;
		policy.max_bytes = before * 4096 / 2;
		Retention retention = store.retention(policy);
		run_to_the_end(retention, store.database);
		CHECK(store.count() < COUNT * 3 / 4);
		CHECK(store.count() >= 10);
		const std::int64_t pages = store.database.integer("PRAGMA page_count", 0).value();
		const std::int64_t unused = store.database.integer("PRAGMA freelist_count", 0).value();
		CHECK((pages - unused) * 4096 <= *policy.max_bytes);
		CHECK(unused <= 256);
	}

	TEST_CASE(
			"by size: a file keeps what was usual when it was made, unless another bound is set") {
		Store store;
		const auto bound_is = [&](const std::string &bytes) {
			REQUIRE(write_meta(store.database, "max_bytes", bytes).ok());
		};
		RetentionPolicy policy = NOTHING;
		policy.max_bytes = RetentionPolicy().max_bytes;
		Retention usual = store.retention(policy);
		CHECK(read_meta(store.database, "max_bytes").value() == "200000000");
		run_to_the_end(usual, store.database);
		bound_is("1000000000");
		run_to_the_end(usual, store.database);
		CHECK(store.count() == COUNT);
		bound_is("300000");
		run_to_the_end(usual, store.database);
		const std::int64_t left = store.count();
		CHECK(left < COUNT);
		policy.max_bytes = 200'000;
		Retention own = store.retention(policy);
		bound_is("1000000000");
		run_to_the_end(own, store.database);
		CHECK(store.count() < left);
	}

	TEST_CASE("by size: the usual bound counts as one that is set, and in place of one that makes "
			  "no sense") {
		Store store;
		RetentionPolicy policy = NOTHING;
		const auto first_after = [&](const char *of_file) {
			REQUIRE(write_meta(store.database, "max_bytes", of_file).ok());
			Retention retention = store.retention(policy);
			run_to_the_end(retention, store.database);
			return store.first();
		};
		policy.max_bytes = RetentionPolicy().max_bytes;
		for (const char *of_file : { "0", "-1", "-9223372036854775808", "", "much" }) {
			CAPTURE(of_file);
			CHECK(first_after(of_file) == 1); // 200 MB are not reached
		}
		policy.max_bytes = RetentionPlan::USUAL_BYTES;
		CHECK(first_after("300000") == 1);
		policy.max_bytes = RetentionPolicy().max_bytes;
		CHECK(first_after("300000") > 1);
	}

	TEST_CASE("pages that became free are given back") {
		Store store;
		RetentionPolicy policy = NOTHING;
		policy.max_events = 10;
		REQUIRE(store.database
						.exec("CREATE TABLE filler(x); INSERT INTO filler "
							  "VALUES(zeroblob(4000000));"
							  "DROP TABLE filler")
						.ok());
		const std::int64_t before = store.database.integer("PRAGMA page_count", 0).value();
		Retention retention = store.retention(policy);
		run_to_the_end(retention, store.database);
		CHECK(store.database.integer("PRAGMA page_count", 0).value() < before - 500);
	}

	TEST_CASE("the newest events stay whatever the policy says") {
		Store store;
		RetentionPolicy policy = NOTHING;
		policy.max_events = 0;
		policy.max_bytes = 1;
		policy.max_age = Micros(0);
		Retention retention = store.retention(policy);
		run_to_the_end(retention, store.database);
		CHECK(store.count() == 10);
		CHECK(newest_event_id(store.database).value() == EventId(COUNT));
	}
}

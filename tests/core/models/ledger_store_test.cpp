#include "core/models/ledger_store.h"

#include "core/models/ledger_tables.h"
#include "core/store/migrations.h"

#include "../store/scratch.h"
#include "../store/whole_schema.h"
#include "ledger_program.h"
#include "ledger_runs.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

Spender ada() {
	return { { "agent:ada", "group:town \"x\"" } };
}

Logger log_to(Diary &log) {
	return Logger(std::make_shared<CallbackLogSink>([&log](const LogRecord &record) {
		log.add(std::string(record.message));
	}),
			LogLevel::error);
}

// A real file as the disk of a random run.
class FileDisk : public LedgerDisk {
public:
	explicit FileDisk(std::string path) :
			path_(std::move(path)) {}

	BooksAnswer open(const Reservation &reservation) override {
		std::optional<BooksAnswer> answer;
		program_->store().open(reservation, [&](const BooksAnswer &said) { answer = said; });
		REQUIRE(program_->settle_down().ok());
		REQUIRE(answer);
		REQUIRE(answer->status.ok());
		return *answer;
	}
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override {
		program_->store().close(reservation, spent);
	}
	LedgerBooks read() override {
		program_.reset();
		Database database = open_store(path_);
		Result<LedgerBooks> books =
				read_ledger(database, LedgerOwner::this_process(), WallTime(), {});
		REQUIRE(books.ok());
		program_ = std::make_unique<LedgerProgram>(path_);
		return std::move(books).value();
	}

private:
	const std::string path_;
	std::unique_ptr<LedgerProgram> program_;
};

} // namespace

TEST_SUITE("LedgerStore") {
	TEST_CASE(
			"a paid call starts when its reservation is in the file, and what it came to is there "
			"at the next start") {
		const ScratchFolder folder;
		{
			LedgerProgram program(folder.path("a.db"));
			std::vector<Status> told;
			const Ledger::Reserved place = program.ledger->reserve(
					ada(), MOST, [&](const BooksAnswer &answer) { told.push_back(answer.status); });
			CHECK_FALSE(place.may_start);
			REQUIRE(program.settle_down().ok());
			CHECK(told == std::vector<Status>{ Status() });
			CHECK(program.wakes == 1);
			Database other = connect_again(folder.path("a.db"));
			CHECK(other.integer("SELECT count(DISTINCT reservation) FROM ledger_open", 0).value() ==
					1);
			REQUIRE(program.ledger->settle(place.id, ACTUAL).ok());
			REQUIRE(program.settle_down().ok());
			CHECK(other.integer("SELECT count(DISTINCT reservation) FROM ledger_open", 0).value() ==
					0);
		}
		LedgerProgram again(folder.path("a.db"));
		CHECK(again.log.entries().empty());
		for (const std::string account : { "agent:ada", "group:town \"x\"", "total" }) {
			CHECK(again.ledger->report(account).spent == spending_of(ACTUAL, true));
		}
	}

	TEST_CASE("a call that costs nothing starts at once, and is in the file all the same") {
		const ScratchFolder folder;
		LedgerProgram program(folder.path("a.db"));
		const Ledger::Reserved place = program.ledger->reserve(ada(), { 100, 50, {} }, {});
		CHECK(place.may_start);
		REQUIRE(program.settle_down().ok());
		CHECK(program.wakes == 0);
		Database other = connect_again(folder.path("a.db"));
		CHECK(other.integer("SELECT count(DISTINCT reservation) FROM ledger_open", 0).value() == 1);
	}

	TEST_CASE("what was open when the program died counts in full, once, and the log says so") {
		const ScratchFolder folder;
		{
			LedgerProgram program(folder.path("a.db"));
			program.ledger->reserve(ada(), MOST);
			const Ledger::Reserved released = program.ledger->reserve(ada(), MOST);
			REQUIRE(program.ledger->release(released.id).ok());
			program.ledger->reserve(ada(), { 7, 0, {} });
		}
		Spending expected = spending_of(MOST, true);
		expected += spending_of({ 7, 0, {} }, false);
		{
			LedgerProgram again(folder.path("a.db"));
			REQUIRE(again.log.entries().size() == 1);
			CHECK(again.log.entries()[0].find("2 calls") != std::string::npos);
			CHECK(again.ledger->report("agent:ada").spent == expected);
			const Ledger::Reserved next = again.ledger->reserve(ada(), MOST);
			REQUIRE(again.ledger->release(next.id).ok());
		}
		LedgerProgram once_more(folder.path("a.db"));
		CHECK(once_more.log.entries().empty());
		CHECK(once_more.ledger->report("total").spent == expected);
	}

	TEST_CASE("a refill outlives the program, and what was spent does too") {
		const ScratchFolder folder;
		{
			LedgerProgram program(folder.path("a.db"));
			for (int i = 0; i < 3; ++i) {
				const Ledger::Reserved place = program.ledger->reserve(ada(), MOST);
				REQUIRE(program.ledger->settle(place.id, ACTUAL).ok());
				if (i == 1) {
					for (const std::string account : { "agent:ada", "group:town \"x\"", "total" }) {
						program.ledger->refill(account);
					}
				}
			}
		}
		LedgerProgram again(folder.path("a.db"));
		CHECK(again.ledger->report("agent:ada").spent.calls == 3);
		CHECK(again.ledger->report("agent:ada").counted == spending_of(ACTUAL, true));
		CHECK(again.ledger->report("total").counted == spending_of(ACTUAL, true));
	}

	TEST_CASE("while the file cannot be written no paid call starts, and what others came to is "
			  "written later") {
		const ScratchFolder folder;
		WriterOptions options;
		options.busy_limit = std::chrono::milliseconds(5);
		options.retry_every = std::chrono::milliseconds(2);
		{
			LedgerProgram program(folder.path("a.db"), options);
			const Ledger::Reserved running = program.ledger->reserve(ada(), MOST);
			REQUIRE(program.settle_down().ok());
			std::vector<Status> told;
			{
				Database stranger = connect_again(folder.path("a.db"));
				REQUIRE(stranger.exec("BEGIN IMMEDIATE").ok());
				program.ledger->reserve(ada(), MOST,
						[&](const BooksAnswer &answer) { told.push_back(answer.status); });
				REQUIRE(program.ledger->settle(running.id, ACTUAL).ok());
				CHECK_FALSE(program.settle_down().ok());
				REQUIRE(told.size() == 1);
				CHECK(told[0].code() == StatusCode::unavailable);
				CHECK(program.ledger->open() == 0);
			}
		}
		LedgerProgram again(folder.path("a.db"));
		CHECK(again.log.entries().empty()); // what did not start is not open
		CHECK(again.ledger->report("total").spent == spending_of(ACTUAL, true));
	}

	TEST_CASE("a store whose writer has stopped lets no paid call start") {
		const ScratchFolder folder;
		Writer writer;
		const SystemClock clock;
		LedgerStore store(writer, LedgerOwner::this_process(), clock, {});
		Ledger ledger({}, &store);
		std::vector<Status> told;
		ledger.reserve(
				ada(), MOST, [&](const BooksAnswer &answer) { told.push_back(answer.status); });
		CHECK(told.empty());
		store.deliver();
		REQUIRE(told.size() == 1);
		CHECK_FALSE(told[0].ok());
	}

	TEST_CASE(
			"while the database takes nothing free calls are added up, paid ones refused, and the "
			"books are exact in the end") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		const SystemClock clock;
		Writer writer; // which takes nothing before it is started
		LedgerStore store(writer, LedgerOwner::this_process(), clock, {});
		Ledger ledger({}, &store);
		const Cost free{ 8, 2, {} };
		constexpr int CALLS = 3 * static_cast<int>(LedgerStore::MOST_WAITING);
		for (int i = 0; i < CALLS; i++) {
			const Ledger::Reserved place = ledger.reserve(ada(), free);
			REQUIRE(place.may_start);
			REQUIRE(ledger.settle(place.id, free).ok());
		}
		const Ledger::Reserved open = ledger.reserve(ada(), free);
		ledger.refill("agent:ada");
		std::vector<Status> told;
		ledger.reserve(
				ada(), MOST, [&](const BooksAnswer &answer) { told.push_back(answer.status); });
		store.deliver();
		REQUIRE(told.size() == 1);
		CHECK(told[0].message().find("takes no more") != std::string::npos);

		REQUIRE(writer.start(open_store(path), {}).ok());
		store.deliver();
		REQUIRE(ledger.settle(open.id, free).ok()); // has begun when its row could not be stored
		REQUIRE(writer.flush().ok());
		CHECK(writer.stats().operations <= LedgerStore::MOST_WAITING + 4);
		Database other = connect_again(path);
		CHECK(other.integer("SELECT calls FROM ledger WHERE account = 'agent:ada'", 0).value() ==
				CALLS + 1);
		CHECK(other.integer("SELECT refilled_calls FROM ledger WHERE account = 'agent:ada'", 0)
						.value() == CALLS);
		CHECK(other.integer("SELECT input_tokens FROM ledger WHERE account = 'total'", 0).value() ==
				8 * (CALLS + 1));
		CHECK(other.integer("SELECT count(*) FROM ledger_open", 0).value() == 0);
		writer.stop();
	}

	TEST_CASE("a refill that was made while too much waited outlives the failure, and takes in "
			  "what was before it alone") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		const SystemClock clock;
		const Cost free{ 8, 2, {} };
		Writer writer; // which takes nothing before it is started
		LedgerStore store(writer, LedgerOwner::this_process(), clock, {});
		Ledger ledger({}, &store);
		const auto call = [&](const Spender &who) {
			REQUIRE(ledger.settle(ledger.reserve(who, free).id, free).ok());
		};
		const ReservationId early = ledger.reserve(ada(), free).id; // has a row
		for (std::size_t i = 0; i < 2 * LedgerStore::MOST_WAITING; i++) {
			call(ada());
			ledger.refill("group:x");
		}
		ledger.refill("agent:ada");
		call(ada());
		ledger.refill("agent:ada");
		call(ada());
		ledger.refill_each("group");
		REQUIRE(ledger.settle(early, free).ok());
		call({ { "agent:bob" } });
		constexpr int BEFORE = 2 * static_cast<int>(LedgerStore::MOST_WAITING) + 1;

		REQUIRE(writer.start(open_store(path), {}).ok());
		int looks = 0;
		ledger.look({ "agent:ada", "group:town \"x\"", "agent:bob" }, [&] { ++looks; });
		REQUIRE(writer.flush().ok());
		store.deliver();
		CHECK(looks == 1);
		CHECK(ledger.report("agent:ada").spent.calls == BEFORE + 2);
		CHECK(ledger.report("agent:ada").counted.calls == 2);
		CHECK(ledger.report("group:town \"x\"").spent.calls == BEFORE + 2);
		CHECK(ledger.report("group:town \"x\"").counted.calls == 1);
		CHECK(ledger.report("agent:bob").counted.calls == 1);
		CHECK(ledger.report("total").counted.calls == BEFORE + 3);
		CHECK(writer.stats().operations <= LedgerStore::MOST_WAITING + 5);
		writer.stop();
	}

	TEST_CASE("refills are not stored without end, and the log says which, and what is lost") {
		const SystemClock clock;
		Diary log;
		Writer writer;
		const std::string beyond = std::to_string(2 * LedgerStore::MOST_WAITING);
		{
			LedgerStore store(writer, LedgerOwner::this_process(), clock, {}, log_to(log));
			for (std::size_t i = 0; i <= 2 * LedgerStore::MOST_WAITING; i++) {
				store.refill("agent:" + std::to_string(i));
			}
			REQUIRE(log.entries().size() == 1);
			CHECK(log.entries()[0].find("agent:" + beyond) != std::string::npos);
			store.refill("agent:" + std::to_string(2 * LedgerStore::MOST_WAITING - 1)); // again
			CHECK(log.entries().size() == 1);
		}
		REQUIRE(log.entries().size() == 2);
		CHECK(log.entries()[1].find(beyond + " refills,") != std::string::npos);
	}

	TEST_CASE("what can never be stored is told in one line, and of each kind what comes of it") {
		const SystemClock clock;
		Diary log;
		Writer writer;
		{
			LedgerStore store(writer, LedgerOwner::this_process(), clock, {}, log_to(log));
			const Spending spent = spending_of(MOST, true);
			store.open({ ReservationId(1), {}, {}, false }, {});
			store.open({ ReservationId(2), {}, {}, false }, {});
			store.close({ ReservationId(2), {}, {}, false }, Spending());
			store.close({ ReservationId(3), {}, MOST, true }, spent);
			store.refill("agent:ada");
			CHECK(log.entries().empty());
		}
		REQUIRE(log.entries().size() == 1);
		for (const std::string part : { "2 starts of free calls, which alone count nothing",
					 "1 end of paid calls, which count in full", "1 end of free calls, ",
					 "1 refill, so that caps count from" }) {
			CAPTURE(part);
			CHECK(log.entries()[0].find(part) != std::string::npos);
		}
		CHECK(log.entries()[0].find(" sum") == std::string::npos);
	}

	TEST_CASE("calls that were open in a file of the first version count in full, once") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		{
			Database file = Database::connect(path, { .schema = game_schema() }).value();
			FileVersions versions = newest_versions(file.schema());
			versions.rooms[std::string(ledger_tables().room)] = 1;
			REQUIRE(make_tables(file, versions).ok());
			REQUIRE(file.exec("INSERT INTO ledger VALUES"
							  "('total', 3, 3, 1200, 300, 4500, 1, 1, 400, 100, 1500);"
							  "INSERT INTO ledger_open VALUES"
							  "(7, '[\"agent:ada\",\"group:x\",\"agent:ada\",\"total\"]', 1, 100, "
							  "50,"
							  " 700), (8, '[\"agent:ada\",\"total\"]', 0, 10, 5, 0),"
							  "(9, 'torn [', 1, 100, 50, 9000), (10, '[]', 0, -7, 5, 0),"
							  "(11, '{\"a\": 7}', 0, 1, 0, 0)")
							.ok());
		}
		Spending of_ada = spending_of(MOST, true);
		of_ada += spending_of({ 10, 5, {} }, false);
		Spending of_all = of_ada;
		of_all += { 3, 3, 1200, 300, { 4500 } };
		of_all += spending_of({ 100, 50, { 9000 } }, true);
		of_all += spending_of({ 0, 5, {} }, false);
		of_all += spending_of({ 1, 0, {} }, false);
		{
			const LedgerProgram program(path);
			CHECK(program.log.entries().size() == 1);
			CHECK(program.ledger->report("agent:ada").spent == of_ada);
			CHECK(program.ledger->report("group:x").spent == spending_of(MOST, true));
			CHECK(program.ledger->report("total").spent == of_all);
			CHECK(program.ledger->report("total").counted.money.micro_dollars == 12'700);
		}
		const LedgerProgram again(path);
		CHECK(again.log.entries().empty());
		CHECK(again.ledger->report("total").spent == of_all);
	}

	TEST_CASE("in random runs with crashes the books in a real file add up exactly") {
		const ScratchFolder folder;
		int crashes = 0;
		for (std::uint64_t seed = 1; seed <= 30; ++seed) {
			CAPTURE(seed);
			FileDisk disk(folder.path(std::to_string(seed) + ".db"));
			crashes += run_ledger(disk, 5'000 + seed, 70).crashes;
		}
		CHECK(crashes > 10);
	}
}

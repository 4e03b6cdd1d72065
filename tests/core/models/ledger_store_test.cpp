#include "core/models/ledger_store.h"

#include "core/store/writer.h"

#include "../store/scratch.h"
#include "ledger_runs.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

const Cost MOST{ 100, 50, { 700 } };
const Cost ACTUAL{ 80, 20, { 300 } };

// One run of a program on a file: reads the books, writes them, and can die at any moment.
class Program {
public:
	explicit Program(const std::string &path, WriterOptions options = {}) {
		Database database = open_store(path);
		Result<LedgerBooks> books = read_ledger(database, log_);
		REQUIRE_MESSAGE(books.ok(), books.status().to_string());
		REQUIRE(writer_.start(std::move(database), options).ok());
		store_ = std::make_unique<LedgerStore>(writer_, [this] { ++wakes; });
		ledger = std::make_unique<Ledger>(books.value(), store_.get());
	}
	~Program() {
		ledger.reset();
		store_.reset();
		writer_.stop();
	}

	// Waits until everything requested is written.
	Status settle_down() {
		Status status = writer_.flush();
		store_->deliver();
		return status;
	}
	LedgerStore &store() { return *store_; }

	std::unique_ptr<Ledger> ledger;
	std::atomic<int> wakes{ 0 };
	std::vector<std::string> lines;

private:
	const Logger log_{ std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
						  lines.emplace_back(record.message);
					  }),
		LogLevel::info };
	Writer writer_;
	std::unique_ptr<LedgerStore> store_;
};

Spender ada() {
	return { { "agent:ada", "group:town \"x\"" } };
}

// A real file as the disk of a random run.
class FileDisk : public LedgerDisk {
public:
	explicit FileDisk(std::string path) :
			path_(std::move(path)) {}

	void open(const Reservation &reservation) override {
		bool kept = false;
		program_->store().open(reservation, [&](const Status &status) { kept = status.ok(); });
		REQUIRE(program_->settle_down().ok());
		REQUIRE(kept);
	}
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override {
		program_->store().close(reservation, spent);
	}
	LedgerBooks read() override {
		program_.reset();
		Database database = open_store(path_);
		Result<LedgerBooks> books = read_ledger(database, {});
		REQUIRE(books.ok());
		program_ = std::make_unique<Program>(path_);
		return std::move(books).value();
	}

private:
	const std::string path_;
	std::unique_ptr<Program> program_;
};

} // namespace

TEST_SUITE("LedgerStore") {
	TEST_CASE(
			"a paid call starts when its reservation is in the file, and what it came to is there "
			"at the next start") {
		const ScratchFolder folder;
		{
			Program program(folder.path("a.db"));
			std::vector<Status> told;
			const Ledger::Reserved place = program.ledger->reserve(
					ada(), MOST, [&](const Status &status) { told.push_back(status); });
			CHECK_FALSE(place.may_start);
			REQUIRE(program.settle_down().ok());
			CHECK(told == std::vector<Status>{ Status() });
			CHECK(program.wakes == 1);
			Database other = connect_again(folder.path("a.db"));
			CHECK(other.integer("SELECT count(*) FROM ledger_open", 0).value() == 1);
			REQUIRE(program.ledger->settle(place.id, ACTUAL).ok());
			REQUIRE(program.settle_down().ok());
			CHECK(other.integer("SELECT count(*) FROM ledger_open", 0).value() == 0);
		}
		Program again(folder.path("a.db"));
		CHECK(again.lines.empty());
		for (const std::string account : { "agent:ada", "group:town \"x\"", "total" }) {
			CHECK(again.ledger->report(account).spent == spending_of(ACTUAL, true));
		}
	}

	TEST_CASE("a call that costs nothing starts at once, and is in the file all the same") {
		const ScratchFolder folder;
		Program program(folder.path("a.db"));
		const Ledger::Reserved place = program.ledger->reserve(ada(), { 100, 50, {} }, {});
		CHECK(place.may_start);
		REQUIRE(program.settle_down().ok());
		CHECK(program.wakes == 0);
		Database other = connect_again(folder.path("a.db"));
		CHECK(other.integer("SELECT count(*) FROM ledger_open", 0).value() == 1);
	}

	TEST_CASE("what was open when the program died counts in full, once, and the log says so") {
		const ScratchFolder folder;
		{
			Program program(folder.path("a.db"));
			program.ledger->reserve(ada(), MOST);
			const Ledger::Reserved released = program.ledger->reserve(ada(), MOST);
			REQUIRE(program.ledger->release(released.id).ok());
			program.ledger->reserve(ada(), { 7, 0, {} });
		}
		Spending expected = spending_of(MOST, true);
		expected += spending_of({ 7, 0, {} }, false);
		{
			Program again(folder.path("a.db"));
			REQUIRE(again.lines.size() == 1);
			CHECK(again.lines[0].find("2 calls") != std::string::npos);
			CHECK(again.ledger->report("agent:ada").spent == expected);
			const Ledger::Reserved next = again.ledger->reserve(ada(), MOST);
			CHECK(next.id > ReservationId(1));
			REQUIRE(again.ledger->release(next.id).ok());
		}
		Program once_more(folder.path("a.db"));
		CHECK(once_more.lines.empty());
		CHECK(once_more.ledger->report("total").spent == expected);
	}

	TEST_CASE("a refill outlives the program, and what was spent does too") {
		const ScratchFolder folder;
		{
			Program program(folder.path("a.db"));
			for (int i = 0; i < 3; ++i) {
				const Ledger::Reserved place = program.ledger->reserve(ada(), MOST);
				REQUIRE(program.ledger->settle(place.id, ACTUAL).ok());
				if (i == 1) {
					program.ledger->refill_all();
				}
			}
		}
		Program again(folder.path("a.db"));
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
			Program program(folder.path("a.db"), options);
			const Ledger::Reserved running = program.ledger->reserve(ada(), MOST);
			REQUIRE(program.settle_down().ok());
			std::vector<Status> told;
			{
				Database stranger = connect_again(folder.path("a.db"));
				REQUIRE(stranger.exec("BEGIN IMMEDIATE").ok());
				program.ledger->reserve(
						ada(), MOST, [&](const Status &status) { told.push_back(status); });
				REQUIRE(program.ledger->settle(running.id, ACTUAL).ok());
				CHECK_FALSE(program.settle_down().ok());
				REQUIRE(told.size() == 1);
				CHECK(told[0].code() == StatusCode::unavailable);
				CHECK(program.ledger->open() == 0);
			}
		}
		Program again(folder.path("a.db"));
		CHECK(again.lines.empty()); // what did not start is not open
		CHECK(again.ledger->report("total").spent == spending_of(ACTUAL, true));
	}

	TEST_CASE("a store whose writer has stopped lets no paid call start") {
		const ScratchFolder folder;
		Writer writer;
		LedgerStore store(writer, {});
		Ledger ledger({}, &store);
		std::vector<Status> told;
		ledger.reserve(ada(), MOST, [&](const Status &status) { told.push_back(status); });
		CHECK(told.empty());
		store.deliver();
		REQUIRE(told.size() == 1);
		CHECK_FALSE(told[0].ok());
	}

	TEST_CASE("an open call whose accounts cannot be read is charged to the total") {
		const ScratchFolder folder;
		{
			Database database = open_store(folder.path("a.db"));
			REQUIRE(database.run("INSERT INTO ledger_open VALUES(9, 'torn [', 1, 100, 50, 700)")
							.ok());
		}
		Program program(folder.path("a.db"));
		CHECK(program.ledger->report("total").spent == spending_of(MOST, true));
		CHECK(program.ledger->reserve(ada(), MOST).id == ReservationId(10));
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

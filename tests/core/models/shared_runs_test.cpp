// Random runs of several ledgers on one file: their calls overlap, what they write and are told
// comes later, and they die in the middle of it.
#include "core/base/rng.h"
#include "core/models/ledger.h"
#include "core/models/ledger_decisions.h"
#include "core/models/ledger_rows.h"
#include "core/models/ledger_tables.h"
#include "core/store/migrations.h"
#include "core/store/transaction.h"

#include "../sanitized.h"

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <set>

using namespace agent_runtime;

namespace {

// The file, and what must stand in it.
struct SharedFile {
	explicit SharedFile(Database &shared) :
			database(shared) {
		REQUIRE(database.exec("DELETE FROM ledger; DELETE FROM ledger_open").ok());
	}

	LedgerOwner owner(const std::string &name) {
		return { name, [this](const std::string &other) {
					return ended.contains(other) ? ProcessLife::ended : ProcessLife::alive;
				} };
	}
	void add(const Reservation &reservation, const Spending &spent) {
		for (const PayingAccount &account : reservation.accounts) {
			expected[account.name] += spent;
		}
	}
	// Its open calls count in full, whoever finds them.
	void kill(const std::string &name) {
		ended.insert(name);
		for (const auto &[key, reservation] : open) {
			if (key.first == name) {
				add(reservation, spending_of(reservation.most, true));
			}
		}
		std::erase_if(open, [&](const auto &each) { return each.first.first == name; });
	}

	Database &database;
	std::set<std::string> ended;
	std::map<std::pair<std::string, ReservationId>, Reservation> open;
	std::map<std::string, Spending> expected;
};

// Writes later and in order, and answers later still.
class LateJournal : public LedgerJournal {
public:
	LateJournal(SharedFile &file, const std::string &name) :
			file_(file),
			owner_(file.owner(name)) {}

	void open(const Reservation &reservation, Done done) override {
		waiting_.push_back([this, reservation, done = std::move(done)] {
			const BooksAnswer answer = decide(
					[&] { return decide_open(file_.database, owner_, reservation, WallTime()); });
			if (answer.may_start()) {
				REQUIRE(file_.open.emplace(std::pair(owner_.name, reservation.id), reservation)
								.second);
			}
			answers_.push_back([answer, done] { done(answer); });
		});
	}
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override {
		waiting_.push_back([this, reservation, spent] {
			bool was_open = false;
			const Status written = transact(file_.database, [&] {
				const Result<bool> closed =
						decide_close(file_.database, owner_, reservation, spent);
				was_open = closed.value_or(false);
				return closed.status();
			});
			REQUIRE(written.ok());
			REQUIRE(was_open == (file_.open.erase({ owner_.name, reservation.id }) > 0));
			if (was_open && spent) {
				file_.add(reservation, *spent);
			}
		});
	}
	void refill(const std::string &) override {}
	void refill_each(const std::string &) override {}
	void look(const std::vector<std::string> &accounts, Done done) override {
		waiting_.push_back([this, accounts, done = std::move(done)] {
			const BooksAnswer answer = decide(
					[&] { return decide_look(file_.database, owner_, accounts, WallTime()); });
			answers_.push_back([answer, done] { done(answer); });
		});
	}

	void write(std::size_t most) { run(waiting_, most); }
	void deliver(std::size_t most) { run(answers_, most); }
	void settle_down() {
		write(waiting_.size());
		deliver(answers_.size());
	}

private:
	using Pieces = std::deque<std::function<void()>>;

	BooksAnswer decide(const std::function<Result<BooksDecision>()> &what) {
		Result<BooksDecision> decision = BooksDecision();
		const Status status = transact(file_.database, [&] {
			decision = what();
			return decision.status();
		});
		REQUIRE(status.ok());
		return decision.value().answer;
	}
	static void run(Pieces &pieces, std::size_t most) {
		for (; most > 0 && !pieces.empty(); --most) {
			const std::function<void()> piece = std::move(pieces.front());
			pieces.pop_front();
			piece();
		}
	}

	SharedFile &file_;
	const LedgerOwner owner_;
	Pieces waiting_;
	Pieces answers_;
};

struct OpenTry {
	Cost most;
	ReservationId place;
	bool may_start = false;
};

struct SharingProgram {
	std::string name;
	std::unique_ptr<LateJournal> journal;
	std::unique_ptr<Ledger> ledger;
	std::vector<std::shared_ptr<OpenTry>> tries;
};

// What has happened in all runs.
struct SharedEvents {
	int calls = 0;
	int deaths = 0;
	int refusals_at_once = 0;
	int refusals_of_books = 0;
	int refusals_for_others = 0;
};

class SharedRun {
public:
	SharedRun(Database &database, std::uint64_t seed, SharedEvents &events) :
			file_(database),
			chance_(seed),
			events_(events) {
		const auto cap = [&](std::int64_t most) {
			return chance_.chance(0.5) ? chance_.between(1, most) : 0;
		};
		for (Caps *caps : { &caps_.total, &caps_.group, &caps_.agent }) {
			const std::int64_t part = caps == &caps_.agent ? 1 : 3;
			*caps = { cap(15 * part), cap(12 * part), cap(5'000 * part), { cap(9'000 * part) } };
		}
		programs_.resize(static_cast<std::size_t>(chance_.between(2, 3)));
		for (SharingProgram &program : programs_) {
			start(program);
		}
	}

	void live(int steps) {
		for (int i = 0; i < steps; ++i) {
			step(programs_[chance_.uniform(programs_.size())]);
		}
		for (SharingProgram &program : programs_) {
			while (!program.tries.empty()) {
				end_one(program, true);
			}
			program.journal->settle_down();
		}
		for (SharingProgram &program : programs_) {
			check(program);
		}
	}

private:
	void start(SharingProgram &program) {
		program.name = "program " + std::to_string(++started_);
		Result<LedgerBooks> books = LedgerBooks();
		REQUIRE(transact(file_.database, [&] {
			const LedgerOwner owner = file_.owner(program.name);
			const Result<Spending> charged = charge_at_start(file_.database, owner, WallTime());
			books = read_accounts(file_.database, program.name);
			return first_failure(charged, books);
		}).ok());
		program.journal = std::make_unique<LateJournal>(file_, program.name);
		program.ledger = std::make_unique<Ledger>(books.value(), program.journal.get());
		program.ledger->set_caps(caps_);
	}

	void step(SharingProgram &program) {
		const std::int64_t dice = chance_.between(0, 99);
		const std::size_t some = static_cast<std::size_t>(chance_.between(1, 3));
		if (dice < 25) {
			begin_one(program);
		} else if (dice < 50) {
			program.journal->write(some);
		} else if (dice < 70) {
			program.journal->deliver(some);
		} else if (dice < 88) {
			end_one(program, chance_.chance(0.2));
		} else if (dice < 98) {
			program.ledger->look(program.ledger->held_elsewhere(), [] {});
		} else {
			die(program);
		}
	}

	void die(SharingProgram &program) {
		++events_.deaths;
		file_.kill(program.name);
		program.tries.clear();
		program.ledger.reset();
		start(program); // what its journal had not written is lost
	}

	void begin_one(SharingProgram &program) {
		const std::shared_ptr<OpenTry> attempt = std::make_shared<OpenTry>();
		attempt->most = { chance_.between(1, 400), chance_.between(1, 100),
			{ chance_.between(1, 900) } };
		const std::string agent(1, static_cast<char>('a' + chance_.between(0, 3)));
		const Ledger::Reserved place =
				program.ledger->reserve({ { agent_account(agent), "group:town" } }, attempt->most,
						[this, &program, weak = std::weak_ptr(attempt)](const BooksAnswer &answer) {
							judged(program, weak.lock(), answer);
						});
		if (place.refusal) {
			++events_.refusals_at_once;
			return;
		}
		REQUIRE_FALSE(place.may_start);
		attempt->place = place.id;
		program.tries.push_back(attempt);
	}

	void judged(SharingProgram &program, const std::shared_ptr<OpenTry> &attempt,
			const BooksAnswer &answer) {
		REQUIRE(attempt != nullptr);
		attempt->may_start = answer.may_start();
		if (answer.refusal) {
			++events_.refusals_of_books;
			events_.refusals_for_others += answer.refusal->is_held_elsewhere ? 1 : 0;
			std::erase(program.tries, attempt);
		}
	}

	// A call, or, with `may_release`, one that may not start yet.
	void end_one(SharingProgram &program, bool may_release) {
		if (program.tries.empty()) {
			return;
		}
		const std::size_t index = chance_.uniform(program.tries.size());
		const std::shared_ptr<OpenTry> attempt = program.tries[index];
		if (!attempt->may_start && !may_release) {
			return;
		}
		program.tries.erase(program.tries.begin() + static_cast<std::ptrdiff_t>(index));
		if (!attempt->may_start) {
			REQUIRE(program.ledger->release(attempt->place).ok());
			return;
		}
		++events_.calls;
		// Up to twice what was reserved, which is the limit of the ledger's promise.
		const std::int64_t percent = chance_.between(0, chance_.chance(0.2) ? 200 : 100);
		const Cost actual{ attempt->most.input_tokens * percent / 100,
			attempt->most.output_tokens * percent / 100,
			{ attempt->most.money.micro_dollars * percent / 100 } };
		worst_.input_tokens =
				std::max(worst_.input_tokens, actual.tokens() - attempt->most.tokens());
		worst_.money.micro_dollars = std::max(worst_.money.micro_dollars,
				actual.money.micro_dollars - attempt->most.money.micro_dollars);
		REQUIRE(program.ledger->settle(attempt->place, actual).ok());
	}

	// Exact to the millionth of a dollar, and caps are passed by one call's overrun at most.
	void check(SharingProgram &program) {
		std::vector<std::string> names = { "agent:a", "agent:b", "agent:c", "agent:d", "group:town",
			"total" };
		bool has_looked = false;
		program.ledger->look(names, [&] { has_looked = true; });
		program.journal->settle_down();
		REQUIRE(has_looked);
		for (const std::string &name : names) {
			CAPTURE(name);
			const AccountReport report = program.ledger->report(name);
			REQUIRE(report.spent == file_.expected[name]);
			REQUIRE(report.reserved == Spending());
			const CapAmounts limits = report.caps.amounts();
			const CapAmounts spent = cap_amounts(report.spent);
			const CapAmounts beyond = { 0, 0, worst_.input_tokens, worst_.money.micro_dollars };
			for (std::size_t kind = 0; kind < limits.size(); ++kind) {
				REQUIRE((limits[kind] == 0 || spent[kind] <= limits[kind] + beyond[kind]));
			}
		}
		REQUIRE(file_.database.integer("SELECT count(*) FROM ledger_open", -1).value() == 0);
	}

	SharedFile file_;
	Rng chance_;
	SharedEvents &events_;
	LedgerCaps caps_;
	Cost worst_; // by how much one call has come to more than was reserved
	int started_ = 0;
	std::vector<SharingProgram> programs_;
};

} // namespace

TEST_SUITE("Books that several programs share, in random runs") {
	TEST_CASE(
			"whatever overlaps and whoever dies, the books are exact, and no cap is passed by more "
			"than one call's difference") {
		static const std::array<const RoomTables *, 1> rooms = { &ledger_tables() };
		Database database = Database::connect("", { .schema = rooms }).value();
		REQUIRE(migrate(database).ok());
		// Everything runs on one thread.
		const int runs = test::IS_SANITIZED ? 100 : 1'000;
		SharedEvents events;
		for (int seed = 1; seed <= runs; ++seed) {
			CAPTURE(seed);
			SharedRun(database, static_cast<std::uint64_t>(seed), events).live(250);
		}
		// All that the runs are about has happened, and often.
		CHECK(events.calls > 5 * runs);
		CHECK(events.deaths > runs);
		CHECK(events.refusals_at_once > 5 * runs);
		CHECK(events.refusals_of_books > runs);
		CHECK(events.refusals_for_others > runs / 2);
	}
}

// Ledgers of several programs with their books in one file. In one process, where each is given an
// owner of its own; tests/peers has the same with real processes.
#include "core/models/ledger_rows.h"

#include "ledger_program.h"

#include <set>

using namespace agent_runtime;

namespace {

const Cost FREE{ 10, 5, {} };

Spender ada_in_town() {
	return { { "agent:ada", "group:town" } };
}

// The programs on one file, and which of them have ended.
class Programs {
public:
	LedgerProgram &start(const std::string &name) {
		return *running_.emplace(name,
								std::make_unique<LedgerProgram>(
										path(), WriterOptions(), owner(name)))
						.first->second;
	}
	// What it has not ended stays open in the file.
	void kill(const std::string &name) {
		running_.at(name)->settle_down().ok();
		running_.erase(name);
		ended_->insert(name);
	}
	// What it has written goes on as it is, while nobody can say whether it lives.
	void lose(const std::string &name) { lost_->insert(name); }

	std::string path() const { return folder_.path("books.db"); }
	std::int64_t in_file(const std::string &sql) const {
		return connect_again(path()).integer(sql, 0).value();
	}
	std::int64_t open_calls() const {
		return in_file("SELECT count(*) FROM ledger_open WHERE account = 'total'");
	}
	Spending spent(const std::string &account) const {
		Database database = connect_again(path());
		return read_account(database, "nobody", account).value().book.spent;
	}

private:
	LedgerOwner owner(const std::string &name) const {
		return { name, [ended = ended_, lost = lost_](const std::string &other) {
					return ended->contains(other)	? ProcessLife::ended
							: lost->contains(other) ? ProcessLife::unknown
													: ProcessLife::alive;
				} };
	}

	const ScratchFolder folder_;
	// The writers' threads ask, but not while a test changes them.
	const std::shared_ptr<std::set<std::string>> ended_ = std::make_shared<std::set<std::string>>();
	const std::shared_ptr<std::set<std::string>> lost_ = std::make_shared<std::set<std::string>>();
	std::map<std::string, std::unique_ptr<LedgerProgram>> running_;
};

// A paid call that the books let start.
ReservationId begin_call(LedgerProgram &program, const Cost &most = MOST) {
	bool may_start = false;
	const Ledger::Reserved place = program.ledger->reserve(ada_in_town(), most,
			[&](const BooksAnswer &answer) { may_start = answer.may_start(); });
	REQUIRE_FALSE(place.refusal);
	REQUIRE(program.settle_down().ok());
	REQUIRE(may_start);
	return place.id;
}

// Why a call may not start, by the program's own judgement or by that of the books.
std::optional<BudgetRefusal> refusal_of(LedgerProgram &program, const Cost &most = MOST) {
	std::optional<BudgetRefusal> refusal;
	const Ledger::Reserved place = program.ledger->reserve(
			ada_in_town(), most, [&](const BooksAnswer &answer) { refusal = answer.refusal; });
	REQUIRE(program.settle_down().ok());
	return place.refusal ? place.refusal : refusal;
}

AccountReport look_at(LedgerProgram &program, const std::string &account) {
	bool done = false;
	program.ledger->look({ account }, [&] { done = true; });
	REQUIRE(program.settle_down().ok());
	REQUIRE(done);
	return program.ledger->report(account);
}

void settle(LedgerProgram &program, ReservationId call, const Cost &actual = ACTUAL) {
	REQUIRE(program.ledger->settle(call, actual).ok());
	REQUIRE(program.settle_down().ok());
}

} // namespace

TEST_SUITE("Books that several programs share") {
	TEST_CASE("each program has its own calls, and sees what the others hold and have spent") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		const ReservationId of_game = begin_call(game);
		const ReservationId of_tool = begin_call(tool);
		CHECK(of_game == of_tool); // each counts for itself
		CHECK(programs.open_calls() == 2);
		CHECK(look_at(game, "group:town").reserved.calls == 2);
		settle(tool, of_tool);
		CHECK(programs.open_calls() == 1);
		const AccountReport seen = look_at(game, "group:town");
		CHECK(seen.spent == spending_of(ACTUAL, true));
		CHECK(seen.reserved == spending_of(MOST, true));
		settle(game, of_game, { 1, 1, { 11 } });
		Spending both = spending_of(ACTUAL, true);
		both += spending_of({ 1, 1, { 11 } }, true);
		for (const std::string account : { "agent:ada", "group:town", "total" }) {
			CHECK(programs.spent(account) == both);
			CHECK(look_at(game, account).spent == both);
			CHECK(look_at(tool, account).spent == both);
			CHECK(look_at(tool, account).reserved == Spending());
		}
	}

	TEST_CASE("what was spent here since the books were asked counts once") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		settle(tool, begin_call(tool));
		const ReservationId call = begin_call(game);
		bool done = false;
		game.ledger->look({ "total" }, [&] { done = true; });
		REQUIRE(game.ledger->settle(call, ACTUAL).ok());
		REQUIRE(game.settle_down().ok());
		REQUIRE(done);
		CHECK(game.ledger->report("total").spent.money.micro_dollars == 600);
		CHECK(look_at(game, "total").spent.money.micro_dollars == 600);
	}

	TEST_CASE("a program that starts charges none of the calls of those that live") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		const ReservationId call = begin_call(game);
		LedgerProgram &tool = programs.start("tool");
		CHECK(tool.log.entries().empty());
		CHECK(programs.open_calls() == 1);
		CHECK(programs.spent("total") == Spending());
		CHECK(tool.ledger->report("total").reserved == spending_of(MOST, true));
		settle(game, call);
		CHECK(programs.spent("total") == spending_of(ACTUAL, true));
	}

	TEST_CASE("of three programs one dies in the middle of a call: the call counts in full, once, "
			  "whoever finds it") {
		Programs programs;
		LedgerProgram &first = programs.start("first");
		LedgerProgram &second = programs.start("second");
		LedgerProgram &third = programs.start("third");
		const ReservationId of_first = begin_call(first);
		const ReservationId of_second = begin_call(second);
		begin_call(third);
		third.ledger->reserve(ada_in_town(), FREE);
		Spending expected = spending_of(MOST, true);
		expected += spending_of(FREE, false);
		programs.kill("third");
		LedgerProgram *finder = &first;
		LedgerProgram *other = &second;
		SUBCASE("one that looks") {
			look_at(first, "total");
		}
		SUBCASE("one that starts") {
			finder = &programs.start("fourth");
			other = &programs.start("fifth");
		}
		REQUIRE(finder->log.entries().size() == 1);
		CHECK(finder->log.entries()[0].find("2 calls to minds") == 0);
		CHECK(other->log.entries().empty());
		CHECK(programs.open_calls() == 2);
		CHECK(programs.spent("total") == expected);
		look_at(first, "total");
		look_at(second, "total");
		CHECK(programs.spent("total") == expected);
		settle(first, of_first);
		settle(second, of_second);
		expected += spending_of(ACTUAL, true);
		expected += spending_of(ACTUAL, true);
		for (const std::string account : { "agent:ada", "group:town", "total" }) {
			CHECK(programs.spent(account) == expected);
			CHECK(look_at(second, account).spent == expected);
		}
		CHECK(programs.in_file("SELECT count(*) FROM ledger_open") == 0);
	}

	TEST_CASE("a cap holds for all together, and the refusal of the books says what it is about") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		for (LedgerProgram *const program : { &game, &tool }) {
			program->ledger->set_caps({ .group = { .paid_calls = 3 } });
		}
		settle(tool, begin_call(tool));
		const ReservationId of_tool = begin_call(tool);
		const ReservationId of_game = begin_call(game);
		// The game has made one call, and knows of no other.
		std::optional<BudgetRefusal> refusal = refusal_of(game);
		REQUIRE(refusal);
		CHECK(refusal->may_pass_later);
		CHECK(refusal->is_held_elsewhere);
		CHECK(refusal->account == "group:town");
		CHECK(refusal->spent == 1);
		CHECK(refusal->reserved == 2);
		CHECK(game.ledger->open() == 1);
		CHECK(programs.open_calls() == 2);
		CHECK(game.ledger->held_elsewhere() ==
				std::vector<std::string>{ "agent:ada", "group:town", "total" });
		// Now it does, and need not ask.
		CHECK(game.ledger->reserve(ada_in_town(), MOST).refusal->is_held_elsewhere);
		settle(tool, of_tool);
		settle(game, of_game);
		look_at(game, "group:town");
		refusal = refusal_of(game);
		REQUIRE(refusal);
		CHECK_FALSE(refusal->may_pass_later);
		CHECK(refusal->spent == 3);
		CHECK(programs.spent("group:town").paid_calls == 3);
		CHECK(programs.open_calls() == 0);
	}

	TEST_CASE("near a cap calls of all programs go one after another") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		for (LedgerProgram *const program : { &game, &tool }) {
			program->ledger->set_caps({ .total = { .money = { 2'000 } } });
		}
		const ReservationId of_tool = begin_call(tool);
		// Both could cost twice as much as was reserved.
		REQUIRE(refusal_of(game));
		settle(tool, of_tool, { 80, 20, { 1'400 } });
		look_at(game, "total");
		const std::optional<BudgetRefusal> refusal = refusal_of(game);
		REQUIRE(refusal);
		CHECK_FALSE(refusal->may_pass_later);
		CHECK(programs.spent("total").money.micro_dollars == 1'400);
	}

	TEST_CASE("calls of a program that has died stand in nobody's way") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		game.ledger->set_caps({ .total = { .paid_calls = 2, .tokens = 449 } });
		begin_call(tool);
		programs.kill("tool");
		// Held, they would be too much; charged in full, they leave room for one call.
		CHECK_FALSE(refusal_of(game));
		CHECK(programs.spent("total") == spending_of(MOST, true));
		CHECK(game.log.entries().size() == 1);
		CHECK(game.ledger->report("total").spent == spending_of(MOST, true));
	}

	TEST_CASE("an account that another program refills can be spent from again") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		LedgerProgram &tool = programs.start("tool");
		game.ledger->set_caps({ .agent = { .paid_calls = 1 } });
		settle(game, begin_call(game));
		REQUIRE(refusal_of(game));
		SUBCASE("that knows it") {
			look_at(tool, "agent:ada");
		}
		SUBCASE("that has never heard of it") {
			REQUIRE(tool.ledger->report("agent:ada").spent == Spending());
		}
		tool.ledger->refill("agent:ada");
		REQUIRE(tool.settle_down().ok());
		settle(game, begin_call(game));
		CHECK(game.ledger->report("agent:ada").counted.paid_calls == 1);
		CHECK(game.ledger->report("agent:ada").spent.paid_calls == 2);
		CHECK(refusal_of(game));
	}

	TEST_CASE("a refill of each agent is one of those that only another program knows, and of no "
			  "group") {
		Programs programs;
		LedgerProgram &tool = programs.start("tool");
		LedgerProgram &game = programs.start("game");
		const Spender bob{ { "agent:bob", "group:agent:x" } };
		const ReservationId call = game.ledger->reserve(bob, MOST).id;
		REQUIRE(game.settle_down().ok());
		settle(game, call);
		REQUIRE(tool.ledger->report("agent:bob").spent == Spending()); // never heard of
		tool.ledger->refill_each("agent");
		REQUIRE(tool.settle_down().ok());
		CHECK(look_at(game, "agent:bob").counted == Spending());
		CHECK(look_at(game, "agent:bob").spent == spending_of(ACTUAL, true));
		CHECK(look_at(game, "group:agent:x").counted == spending_of(ACTUAL, true));
		CHECK(look_at(game, "total").counted == spending_of(ACTUAL, true));
	}

	TEST_CASE("an answer from before a refill does not undo it") {
		Programs programs;
		LedgerProgram &game = programs.start("game");
		settle(game, begin_call(game));
		game.ledger->look({ "agent:ada" }, [] {});
		game.ledger->refill("agent:ada");
		REQUIRE(game.settle_down().ok());
		CHECK(game.ledger->report("agent:ada").counted == Spending());
		CHECK(look_at(game, "agent:ada").counted == Spending());
	}

	TEST_CASE("calls of an owner that may live stay open for a day, and are not charged twice when "
			  "it comes back") {
		Programs programs;
		LedgerProgram &container = programs.start("container");
		LedgerProgram &game = programs.start("game");
		const ReservationId call = begin_call(container);
		programs.lose("container");
		game.clock.advance(LONGEST_CALL_OF_UNKNOWN);
		look_at(game, "total");
		CHECK(programs.open_calls() == 1);
		game.clock.advance(Micros(1));
		look_at(game, "total");
		CHECK(programs.open_calls() == 0);
		CHECK(programs.spent("total") == spending_of(MOST, true));
		settle(container, call);
		CHECK(programs.spent("total") == spending_of(MOST, true));
		CHECK(container.log.entries().size() == 1);
		CHECK(look_at(container, "total").spent == spending_of(MOST, true));
	}

	TEST_CASE("a program that starts again in its process ends what it has left") {
		const ScratchFolder folder;
		{
			LedgerProgram before(folder.path("a.db"));
			begin_call(before);
		}
		const LedgerProgram again(folder.path("a.db"));
		CHECK(again.ledger->report("total").spent == spending_of(MOST, true));
	}
}

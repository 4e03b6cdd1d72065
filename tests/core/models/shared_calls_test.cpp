// Calls whose budget other programs spend from as well: what becomes of them when the books refuse.
#include <doctest/doctest.h>

#include "patient_journal.h"
#include "thoughts_run.h"

using namespace agent_runtime;

namespace {

const AgentId THINKER(1);

// What the books say of the accounts of a thought when others hold so many calls.
BooksAnswer with_calls_elsewhere(std::int64_t calls) {
	BooksAnswer answer;
	AccountBook book;
	book.held_elsewhere = { calls, calls, 100 * calls, 10 * calls, { 110 * calls } };
	answer.accounts = { book, book };
	return answer;
}

BooksAnswer refused(bool may_pass_later) {
	BooksAnswer answer = with_calls_elsewhere(may_pass_later ? 1 : 0);
	BudgetRefusal refusal;
	refusal.account = TOTAL_ACCOUNT;
	refusal.cap = CapKind::paid_calls;
	refusal.limit = 1;
	refusal.spent = may_pass_later ? 0 : 1;
	refusal.reserved = may_pass_later ? 1 : 0;
	refusal.wanted = 1;
	refusal.may_pass_later = may_pass_later;
	refusal.is_held_elsewhere = may_pass_later;
	answer.refusal = refusal;
	return answer;
}

MindSettings with_one_call() {
	MindSettings settings = settings_for_thoughts();
	settings.caps.total.paid_calls = 1;
	return settings;
}

} // namespace

TEST_SUITE("Calls beside other programs") {
	TEST_CASE(
			"a call that the books refuse fails as one that the ledger refuses, and nothing stays "
			"reserved") {
		PatientJournal journal;
		ThoughtsRun run(with_one_call(), &journal);
		run.begin(THINKER);
		journal.waiting.at(0)(refused(false));
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].failure == MindFailure::budget_exhausted);
		CHECK(run.answers[0].error ==
				"total has spent 1 paid call of 1 paid call; this call may come to 1 paid call. "
				"Raise"
				" the cap or refill the account");
		CHECK(run.model.calls.empty());
		CHECK(run.ledger.open() == 0);
		CHECK(run.total().reserved == Spending());
		CHECK(run.calls->open() == 0);
	}

	TEST_CASE("a call that waits for one of another program looks until that has ended") {
		PatientJournal journal;
		ThoughtsRun run(with_one_call(), &journal);
		run.begin(THINKER);
		journal.waiting.at(0)(refused(true));
		CHECK(run.answers.empty());
		CHECK(run.total().reserved.calls == 1); // that of the other program
		CHECK(journal.looked.empty());
		run.pass_to_next();
		REQUIRE(journal.looked.size() == 1);
		CHECK(journal.looked[0] == std::vector<std::string>{ "agent:agent_001", "total" });
		journal.looks[0](with_calls_elsewhere(1));
		CHECK(journal.opened.size() == 1); // the ledger knows that it would be refused
		run.pass_to_next();
		REQUIRE(journal.looked.size() == 2);
		journal.looks[1](with_calls_elsewhere(0));
		REQUIRE(journal.opened.size() == 2);
		journal.waiting[1]({});
		REQUIRE(run.model.calls.size() == 1);
		run.model.last().says("Hello");
		REQUIRE(run.answers.size() == 1);
		CHECK_FALSE(run.answers[0].failure);
		CHECK_FALSE(run.calls->next_due());
	}

	TEST_CASE("books that cannot be read are looked into again") {
		PatientJournal journal;
		ThoughtsRun run(with_one_call(), &journal);
		run.begin(THINKER);
		journal.waiting.at(0)(refused(true));
		run.pass_to_next();
		journal.looks.at(0)({ Status(StatusCode::unavailable, "the disk is full"), {}, {} });
		CHECK(run.answers.empty());
		run.pass_to_next();
		CHECK(journal.looks.size() == 2);
	}

	TEST_CASE("a refusal that nobody can explain is not asked about at once again") {
		PatientJournal journal;
		ThoughtsRun run(with_one_call(), &journal);
		run.begin(THINKER);
		BooksAnswer answer = refused(true);
		answer.refusal->is_held_elsewhere = false;
		answer.accounts.clear();
		journal.waiting.at(0)(answer);
		CHECK(journal.opened.size() == 1);
		run.pass_to_next();
		journal.looks.at(0)({});
		CHECK(journal.opened.size() == 2);
	}

	TEST_CASE("calls that are gone are not told what the books say") {
		PatientJournal journal;
		ThoughtsRun run(with_one_call(), &journal);
		run.begin(THINKER);
		journal.waiting.at(0)(refused(true));
		run.pass_to_next();
		run.thoughts.reset();
		run.calls.reset();
		journal.looks.at(0)(with_calls_elsewhere(0));
		CHECK(journal.opened.size() == 1);
	}

	TEST_CASE(
			"what is exhausted as far as the ledger knows is asked of the books when it is paid") {
		PatientJournal journal;
		Ledger ledger({}, &journal);
		ledger.set_caps({ .total = { .calls = 1 } });
		const Spender ada{ { "agent:ada" } };
		const Cost paid{ 10, 5, { 15 } };
		const Ledger::Reserved first = ledger.reserve(ada, paid);
		journal.waiting.at(0)({});
		REQUIRE(ledger.settle(first.id, paid).ok());
		CHECK(journal.looked.empty());
		// One that costs nothing is refused, and the books are read for the next one.
		CHECK(ledger.reserve(ada, { 10, 5, {} }).refusal);
		CHECK(journal.looked == std::vector<std::vector<std::string>>{ { "total" } });
		CHECK_FALSE(ledger.reserve(ada, paid).refusal);
		BooksAnswer refilled;
		refilled.accounts.resize(2);
		refilled.accounts[1].spent = refilled.accounts[1].refilled_at = spending_of(paid, true);
		journal.waiting.at(1)(refilled);
		CHECK(ledger.report("total").counted == Spending());
		CHECK(ledger.report("total").spent.calls == 1);
		CHECK(ledger.open() == 1);
	}
}

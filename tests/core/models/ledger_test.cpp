#include "core/models/ledger.h"

#include "patient_journal.h"

#include <doctest/doctest.h>

#include <vector>

using namespace agent_runtime;

namespace {

Cost cost_of_one(std::int64_t tokens, std::int64_t micro_dollars) {
	return { tokens - tokens / 3, tokens / 3, { micro_dollars } };
}

Spender ada_of_town() {
	return { { "agent:ada", "group:town" } };
}

LedgerCaps with_caps(const std::string &account, const Caps &caps) {
	LedgerCaps all;
	all.accounts[account] = caps;
	return all;
}

// Makes calls that cost `actual` until one is refused; returns how many there were.
int calls_until_refused(Ledger &ledger, const Cost &most, const Cost &actual) {
	for (int calls = 0; calls < 10'000; ++calls) {
		const Ledger::Reserved place = ledger.reserve(ada_of_town(), most);
		if (place.refusal) {
			CHECK_FALSE(place.refusal->may_pass_later);
			CHECK(place.id.is_none());
			return calls;
		}
		REQUIRE(place.may_start);
		REQUIRE(ledger.settle(place.id, actual).ok());
	}
	return -1;
}

} // namespace

TEST_SUITE("Ledger") {
	TEST_CASE("each cap of each account ends a mind that never stops after the exact number of "
			  "calls") {
		struct Sample {
			Caps caps;
			CapKind kind;
			int calls;
		};
		const std::vector<Sample> samples = {
			{ { .calls = 7 }, CapKind::calls, 7 },
			{ { .paid_calls = 5 }, CapKind::paid_calls, 5 },
			{ { .tokens = 1'000 }, CapKind::tokens, 6 },
			{ { .money = { 100'000 } }, CapKind::money, 3 },
		};
		const Cost each = cost_of_one(150, 30'000);
		for (const std::string account : { "agent:ada", "group:town", "total" }) {
			for (const Sample &sample : samples) {
				CAPTURE(account);
				CAPTURE(cap_kind_name(sample.kind));
				Ledger ledger;
				ledger.set_caps(with_caps(account, sample.caps));
				CHECK(calls_until_refused(ledger, each, each) == sample.calls);
				const std::optional<BudgetRefusal> refusal =
						ledger.reserve(ada_of_town(), each).refusal;
				REQUIRE(refusal);
				CHECK(refusal->account == account);
				CHECK(refusal->cap == sample.kind);
				CHECK(ledger.report("total").spent.calls == sample.calls);
			}
		}
	}

	TEST_CASE("what a call did not need is there for the next one") {
		Ledger ledger;
		ledger.set_caps({ .total = { .tokens = 1'000 } });
		CHECK(calls_until_refused(ledger, cost_of_one(300, 1), cost_of_one(100, 1)) == 8);
		CHECK(ledger.report("total").spent.tokens() == 800);
	}

	TEST_CASE("a refusal names the account, the cap and what is spent, and a call that costs "
			  "nothing still may start") {
		Ledger ledger;
		ledger.set_caps({ .agent = { .money = { 250'000 } } });
		CHECK(calls_until_refused(ledger, cost_of_one(100, 60'000), cost_of_one(100, 60'000)) == 4);
		const std::optional<BudgetRefusal> refusal =
				ledger.reserve(ada_of_town(), cost_of_one(100, 60'000)).refusal;
		REQUIRE(refusal);
		CHECK(refusal->message() ==
				"agent:ada has spent $0.24 of $0.25; this call may come to $0.06. Raise the cap or"
				" refill the account");
		CHECK(ledger.reserve(ada_of_town(), cost_of_one(100, 0)).may_start);
		CHECK(ledger.reserve({ { "agent:bea" } }, cost_of_one(100, 60'000)).may_start);
	}

	TEST_CASE("the cautious caps let minds that cost nothing think, and end paid ones") {
		Ledger ledger;
		ledger.set_caps(cautious_caps());
		const Cost cheap = cost_of_one(100, 1);
		CHECK(calls_until_refused(ledger, cheap, cheap) == CAUTIOUS_AGENT.paid_calls);
		const Cost free = cost_of_one(100, 0);
		CHECK(calls_until_refused(ledger, free, free) == -1);
	}

	TEST_CASE("calls on their way count, and are told from what is really spent") {
		Ledger ledger;
		ledger.set_caps({ .total = { .calls = 2 } });
		const Ledger::Reserved first = ledger.reserve(ada_of_town(), cost_of_one(10, 5));
		const Ledger::Reserved second = ledger.reserve(ada_of_town(), cost_of_one(20, 6));
		CHECK(ledger.report("agent:ada").reserved.tokens() == 30);
		CHECK(ledger.report("agent:ada").spent == Spending());
		CHECK(ledger.open() == 2);
		std::optional<BudgetRefusal> refusal =
				ledger.reserve(ada_of_town(), cost_of_one(10, 5)).refusal;
		REQUIRE(refusal);
		CHECK(refusal->may_pass_later);
		CHECK(refusal->reserved == 2);
		REQUIRE(ledger.release(first.id).ok());
		CHECK(ledger.reserve(ada_of_town(), cost_of_one(10, 5)).may_start);
		REQUIRE(ledger.settle(second.id, cost_of_one(15, 6)).ok());
		CHECK(ledger.report("group:town").spent.tokens() == 15);
		CHECK(ledger.report("group:town").reserved.tokens() == 10);
	}

	TEST_CASE("near a cap calls go one after another, so that one alone can pass it") {
		Ledger ledger;
		ledger.set_caps({ .total = { .tokens = 1'000 } });
		const Ledger::Reserved first = ledger.reserve({ { "agent:ada" } }, cost_of_one(300, 1));
		const Ledger::Reserved second = ledger.reserve({ { "agent:bea" } }, cost_of_one(300, 1));
		REQUIRE(second.may_start);
		const std::optional<BudgetRefusal> refusal =
				ledger.reserve({ { "agent:cy" } }, cost_of_one(300, 1)).refusal;
		REQUIRE(refusal);
		CHECK(refusal->may_pass_later);
		REQUIRE(ledger.settle(first.id, cost_of_one(600, 1)).ok());
		REQUIRE(ledger.settle(second.id, cost_of_one(600, 1)).ok());
		// The overrun of one call, and not of both.
		CHECK(ledger.report("total").spent.tokens() == 1'200);
		CHECK(ledger.report("total").spent.tokens() <= 1'000 + 300);
	}

	TEST_CASE("a reservation ends once: what was charged is not charged again") {
		Ledger ledger;
		const Ledger::Reserved place = ledger.reserve(ada_of_town(), cost_of_one(10, 5));
		REQUIRE(ledger.settle(place.id, cost_of_one(9, 4)).ok());
		CHECK(ledger.settle(place.id, cost_of_one(9, 4)).code() == StatusCode::failed_precondition);
		CHECK(ledger.release(place.id).code() == StatusCode::failed_precondition);
		CHECK(ledger.settle_in_full(place.id).code() == StatusCode::failed_precondition);
		CHECK(ledger.report("total").spent.tokens() == 9);
		CHECK(ledger.report("total").spent.calls == 1);
		CHECK(ledger.report("total").reserved == Spending());
	}

	TEST_CASE("nobody knows what it came to: it counts in full") {
		Ledger ledger;
		const Ledger::Reserved place = ledger.reserve(ada_of_town(), cost_of_one(10, 5));
		REQUIRE(ledger.settle_in_full(place.id).ok());
		CHECK(ledger.report("total").spent == spending_of(cost_of_one(10, 5), true));
	}

	TEST_CASE("an account that is named twice pays once") {
		Ledger ledger;
		const Ledger::Reserved place = ledger.reserve(
				{ { "agent:ada", "group:town", "total", "group:town" } }, cost_of_one(10, 5));
		REQUIRE(ledger.settle(place.id, cost_of_one(10, 5)).ok());
		CHECK(ledger.report("group:town").spent.calls == 1);
		CHECK(ledger.report("agent:ada").spent.calls == 1);
		CHECK(ledger.report("total").spent.calls == 1);
	}

	TEST_CASE("a refill lets the caps count from there, and takes nothing back") {
		PatientJournal journal;
		Ledger ledger({}, &journal);
		ledger.set_caps({ .agent = { .calls = 2 } });
		const Cost free = cost_of_one(10, 0);
		CHECK(calls_until_refused(ledger, free, free) == 2);
		ledger.refill("agent:ada");
		CHECK(journal.refilled == std::vector<std::string>{ "agent:ada" });
		CHECK(calls_until_refused(ledger, free, free) == 2);
		CHECK(ledger.report("agent:ada").spent.calls == 4);
		CHECK(ledger.report("agent:ada").counted.calls == 2);
	}

	TEST_CASE("amounts that make no sense do not turn the books around") {
		Ledger ledger;
		const std::int64_t endless = std::numeric_limits<std::int64_t>::max();
		for (int i = 0; i < 100; ++i) {
			const Ledger::Reserved place =
					ledger.reserve(ada_of_town(), { endless, endless, { endless } });
			REQUIRE(ledger.settle(place.id, { endless, -endless, { endless } }).ok());
		}
		CHECK(ledger.report("total").spent.tokens() == 100 * Spending::MOST);
		CHECK(ledger.report("total").spent.output_tokens == 0);
		CHECK(ledger.report("total").reserved == Spending());
	}
}

TEST_SUITE("Ledger with a journal") {
	TEST_CASE("a call that costs money starts when its reservation is kept; a free one at once") {
		PatientJournal journal;
		Ledger ledger({}, &journal);
		std::vector<Status> told;
		const Ledger::Reserved paid = ledger.reserve(ada_of_town(), cost_of_one(10, 5),
				[&](const BooksAnswer &answer) { told.push_back(answer.status); });
		CHECK_FALSE(paid.may_start);
		CHECK_FALSE(paid.refusal);
		CHECK(journal.opened.at(0).accounts ==
				std::vector<PayingAccount>{
						{ "agent:ada", {} }, { "group:town", {} }, { "total", {} } });
		CHECK(ledger.reserve(ada_of_town(), cost_of_one(10, 0)).may_start);
		CHECK(told.empty());
		journal.waiting[0]({});
		CHECK(told == std::vector<Status>{ Status() });
		REQUIRE(ledger.settle(paid.id, cost_of_one(8, 4)).ok());
		CHECK(journal.closed.at(0).first == paid.id);
		CHECK(journal.closed.at(0).second == spending_of(cost_of_one(8, 4), true));
	}

	TEST_CASE("books that cannot be kept let no paid call start, and nothing stays reserved") {
		PatientJournal journal;
		Ledger ledger({}, &journal);
		std::vector<Status> told;
		const Ledger::Reserved place = ledger.reserve(ada_of_town(), cost_of_one(10, 5),
				[&](const BooksAnswer &answer) { told.push_back(answer.status); });
		journal.waiting[0]({ Status(StatusCode::unavailable, "the disk is full"), {}, {} });
		REQUIRE(told.size() == 1);
		CHECK(told[0].code() == StatusCode::unavailable);
		CHECK(ledger.report("total").reserved == Spending());
		CHECK(ledger.open() == 0);
		CHECK(ledger.release(place.id).code() == StatusCode::failed_precondition);
		CHECK(journal.closed.empty());
	}

	TEST_CASE("who gave up, or is gone, is not told that the reservation was kept") {
		PatientJournal journal;
		int told = 0;
		{
			Ledger ledger({}, &journal);
			const Ledger::Reserved place = ledger.reserve(
					ada_of_town(), cost_of_one(10, 5), [&](const BooksAnswer &) { ++told; });
			REQUIRE(ledger.release(place.id).ok());
			CHECK_FALSE(journal.closed.at(0).second);
			journal.waiting[0]({});
			ledger.reserve(ada_of_town(), cost_of_one(10, 5), [&](const BooksAnswer &) { ++told; });
		}
		journal.waiting[1]({});
		CHECK(told == 0);
	}

	TEST_CASE("a ledger goes on from the books it is given") {
		LedgerBooks books;
		books.accounts["agent:ada"].spent = { 3, 3, 10, 5, { 100 } };
		books.accounts["agent:ada"].refilled_at = { 1, 1, 0, 0, { 20 } };
		Ledger ledger(books);
		ledger.set_caps({ .agent = { .calls = 4 } });
		CHECK(ledger.report("agent:ada").counted.calls == 2);
		const Cost each = cost_of_one(10, 5);
		const Ledger::Reserved first = ledger.reserve(ada_of_town(), each);
		REQUIRE(ledger.settle(first.id, each).ok());
		CHECK(calls_until_refused(ledger, each, each) == 1);
	}
}

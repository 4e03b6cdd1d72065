#include "core/agents/call_book.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

RealTime after(Micros time) {
	return RealTime(time);
}

} // namespace

TEST_SUITE("CallBook") {
	TEST_CASE("a call is closed once; after that it is not open") {
		CallBook book;
		book.open({ CallId(1), AgentId(7) }, after(0s), after(1s));
		const Result<CallBook::Open> closed = book.close(CallId(1));
		REQUIRE(closed.ok());
		CHECK(closed.value().agent == AgentId(7));
		const Status again = book.close(CallId(1)).status();
		CHECK(again.code() == StatusCode::not_found);
		CHECK(again.message().find("call_001 is not open") != std::string::npos);
		CHECK(book.take_expired(after(10s)).empty());
	}

	TEST_CASE("what is not answered by its deadline expires, and can be answered no more") {
		CallBook book;
		book.open({ CallId(1), AgentId(1) }, after(0s), after(3s));
		book.open({ CallId(2), AgentId(2) }, after(0s), after(1s));
		CHECK(book.take_expired(after(999ms)).empty());
		const std::vector<CallBook::Open> expired = book.take_expired(after(1s));
		REQUIRE(expired.size() == 1);
		CHECK(expired[0].call == CallId(2));
		CHECK_FALSE(book.close(CallId(2)).ok());
		CHECK(book.size() == 1);
		const std::vector<CallBook::Open> closed = book.close_all();
		REQUIRE(closed.size() == 1);
		CHECK_FALSE(book.forget(closed[0].call)); // it is no longer in the book
		CHECK(book.size() == 0);
		CHECK_FALSE(book.next_deadline());
	}

	TEST_CASE("who forgets a call is told whether it was still open") {
		CallBook book;
		book.open({ CallId(1), AgentId(7), CallKind::walk }, after(1s), after(5s));
		CHECK(book.forget(CallId(1)));
		CHECK_FALSE(book.forget(CallId(1)));
		book.open({ CallId(2), AgentId(7), CallKind::walk }, after(1s), after(5s));
		CHECK(book.close(CallId(2)).ok());
		CHECK_FALSE(book.forget(CallId(2)));
	}

	TEST_CASE("when half its time is over a call is slow, which is told once") {
		CallBook book;
		book.open({ CallId(1), AgentId(7), CallKind::action }, after(1s), after(5s));
		CHECK(book.next_deadline() == after(3s));
		CHECK(book.take_slow(after(2999ms)).empty());
		const std::vector<CallBook::Slow> slow = book.take_slow(after(3500ms));
		REQUIRE(slow.size() == 1);
		CHECK(slow[0].call.agent == AgentId(7));
		CHECK(slow[0].call.kind == CallKind::action);
		CHECK(slow[0].waited == 2500ms);
		CHECK(book.take_slow(after(4s)).empty());
		CHECK(book.next_deadline() == after(5s));
		CHECK(book.kind_of(CallId(1)) == CallKind::action);
	}

	TEST_CASE("an answer and the deadline at the same moment are one outcome, not two") {
		CallBook book;
		std::atomic<int> outcomes{ 0 };
		constexpr int CALLS = 2000;
		for (int i = 1; i <= CALLS; i++) {
			book.open({ CallId(static_cast<std::uint32_t>(i)), AgentId(1) }, after(0s), after(0s));
		}
		std::thread answers([&] {
			for (int i = 1; i <= CALLS; i++) {
				outcomes += book.close(CallId(static_cast<std::uint32_t>(i))).ok() ? 1 : 0;
			}
		});
		while (book.size() > 0) {
			outcomes += static_cast<int>(book.take_expired(after(0s)).size());
		}
		answers.join();
		CHECK(outcomes == CALLS);
	}

	TEST_CASE("a walk that ends without the game is remembered until the game has been told") {
		CallBook book;
		for (std::uint32_t i = 1; i <= 4; i++) {
			const CallKind kind = i < 4 ? CallKind::walk : CallKind::action;
			book.open({ CallId(i), AgentId(1), kind }, after(0s), after(i == 1 ? 9s : 1s));
		}
		REQUIRE(book.close(CallId(2)).ok());
		CHECK_FALSE(book.cancel(CallId(2))); // the game was quicker
		CHECK(book.cancel(CallId(1)));
		CHECK_FALSE(book.is_open(CallId(1)));
		CHECK(book.take_expired(after(1s)).size() == 2);
		CHECK(book.cancel(CallId(3)));
		CHECK(book.is_untold(CallId(1)));
		CHECK_FALSE(book.is_untold(CallId(2)));
		CHECK(book.is_untold(CallId(3)));
		CHECK_FALSE(book.is_untold(CallId(4))); // the game is not told about an action
		book.told(CallId(1));
		CHECK_FALSE(book.is_untold(CallId(1)));
		book.open({ CallId(5), AgentId(1) }, after(0s), after(1s));
		book.close_all();
		CHECK(book.is_untold(CallId(5)));
	}

	TEST_CASE("calls that no step has made stay open when those of the steps are closed") {
		CallBook book;
		const CallId outside(FIRST_CALL_OUTSIDE_STEPS);
		book.open({ CallId(1), AgentId(1) }, after(0s), after(1s));
		book.open({ outside, AgentId(), CallKind::mind }, after(0s), after(1s));
		const std::vector<CallBook::Open> closed = book.close_all_of_steps();
		REQUIRE(closed.size() == 1);
		CHECK(closed[0].call == CallId(1));
		CHECK(book.is_untold(CallId(1)));
		CHECK(book.is_open(outside));
		CHECK(book.close(outside).ok());
	}

	TEST_CASE("of walks of which the game is never told, only so many are remembered") {
		CallBook book;
		for (std::uint32_t i = 1; i <= NewestCalls::MOST + 1; i++) {
			book.open({ CallId(i), AgentId(1) }, after(0s), after(1s));
		}
		book.close_all();
		CHECK_FALSE(book.is_untold(CallId(1)));
		CHECK(book.is_untold(CallId(2)));
		CHECK(book.is_untold(CallId(NewestCalls::MOST + 1)));
	}

	TEST_CASE("outcomes have names") {
		for (const CallOutcome outcome :
				{ CallOutcome::done, CallOutcome::failed, CallOutcome::unanswered }) {
			CHECK(parse_call_outcome(call_outcome_name(outcome)) == outcome);
		}
		CHECK_FALSE(parse_call_outcome("perhaps"));
	}
}

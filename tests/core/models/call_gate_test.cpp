#include "core/models/backoff.h"
#include "core/models/call_gate.h"

#include "core/base/clock.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr CallLimits WITHOUT_BOUND{ .in_flight = 0, .calls_per_minute = 0, .tokens_per_minute = 0 };

constexpr CallLimits one_at_a_time() {
	return { .in_flight = 1, .calls_per_minute = 0, .tokens_per_minute = 0 };
}

std::string agent(std::uint32_t number) {
	return "agent:" + std::to_string(number);
}

// A gate, the calls that wait at it, and the agents whose calls have started.
struct Crowd {
	explicit Crowd(const CallLimits &limits) :
			gate(limits) {}

	GateTicket enqueue(const std::string &who, std::int64_t tokens = 100) {
		const GateTicket ticket = gate.enqueue(who, tokens, now);
		owners[ticket] = who;
		return ticket;
	}
	std::optional<GateTicket> start_next() {
		const std::optional<GateTicket> next = gate.admit(now);
		if (next) {
			flying.push_back(*next);
			++started[owners.at(*next)];
		}
		return next;
	}
	// Ends the call that has been in flight for longest.
	void finish_one(std::optional<std::int64_t> tokens = std::nullopt) {
		gate.finish(flying.front(), tokens);
		flying.pop_front();
	}
	// Starts calls one after another, this many, and returns whose they were.
	std::vector<std::string> run(int calls) {
		std::vector<std::string> order;
		for (int i = 0; i < calls; ++i) {
			const std::optional<GateTicket> next = start_next();
			REQUIRE(next);
			order.push_back(owners.at(*next));
			finish_one();
		}
		return order;
	}

	CallGate gate;
	RealTime now;
	std::map<GateTicket, std::string> owners;
	std::map<std::string, int> started;
	std::deque<GateTicket> flying;
};

} // namespace

TEST_SUITE("CallGate") {
	TEST_CASE("200 agents with a limit of 8: never more than 8, all take turns") {
		Crowd crowd({ .in_flight = 8, .calls_per_minute = 0, .tokens_per_minute = 0 });
		Rng chance(5);
		// One agent has a hundred thoughts waiting before anybody else comes.
		for (int i = 0; i < 100; ++i) {
			crowd.enqueue(agent(1));
		}
		for (std::uint32_t each = 2; each <= 200; ++each) {
			for (int i = 0; i < 20; ++i) {
				crowd.enqueue(agent(each));
			}
		}
		for (int calls = 0; calls < 200 * 20;) {
			while (crowd.start_next()) {
				++calls;
				REQUIRE(crowd.gate.in_flight() <= 8);
				const auto less = [](const auto &a, const auto &b) { return a.second < b.second; };
				const auto [fewest, most] =
						std::minmax_element(crowd.started.begin(), crowd.started.end(), less);
				const int least = crowd.started.size() == 200 ? fewest->second : 0;
				REQUIRE(most->second - least <= 1);
			}
			crowd.now += milliseconds(1);
			std::swap(crowd.flying.front(), crowd.flying[chance.uniform(crowd.flying.size())]);
			crowd.finish_one();
		}
		CHECK(crowd.started.size() == 200);
		CHECK(crowd.gate.waiting() == 80);
	}

	TEST_CASE("agents that ask again as soon as they have been answered take turns too") {
		Crowd crowd({ .in_flight = 8, .calls_per_minute = 0, .tokens_per_minute = 0 });
		for (std::uint32_t each = 1; each <= 200; ++each) {
			crowd.enqueue(agent(each));
		}
		for (int i = 0; i < 200 * 10; ++i) {
			while (crowd.start_next()) {
			}
			crowd.enqueue(crowd.owners.at(crowd.flying.front()));
			crowd.finish_one();
			crowd.now += milliseconds(7);
		}
		for (const auto &[who, calls] : crowd.started) {
			CHECK(calls >= 10);
			CHECK(calls <= 11);
		}
	}

	TEST_CASE("weights are shares") {
		Crowd crowd(one_at_a_time());
		crowd.gate.set_weight(agent(2), 2);
		crowd.gate.set_weight(agent(3), 4);
		crowd.gate.set_weight(agent(4), 0.5);
		for (std::uint32_t each = 1; each <= 4; ++each) {
			for (int i = 0; i < 1000; ++i) {
				crowd.enqueue(agent(each));
			}
		}
		crowd.run(750);
		CHECK(crowd.started[agent(1)] == doctest::Approx(100).epsilon(0.02));
		CHECK(crowd.started[agent(2)] == doctest::Approx(200).epsilon(0.02));
		CHECK(crowd.started[agent(3)] == doctest::Approx(400).epsilon(0.02));
		CHECK(crowd.started[agent(4)] == doctest::Approx(50).epsilon(0.02));
	}

	TEST_CASE("whom the player turns to goes before those who were there") {
		Crowd crowd(one_at_a_time());
		for (std::uint32_t each = 1; each <= 50; ++each) {
			crowd.enqueue(agent(each));
			crowd.enqueue(agent(each));
		}
		crowd.run(20);
		crowd.gate.set_weight(agent(99), 10);
		crowd.enqueue(agent(99));
		crowd.gate.set_weight(agent(7), 10); // it is already waiting
		const std::vector<std::string> next = crowd.run(2);
		CHECK(std::count(next.begin(), next.end(), agent(99)) == 1);
		CHECK(std::count(next.begin(), next.end(), agent(7)) == 1);
	}

	TEST_CASE("one without weight comes when no other waits") {
		Crowd crowd(one_at_a_time());
		crowd.gate.set_weight(agent(1), 0);
		crowd.enqueue(agent(1));
		crowd.enqueue(agent(1));
		crowd.enqueue(agent(2));
		crowd.enqueue(agent(2));
		CHECK(crowd.run(4) == std::vector<std::string>{ agent(2), agent(2), agent(1), agent(1) });
	}

	TEST_CASE("nobody starves: one without weight, or with the least, is let in when it has waited "
			  "too long") {
		for (const double weight : { 0.0, CallGate::LEAST_WEIGHT }) {
			Crowd crowd(one_at_a_time());
			crowd.gate.set_weight(agent(1), weight);
			const GateTicket patient = crowd.enqueue(agent(1));
			int calls = 0;
			for (; crowd.gate.position_of(patient) && calls < 1000; ++calls) {
				crowd.enqueue(agent(2));
				crowd.enqueue(agent(3));
				crowd.run(1);
				crowd.now += seconds(1);
			}
			CHECK(calls > 29);
			CHECK(calls < 60);
		}
	}

	TEST_CASE("an agent's own calls keep their order") {
		Crowd crowd(one_at_a_time());
		const GateTicket first = crowd.enqueue(agent(1));
		const GateTicket second = crowd.enqueue(agent(1));
		const GateTicket third = crowd.enqueue(agent(1));
		CHECK(crowd.gate.admit(crowd.now) == first);
		CHECK(crowd.gate.admit(crowd.now) == std::nullopt);
		CHECK(crowd.gate.cancel(second));
		crowd.gate.finish(first);
		CHECK(crowd.gate.admit(crowd.now) == third);
	}

	TEST_CASE("positions are those in which calls really start") {
		for (const bool weighted : { false, true }) {
			Crowd crowd(one_at_a_time());
			Rng chance(11);
			for (std::uint32_t each = 1; each <= 40; ++each) {
				if (weighted) {
					const std::array<double, 5> weights = { 0, 0.5, 1, 2, 4 };
					crowd.gate.set_weight(agent(each), chance.pick(std::span(weights)));
				}
			}
			const auto enqueue_some = [&](int calls) {
				for (int i = 0; i < calls; ++i) {
					crowd.enqueue(agent(static_cast<std::uint32_t>(chance.between(1, 40))));
				}
			};
			enqueue_some(100);
			crowd.run(30);
			enqueue_some(100);
			std::map<std::size_t, GateTicket> expected;
			for (const auto &[ticket, owner] : crowd.owners) {
				if (const std::optional<std::size_t> place = crowd.gate.position_of(ticket)) {
					CHECK(expected.emplace(*place, ticket).second);
				}
			}
			REQUIRE(expected.size() == 170);
			for (const auto &[place, ticket] : expected) {
				CHECK(crowd.start_next() == ticket);
				CHECK_FALSE(crowd.gate.position_of(ticket));
				crowd.finish_one();
			}
		}
	}

	TEST_CASE("what is cancelled is gone, and costs its agent no turn") {
		Crowd crowd(one_at_a_time());
		std::vector<GateTicket> of_one;
		for (int i = 0; i < 10; ++i) {
			of_one.push_back(crowd.enqueue(agent(1)));
			crowd.enqueue(agent(2));
		}
		for (const GateTicket ticket : of_one) {
			CHECK(crowd.gate.cancel(ticket));
			CHECK_FALSE(crowd.gate.cancel(ticket));
		}
		CHECK(crowd.gate.waiting() == 10);
		crowd.enqueue(agent(1));
		CHECK(crowd.run(3) == std::vector<std::string>{ agent(2), agent(1), agent(2) });
		const std::optional<GateTicket> flying = crowd.start_next();
		REQUIRE(flying);
		CHECK_FALSE(crowd.gate.cancel(*flying));
		crowd.gate.forget(agent(2));
		CHECK(crowd.gate.waiting() == 0);
		CHECK(crowd.gate.in_flight() == 1);
		crowd.finish_one();
		crowd.gate.finish(*flying);
		CHECK(crowd.gate.in_flight() == 0);
		CHECK_FALSE(crowd.gate.next_due(crowd.now));
	}

	TEST_CASE("what is given back counts for nothing, and its agent is next again") {
		Crowd crowd({ .in_flight = 1, .calls_per_minute = 2, .tokens_per_minute = 1'000 });
		for (std::uint32_t each = 1; each <= 3; ++each) {
			crowd.enqueue(agent(each), 500);
		}
		const std::optional<GateTicket> given_back = crowd.start_next();
		REQUIRE(given_back);
		crowd.gate.give_back(*given_back);
		crowd.flying.clear();
		CHECK(crowd.gate.in_flight() == 0);
		crowd.enqueue(agent(1), 500);
		CHECK(crowd.run(1) == std::vector<std::string>{ agent(2) });
		crowd.enqueue(agent(2), 500);
		CHECK(crowd.run(1) == std::vector<std::string>{ agent(3) });
		CHECK_FALSE(crowd.start_next()); // only now is the minute used up
		crowd.now += minutes(1);
		CHECK(crowd.run(2) == std::vector<std::string>{ agent(1), agent(2) });
		crowd.gate.give_back(*given_back); // has no effect
		CHECK(crowd.gate.in_flight() == 0);
	}

	TEST_CASE("while the provider wants to be left alone nothing starts, and what flies flies on") {
		Crowd crowd({ .in_flight = 4, .calls_per_minute = 0, .tokens_per_minute = 0 });
		crowd.enqueue(agent(1));
		REQUIRE(crowd.start_next());
		crowd.enqueue(agent(2));
		crowd.gate.hold_off(crowd.now, seconds(20));
		crowd.gate.hold_off(crowd.now, seconds(5)); // does not shorten the wait
		CHECK_FALSE(crowd.start_next());
		CHECK(crowd.gate.in_flight() == 1);
		CHECK(crowd.gate.next_due(crowd.now) == crowd.now + seconds(20));
		crowd.now += seconds(20) - milliseconds(1);
		CHECK(crowd.gate.held_off_until(crowd.now));
		CHECK_FALSE(crowd.start_next());
		crowd.now += milliseconds(1);
		CHECK_FALSE(crowd.gate.held_off_until(crowd.now));
		CHECK(crowd.start_next());
		crowd.gate.hold_off(crowd.now, std::chrono::hours(24 * 365));
		CHECK(crowd.gate.held_off_until(crowd.now) == crowd.now + CallGate::LONGEST_HOLD_OFF);
	}

	TEST_CASE("never more calls in any minute than allowed, and no fewer than could be") {
		Crowd crowd({ .in_flight = 0, .calls_per_minute = 50, .tokens_per_minute = 0 });
		Rng chance(3);
		std::deque<RealTime> starts;
		int calls = 0;
		while (crowd.now < RealTime(minutes(30))) {
			for (std::int64_t i = chance.between(0, 3); i > 0; --i) {
				crowd.enqueue(agent(static_cast<std::uint32_t>(chance.between(1, 20))));
			}
			while (crowd.start_next()) {
				++calls;
				starts.push_back(crowd.now);
				crowd.finish_one();
			}
			while (!starts.empty() && starts.front() + minutes(1) <= crowd.now) {
				starts.pop_front();
			}
			REQUIRE(starts.size() <= 50);
			const std::optional<RealTime> due = crowd.gate.next_due(crowd.now);
			REQUIRE(due.has_value() == (crowd.gate.waiting() > 0));
			if (due) {
				CHECK(starts.size() == 50);
				CHECK(*due == starts.front() + minutes(1));
			}
			crowd.now += milliseconds(chance.between(1, 1'500));
		}
		CHECK(calls > 50 * 29);
	}

	TEST_CASE("never more tokens in any minute than allowed, what was really used counted") {
		Crowd crowd({ .in_flight = 0, .calls_per_minute = 0, .tokens_per_minute = 10'000 });
		Rng chance(4);
		struct Used {
			RealTime at;
			std::int64_t tokens;
		};
		std::deque<Used> used;
		std::map<GateTicket, std::int64_t> asked;
		for (int i = 0; i < 1'500; ++i) {
			const std::int64_t tokens = chance.between(1, 3'000);
			asked[crowd.enqueue(agent(static_cast<std::uint32_t>(chance.between(1, 9))), tokens)] =
					tokens;
		}
		while (const std::optional<RealTime> due = crowd.gate.next_due(crowd.now)) {
			REQUIRE(*due >= crowd.now);
			crowd.now = *due;
			const std::optional<GateTicket> next = crowd.start_next();
			REQUIRE(next);
			const std::int64_t actual = chance.between(0, asked.at(*next));
			used.push_back({ crowd.now, asked.at(*next) });
			std::int64_t sum = 0;
			for (const Used &each : used) {
				sum += each.at + minutes(1) > crowd.now ? each.tokens : 0;
			}
			REQUIRE(sum <= 10'000);
			used.back().tokens = actual;
			crowd.finish_one(actual);
			while (used.front().at + minutes(1) <= crowd.now) {
				used.pop_front();
			}
		}
		CHECK(crowd.gate.waiting() == 0);
	}

	TEST_CASE("a call of more tokens than a minute allows starts when nothing else counts") {
		Crowd crowd({ .in_flight = 0, .calls_per_minute = 0, .tokens_per_minute = 1'000 });
		crowd.enqueue(agent(1), 500);
		crowd.enqueue(agent(2), 5'000);
		REQUIRE(crowd.start_next());
		CHECK_FALSE(crowd.start_next());
		CHECK(crowd.gate.next_due(crowd.now) == crowd.now + minutes(1));
		crowd.now += minutes(1);
		CHECK(crowd.start_next());
	}

	TEST_CASE("limits that change hold for what starts from then on") {
		Crowd crowd({ .in_flight = 1, .calls_per_minute = 2, .tokens_per_minute = 0 });
		for (int i = 0; i < 10; ++i) {
			crowd.enqueue(agent(1));
		}
		REQUIRE(crowd.start_next());
		CHECK_FALSE(crowd.gate.next_due(crowd.now));
		crowd.gate.set_limits({ .in_flight = 3, .calls_per_minute = 2, .tokens_per_minute = 0 });
		REQUIRE(crowd.start_next());
		CHECK_FALSE(crowd.start_next());
		crowd.gate.set_limits(WITHOUT_BOUND);
		CHECK(crowd.start_next());
		CHECK(crowd.gate.in_flight() == 3);
	}
}

TEST_SUITE("backoff") {
	TEST_CASE("waits double up to the longest, with jitter, and end with the policy's retries") {
		const RetryPolicy policy{ 9, milliseconds(500), seconds(20) };
		Rng chance(1);
		for (int attempt = 1; attempt <= 9; ++attempt) {
			const Micros whole =
					std::min<Micros>(milliseconds(500) * (1 << (attempt - 1)), seconds(20));
			Micros shortest = whole;
			Micros longest{};
			for (int i = 0; i < 200; ++i) {
				const std::optional<Micros> wait = backoff(attempt, policy, chance);
				REQUIRE(wait);
				shortest = std::min(shortest, *wait);
				longest = std::max(longest, *wait);
			}
			CHECK(shortest >= whole / 2);
			CHECK(longest <= whole);
			CHECK(longest - shortest > whole / 4);
		}
		CHECK_FALSE(backoff(10, policy, chance));
		CHECK_FALSE(backoff(1, { 0, seconds(1), seconds(2) }, chance));
		CHECK(backoff(1'000'000, { 2'000'000, seconds(1), seconds(2) }, chance) <= seconds(2));
	}

	TEST_CASE("nobody comes back before the provider said, and whoever would have to wait too long "
			  "gives up") {
		const RetryPolicy policy{ 3, milliseconds(500), seconds(60) };
		Rng chance(2);
		std::set<Micros> waits;
		for (int i = 0; i < 200; ++i) {
			const std::optional<Micros> wait = backoff(1, policy, chance, seconds(10));
			REQUIRE(wait);
			CHECK(*wait >= seconds(10));
			CHECK(*wait <= seconds(10) + milliseconds(500));
			waits.insert(*wait);
		}
		CHECK(waits.size() > 100);
		CHECK(backoff(1, policy, chance, seconds(60)));
		CHECK_FALSE(backoff(1, policy, chance, seconds(61)));
	}
}

#include "core/gateway/list_turns.h"

#include <doctest/doctest.h>

#include <optional>

using namespace agent_runtime;
using namespace std::chrono_literals;

TEST_SUITE("Turns of long lists") {
	TEST_CASE("the first may begin at once, and lists that take no time never wait") {
		ListTurns turns;
		const ListTurns::Time now(1h);
		CHECK(turns.turn_of(std::nullopt, now) == now);
		turns.made(now, now);
		CHECK(turns.turn_of(std::nullopt, now) == now);
	}

	TEST_CASE("after a list the thread is the others' for as long as that took") {
		ListTurns turns;
		const ListTurns::Time now(1h);
		turns.made(now, now + 100ms);
		CHECK(turns.turn_of(std::nullopt, now + 100ms) == now + 200ms);
		turns.made(now + 1h, now + 1h + 5ms);
		CHECK(turns.turn_of(std::nullopt, now + 1h + 5ms) == now + 1h + 10ms);
		CHECK(turns.turn_of(std::nullopt, now + 2h) == now + 2h);
	}

	TEST_CASE("who waits keeps its place, and who comes later has one behind it") {
		ListTurns turns;
		const ListTurns::Time now(1h);
		turns.made(now - 10ms, now);
		const ListTurns::Time first = turns.turn_of(std::nullopt, now);
		const ListTurns::Time second = turns.turn_of(std::nullopt, now);
		CHECK(first == now + 10ms);
		CHECK(second == now + 30ms);
		CHECK(turns.turn_of(first, first) == first);
		turns.made(first, first + 40ms); // longer than the one before
		CHECK(turns.turn_of(second, first + 40ms) == first + 80ms);
	}
}

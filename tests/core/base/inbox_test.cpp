#include "core/base/inbox.h"

#include <doctest/doctest.h>

#include <array>
#include <thread>
#include <vector>

using namespace agent_runtime;

TEST_SUITE("Inbox") {
	TEST_CASE("an empty one gives nothing") {
		Inbox<int> inbox;
		CHECK_FALSE(inbox.take().has_value());
	}

	TEST_CASE("what one thread puts comes out in its order, whatever the others do") {
		constexpr int EACH = 1000;
		Inbox<std::array<int, 2>> inbox;
		std::vector<std::thread> senders;
		senders.reserve(3);
		for (int sender = 0; sender < 3; sender++) {
			senders.emplace_back([&inbox, sender] {
				for (int i = 0; i < EACH; i++) {
					inbox.put({ sender, i });
				}
			});
		}
		std::array<int, 3> next = {};
		int taken = 0;
		while (taken < 3 * EACH) {
			if (const std::optional<std::array<int, 2>> value = inbox.take()) {
				int &expected = next.at(static_cast<std::size_t>((*value)[0]));
				REQUIRE((*value)[1] == expected);
				expected++;
				taken++;
			} else {
				std::this_thread::yield();
			}
		}
		for (std::thread &sender : senders) {
			sender.join();
		}
		CHECK_FALSE(inbox.take().has_value());
	}
}

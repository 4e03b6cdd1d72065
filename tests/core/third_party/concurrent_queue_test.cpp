#include <cstdint>
#include <string>
#include <thread>

#include <concurrentqueue/concurrentqueue.h>
#include <doctest/doctest.h>

namespace {

struct Item {
	std::uint32_t producer = 0;
	std::uint32_t number = 0;
	std::string text;
};

} // namespace

TEST_SUITE("ConcurrentQueue as used") {
	TEST_CASE("what two threads put in comes out once, and in order for each of them") {
		constexpr std::uint32_t PER_PRODUCER = 20'000;
		moodycamel::ConcurrentQueue<Item> queue;
		const auto produce = [&queue](std::uint32_t producer) {
			for (std::uint32_t number = 0; number < PER_PRODUCER; ++number) {
				queue.enqueue(Item{ producer, number,
						"text long enough for the heap " + std::to_string(number) });
			}
		};
		std::thread first(produce, 0);
		std::thread second(produce, 1);

		std::uint32_t expected[2] = { 0, 0 };
		std::uint32_t out_of_order = 0;
		while (expected[0] + expected[1] < 2 * PER_PRODUCER) {
			Item item;
			if (!queue.try_dequeue(item)) {
				std::this_thread::yield();
				continue;
			}
			out_of_order += item.number == expected[item.producer] ? 0 : 1;
			out_of_order += item.text.ends_with(std::to_string(item.number)) ? 0 : 1;
			++expected[item.producer];
		}
		first.join();
		second.join();

		Item rest;
		CHECK(out_of_order == 0);
		CHECK_FALSE(queue.try_dequeue(rest));
	}
}

#include "core/agents/ingress.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

using namespace agent_runtime;

namespace {

Input numbered_input(int number) {
	return TerminateInput{ AgentId(1), std::to_string(number) };
}

std::vector<std::string> numbers_in(const std::vector<Input> &inputs) {
	std::vector<std::string> numbers;
	for (const Input &each : inputs) {
		numbers.push_back(std::get<TerminateInput>(each).reason);
	}
	return numbers;
}

constexpr int POSTERS = 4;
constexpr int POSTS = 1'000; // of each
constexpr std::size_t MOST_TAKEN = 7; // so few that some wait for the next step

// Lets posting and taking go on at once. Relaxed, so that the threads have nothing in order but
// what the ingress does, and a race in it is seen by ThreadSanitizer.
struct Gate {
	std::atomic<int> takes{ 0 };
	std::atomic<int> ended{ 0 };

	void wait_for_takes(int more) const {
		const int end = takes.load(std::memory_order_relaxed) + more;
		while (takes.load(std::memory_order_relaxed) < end) {
			std::this_thread::yield();
		}
	}
};

int number_of(int poster, int post) {
	return 1 + poster * POSTS + post;
}

// Some before each of a few takes, each with the end of a request of its number.
void post_all(Ingress &ingress, Gate &gate, int poster) {
	for (int post = 0; post < POSTS; post++) {
		if (post % 100 == 0) {
			gate.wait_for_takes(1);
		}
		const int number = number_of(poster, post);
		ingress.post(numbered_input(number));
		ingress.post_end_of(RequestId(static_cast<std::uint64_t>(number)));
	}
	gate.ended.fetch_add(1, std::memory_order_relaxed);
}

std::vector<std::string> posted_by(int poster) {
	std::vector<std::string> numbers;
	for (int post = 0; post < POSTS; post++) {
		numbers.push_back(std::to_string(number_of(poster, post)));
	}
	return numbers;
}

// Those of one thread, in the order in which they came.
std::vector<std::string> of_poster(const std::vector<std::string> &numbers, int poster) {
	std::vector<std::string> own;
	for (const std::string &number : numbers) {
		if ((std::stoi(number) - 1) / POSTS == poster) {
			own.push_back(number);
		}
	}
	return own;
}

} // namespace

TEST_SUITE("What waits for a step") {
	TEST_CASE("it stays in the order in which it was posted, whichever threads did it") {
		const SnapshotBoard board;
		Ingress ingress(board);
		std::vector<std::string> posted;
		// The later ones post more, one after the other.
		for (int poster = 0; poster < 5; poster++) {
			std::thread([&] {
				for (int i = 0; i <= poster; i++) {
					posted.push_back(std::to_string(posted.size()));
					ingress.post(numbered_input(static_cast<int>(posted.size()) - 1));
				}
			}).join();
		}
		ingress.post_end_of(RequestId(7));
		CHECK(ingress.waiting() == 16);
		std::vector<Input> taken;
		std::vector<RequestId> reached;
		ingress.take(100, taken, reached);
		CHECK(numbers_in(taken) == posted);
		CHECK(reached == std::vector{ RequestId(7) });
		CHECK(ingress.waiting() == 0);
	}

	TEST_CASE("each thread's come in its order, once each, while a step takes them") {
		const SnapshotBoard board;
		Ingress ingress(board);
		Gate gate;
		std::vector<std::thread> posters;
		for (int poster = 0; poster < POSTERS; poster++) {
			posters.emplace_back([&ingress, &gate, poster] { post_all(ingress, gate, poster); });
		}
		std::vector<std::string> taken;
		std::vector<RequestId> reached;
		bool takes_too_much = false;
		bool ends_too_early = false;
		const auto take = [&] {
			std::vector<Input> inputs;
			ingress.take(MOST_TAKEN, inputs, reached);
			gate.takes.fetch_add(1, std::memory_order_relaxed);
			for (std::string &number : numbers_in(inputs)) {
				taken.push_back(std::move(number));
			}
			takes_too_much = takes_too_much || inputs.size() > MOST_TAKEN;
			// The end of what was posted for a request comes after it.
			ends_too_early = ends_too_early || reached.size() > taken.size();
			return !inputs.empty();
		};
		while (gate.ended.load(std::memory_order_relaxed) < POSTERS) {
			take();
		}
		for (std::thread &each : posters) {
			each.join();
		}
		while (take()) {
		}
		CHECK_FALSE(takes_too_much);
		CHECK_FALSE(ends_too_early);
		CHECK(ingress.waiting() == 0);
		std::vector<std::string> ends;
		for (const RequestId request : reached) {
			ends.push_back(std::to_string(request.number()));
		}
		for (int poster = 0; poster < POSTERS; poster++) {
			CHECK(of_poster(taken, poster) == posted_by(poster));
			CHECK(of_poster(ends, poster) == posted_by(poster));
		}
		CHECK(taken.size() == POSTERS * POSTS);
		CHECK(reached.size() == POSTERS * POSTS);
	}

	TEST_CASE("what is too much for one step is the first of the next one") {
		const SnapshotBoard board;
		Ingress ingress(board);
		std::vector<RequestId> reached;
		for (int i = 0; i < 4; i++) {
			ingress.post(numbered_input(i));
		}
		ingress.post_end_of(RequestId(7));
		std::vector<Input> first;
		ingress.take(3, first, reached);
		CHECK(numbers_in(first) == std::vector<std::string>{ "0", "1", "2" });
		CHECK(reached.empty());
		CHECK(ingress.waiting() == 2);
		ingress.post(numbered_input(4));
		std::vector<Input> second;
		ingress.take(3, second, reached);
		CHECK(numbers_in(second) == std::vector<std::string>{ "3", "4" });
		CHECK(reached == std::vector{ RequestId(7) });
		CHECK(ingress.waiting() == 0);
	}
}

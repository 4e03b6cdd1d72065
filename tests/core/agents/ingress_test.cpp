#include "core/agents/ingress.h"

#include <doctest/doctest.h>

#include <string>
#include <thread>
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

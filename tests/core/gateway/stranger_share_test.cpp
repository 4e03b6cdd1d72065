#include "core/gateway/stranger_share.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// Three places, and strangers that record when they are turned away.
class Threshold {
public:
	using Time = StrangerShare::Time;

	void come_in(int name) {
		places[static_cast<std::size_t>(name)] =
				std::make_unique<StrangerShare::Place>(share, now, [this, name] {
					turned_away.push_back(name);
					places[static_cast<std::size_t>(name)].reset();
				});
	}

	StrangerShare share{ 3, 10ms };
	Time now = Time(1s);
	std::vector<std::unique_ptr<StrangerShare::Place>> places{ 9 };
	std::vector<int> turned_away;
};

} // namespace

TEST_SUITE("Stranger share") {
	TEST_CASE("while there are places, everybody comes in at once") {
		Threshold door;
		for (int i = 0; i < 3; i++) {
			CHECK(!door.share.make_way(door.now));
			door.come_in(i);
		}
		CHECK(door.share.size() == 3);
		CHECK(door.turned_away.empty());
	}

	TEST_CASE("a newcomer waits until the one who was silent for longest has had its moment") {
		Threshold door;
		for (int i = 0; i < 3; i++) {
			door.come_in(i);
			door.now += 1ms;
		}
		CHECK(door.share.make_way(door.now) == Threshold::Time(1s + 10ms));
		CHECK(door.turned_away.empty());
		door.now = Threshold::Time(1s + 10ms);
		CHECK(!door.share.make_way(door.now));
		CHECK(door.turned_away == std::vector<int>{ 0 });
		CHECK(door.share.size() == 2);
	}

	TEST_CASE("who sends a whole request is the last to be turned away") {
		Threshold door;
		for (int i = 0; i < 3; i++) {
			door.come_in(i);
		}
		door.now += 5ms;
		door.places[0]->renew(door.now);
		door.now += 6ms;
		CHECK(!door.share.make_way(door.now));
		door.come_in(3);
		CHECK(!door.share.make_way(door.now));
		CHECK(door.turned_away == std::vector<int>{ 1, 2 });
		door.come_in(4);
		CHECK(door.share.make_way(door.now) == Threshold::Time(1s + 15ms));
	}

	TEST_CASE("a place that becomes free is told, so that nobody waits for longer than needed") {
		Threshold door;
		int told = 0;
		door.share.when_free([&told] { told++; });
		door.come_in(0);
		CHECK(told == 0);
		door.places[0].reset();
		CHECK(told == 1);
		CHECK(door.share.size() == 0);
	}
}

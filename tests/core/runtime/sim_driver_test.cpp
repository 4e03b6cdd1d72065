#include "core/built_in/offline_mind.h"
#include "core/runtime/sim_driver.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// A driver with everything that it needs.
struct DrivenWorld {
	ManualClock clock;
	ScaledClock sim_clock{ clock };
	OfflineMind mind;
	LastPrompts prompts;
	MindDesk desk{ mind, prompts, false, Logger() };
	SnapshotBoard board;
	Simulation simulation{ {}, desk, board, Logger() };
	CallBook calls;
	SimDriver driver{ simulation, calls, clock, sim_clock, 1s, [](std::unique_ptr<StepOutput>) {},
		Logger() };

	void spawn(std::uint32_t number) {
		simulation.post(
				SpawnInput{ AgentId(number), std::make_shared<AgentProfile>(), {}, nullptr });
	}
};

} // namespace

TEST_SUITE("runtime/sim_driver") {
	TEST_CASE("a world that is held again at once has taken what was posted in between") {
		DrivenWorld world;
		REQUIRE(world.driver.start().ok());
		REQUIRE(world.driver.hold());
		for (std::uint32_t number = 1; number <= 100; number++) {
			world.driver.let_go();
			world.spawn(number);
			REQUIRE(world.driver.hold());
			REQUIRE(world.board.living() == number);
		}
		world.driver.let_go();
		CHECK(world.driver.stop().ok());
	}

	TEST_CASE("a world whose place another takes makes no last steps, unlike one that stops") {
		for (const bool is_abandoned : { true, false }) {
			DrivenWorld world;
			REQUIRE(world.driver.start().ok());
			REQUIRE(world.driver.hold());
			world.spawn(1);
			if (is_abandoned) {
				world.driver.abandon();
			}
			CHECK(world.driver.stop().ok());
			CHECK(world.board.living() == (is_abandoned ? 0 : 1));
		}
	}
}

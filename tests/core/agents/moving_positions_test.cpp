#include "core/agents/event.h"
#include "core/agents/moving_positions.h"

#include <doctest/doctest.h>

#include <array>

using namespace agent_runtime;

namespace {

PublishedEvent event(std::uint32_t agent, std::uint64_t step, EventData data) {
	return { EventId(1), WallTime(), { AgentId(agent), std::move(data) }, StepNumber(step) };
}

AgentMoved arrival() {
	return { { 0, 0 }, { 9, 9 } };
}

void put(MovingPositions &positions, std::uint32_t agent, float x, std::uint64_t step) {
	const std::array<MovingPosition, 1> one{ { { AgentId(agent), { x, 0 }, StepNumber(step) } } };
	positions.put(one);
}

} // namespace

TEST_SUITE("MovingPositions") {
	TEST_CASE("of many values of an agent only the latest is taken, once") {
		MovingPositions positions;
		put(positions, 1, 1, 1);
		put(positions, 2, 5, 1);
		put(positions, 1, 2, 2);
		const auto first = positions.take();
		REQUIRE(first);
		CHECK(first->agent == AgentId(1));
		CHECK(first->position == TilePosition{ 2, 0 });
		CHECK(positions.take()->agent == AgentId(2));
		CHECK_FALSE(positions.take());
	}

	TEST_CASE("a value is stale when an event of its step or a later one says where the agent is") {
		MovingPositions positions;
		put(positions, 1, 1, 4);
		positions.discard_stale(event(1, 3, arrival()));
		positions.discard_stale(event(2, 9, arrival()));
		positions.discard_stale(event(1, 9, MindFailed{}));
		CHECK(positions.take());
		put(positions, 1, 1, 4);
		positions.discard_stale(event(1, 4, arrival()));
		CHECK_FALSE(positions.take());
		put(positions, 1, 1, 4);
		positions.discard_stale(event(1, 5, arrival()));
		CHECK_FALSE(positions.take());
	}

	TEST_CASE("nothing is said of where an agent goes that has ended") {
		MovingPositions positions;
		put(positions, 1, 1, 4);
		put(positions, 2, 1, 4);
		positions.discard_stale(event(1, 0, AgentTerminated{ "read from the log" }));
		CHECK(positions.take()->agent == AgentId(2));
		CHECK_FALSE(positions.take());
	}

	TEST_CASE("an event that was read from the log is older than any value") {
		MovingPositions positions;
		put(positions, 1, 1, 4);
		positions.discard_stale(event(1, 0, arrival()));
		CHECK(positions.take());
	}
}

#include "core/agents/agent_changes.h"
#include "core/agents/event.h"

#include <doctest/doctest.h>

#include <array>

using namespace agent_runtime;

namespace {

PublishedEvent event_in(std::uint64_t step, std::uint32_t agent, EventData data) {
	return { EventId(1), WallTime(), { AgentId(agent), std::move(data) }, StepNumber(step) };
}

PublishedEvent spawn_in(std::uint64_t step, std::uint32_t agent, TilePosition at = {}) {
	return event_in(step, agent, AgentSpawned{ nullptr, at, std::nullopt });
}

PublishedEvent change_in(
		std::uint64_t step, std::uint32_t agent, AgentState state, TilePosition at = {}) {
	return event_in(step, agent, AgentStateChanged{ AgentState::idle, state, at });
}

void add(ChangeDigest &digest, std::vector<PublishedEvent> events) {
	digest.add(events);
}

void add_moving(ChangeDigest &digest, std::uint64_t step, std::uint32_t agent, TilePosition at) {
	const std::array<MovingPosition, 1> one{ { { AgentId(agent), at, StepNumber(step) } } };
	digest.add(one);
}

constexpr std::uint8_t LISTENING = static_cast<std::uint8_t>(AgentState::listening);
constexpr std::uint8_t SPEAKING = static_cast<std::uint8_t>(AgentState::speaking);

} // namespace

TEST_SUITE("ChangeDigest") {
	TEST_CASE("however often an agent changes, it is one row with the newest of it") {
		ChangeDigest digest;
		add(digest, { spawn_in(1, 3), spawn_in(1, 1, { 5, 5 }) });
		add(digest,
				{ change_in(2, 3, AgentState::listening, { 1, 2 }),
						change_in(2, 3, AgentState::speaking, { 1, 2 }) });
		AgentChanges changes;
		REQUIRE(digest.try_take(changes));
		CHECK(changes.numbers == std::vector<std::int32_t>{ 3, 1 });
		CHECK(changes.states == std::vector<std::uint8_t>{ SPEAKING, 0 });
		CHECK(changes.positions == std::vector<TilePosition>{ { 1, 2 }, { 5, 5 } });
	}

	TEST_CASE("each change is taken once, and an agent that changes again comes again") {
		ChangeDigest digest;
		add(digest, { spawn_in(1, 1), spawn_in(1, 2) });
		AgentChanges changes;
		CHECK(digest.try_take(changes));
		CHECK_FALSE(digest.try_take(changes));
		CHECK(changes.size() == 0);
		add(digest, { change_in(2, 2, AgentState::listening) });
		REQUIRE(digest.try_take(changes));
		CHECK(changes.numbers == std::vector<std::int32_t>{ 2 });
		CHECK(changes.states == std::vector<std::uint8_t>{ LISTENING });
	}

	TEST_CASE("an agent that has ended is told of once, as ended") {
		ChangeDigest digest;
		add(digest, { spawn_in(1, 1), event_in(2, 1, AgentTerminated{ "test" }) });
		AgentChanges changes;
		REQUIRE(digest.try_take(changes));
		CHECK(changes.numbers == std::vector<std::int32_t>{ 1 });
		CHECK(changes.states == std::vector<std::uint8_t>{ AgentChanges::ENDED });
		add_moving(digest, 3, 1, { 4, 4 });
		CHECK_FALSE(digest.try_take(changes));
	}

	TEST_CASE("a position that came ahead of the events of its step is not undone by older ones") {
		ChangeDigest digest;
		add_moving(digest, 7, 1, { 9, 9 }); // before it is known that this agent exists
		AgentChanges changes;
		CHECK_FALSE(digest.try_take(changes));
		add(digest, { spawn_in(5, 1, { 0, 0 }), change_in(6, 1, AgentState::listening, { 1, 1 }) });
		REQUIRE(digest.try_take(changes));
		CHECK(changes.positions == std::vector<TilePosition>{ { 9, 9 } });
		add(digest, { event_in(8, 1, AgentMoved{ { 9, 9 }, { 3, 3 } }) });
		REQUIRE(digest.try_take(changes));
		CHECK(changes.positions == std::vector<TilePosition>{ { 3, 3 } });
		CHECK(changes.states == std::vector<std::uint8_t>{ LISTENING });
	}

	TEST_CASE("what is said, and by players, changes nobody") {
		ChangeDigest digest;
		add(digest, { event_in(1, 1, AgentSpoke{ std::make_shared<const Message>() }) });
		add(digest,
				{ { EventId(1), WallTime(),
						{ ParticipantId::player(0),
								AgentSpoke{ std::make_shared<const Message>() } } } });
		AgentChanges changes;
		CHECK_FALSE(digest.try_take(changes));
	}
}

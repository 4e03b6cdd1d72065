#include "core/base/ids.h"

#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("ids") {
	TEST_CASE("an agent's id is written with at least three digits") {
		CHECK(AgentId(1).to_string() == "agent_001");
		CHECK(AgentId(999).to_string() == "agent_999");
		CHECK(AgentId(100'000).to_string() == "agent_100000");
		CHECK(AgentId().to_string().empty());
		CHECK(TaskId(7).to_string() == "task_007");
		CHECK(CallId(12).to_string() == "call_012");
		CHECK(RequestId(3).to_string() == "request_003");
	}

	TEST_CASE("what is written is read back") {
		for (const std::uint32_t number : { 1U, 42U, 999U, 1000U, 100'000U, 0x7FFF'FFFFU }) {
			CHECK(AgentId::parse(AgentId(number).to_string()) == AgentId(number));
		}
		const TaskId highest(std::numeric_limits<std::int64_t>::max());
		CHECK(TaskId::parse(highest.to_string()) == highest);
	}

	TEST_CASE("an id has one text, and nothing else is read as it") {
		for (const char *text : { "", "agent", "agent_", "agent_1", "agent_01", "agent_0001",
					 "agent_000", "agent_-01", "agent_+01", "agent_1e3", "agent_001 ", " agent_001",
					 "Agent_001", "agent_00x", "task_001", "agent_2147483648",
					 "agent_99999999999999999999999" }) {
			CAPTURE(text);
			CHECK_FALSE(AgentId::parse(text).has_value());
		}
		CHECK_FALSE(AgentId::parse(std::string(1'000'000, '9')).has_value());
		CHECK_FALSE(AgentId::parse("agent_" + std::string(1'000'000, '9')).has_value());
	}

	TEST_CASE("one kind of id does not become another") {
		CHECK_FALSE(std::is_convertible_v<TaskId, AgentId>);
		CHECK_FALSE(std::is_convertible_v<int, AgentId>);
		CHECK_FALSE(std::is_convertible_v<ParticipantId, AgentId>);
		CHECK(std::is_convertible_v<AgentId, ParticipantId>);
		CHECK(sizeof(ParticipantId) == 4);
	}

	TEST_CASE("a participant is nobody, an agent or a player") {
		const ParticipantId nobody;
		CHECK(nobody.is_none());
		CHECK_FALSE(nobody.is_agent());
		CHECK_FALSE(nobody.is_player());
		CHECK(nobody.to_string().empty());

		const ParticipantId agent = AgentId(3);
		CHECK(agent.is_agent());
		CHECK_FALSE(agent.is_player());
		CHECK(agent.agent_id() == AgentId(3));
		CHECK(agent == AgentId(3));
		CHECK(agent == ParticipantId::agent(3));
		CHECK(agent.to_string() == "agent_003");

		const ParticipantId player = ParticipantId::player(0);
		CHECK(player.is_player());
		CHECK_FALSE(player.is_none());
		CHECK_FALSE(player.is_agent());
		CHECK(player.agent_id().is_none());
		CHECK(player.number() == 0);
		CHECK(player.to_string() == "player_0");
	}

	TEST_CASE("a participant is read back, and nothing else is") {
		CHECK(ParticipantId::parse("agent_003") == ParticipantId::agent(3));
		CHECK(ParticipantId::parse("player_0") == ParticipantId::player(0));
		CHECK(ParticipantId::parse("player_12") == ParticipantId::player(12));
		for (const char *text : { "", "player_", "player_00", "player_01", "player_2147483648",
					 "agent_000", "nobody" }) {
			CAPTURE(text);
			CHECK_FALSE(ParticipantId::parse(text).has_value());
		}
	}

	TEST_CASE("participants are ordered: agents by number, then players") {
		const std::set<ParticipantId> sorted = { ParticipantId::player(0), AgentId(1000),
			AgentId(2), ParticipantId::player(1) };
		const std::vector<ParticipantId> expected = { AgentId(2), AgentId(1000),
			ParticipantId::player(0), ParticipantId::player(1) };
		CHECK(std::vector<ParticipantId>(sorted.begin(), sorted.end()) == expected);
	}

	TEST_CASE("ids are found in hashed sets") {
		const std::unordered_set<ParticipantId> known = { AgentId(1), ParticipantId::player(1) };
		CHECK(known.size() == 2);
		CHECK(known.contains(ParticipantId::player(1)));
		CHECK_FALSE(known.contains(AgentId(2)));
		CHECK(std::unordered_set<AgentId>{ AgentId(5) }.contains(AgentId(5)));
		CHECK(std::unordered_set<EventId>{ EventId(5) }.contains(EventId(5)));
		CHECK(std::unordered_set<StepNumber>{ StepNumber(5) }.contains(StepNumber(5)));
	}

	TEST_CASE("an event that is not stored has the id 0") {
		CHECK_FALSE(EventId().is_stored());
		CHECK(EventId(1).is_stored());
		CHECK(EventId(42).to_string() == "42");
		CHECK(EventId::parse("0") == EventId());
		CHECK(EventId::parse("9223372036854775807") ==
				EventId(std::numeric_limits<std::int64_t>::max()));
		for (const char *text : { "", "-1", "+1", "01", "1.0", "1 ", "9223372036854775808", "x" }) {
			CAPTURE(text);
			CHECK_FALSE(EventId::parse(text).has_value());
		}
	}

	TEST_CASE("steps follow one another") {
		CHECK(StepNumber().next() == StepNumber(1));
		CHECK(StepNumber(1) < StepNumber(2));
	}
}

#include "core/log/subject.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("subjects") {
	TEST_CASE("agents and players are subjects, and are read back as such") {
		CHECK(Subject(AgentId(7)).to_string() == "agent_007");
		CHECK(Subject::parse("agent_007") == Subject(AgentId(7)));
		CHECK(Subject::parse("player_0") == Subject(ParticipantId::player(0)));
		CHECK(Subject(AgentId(7)).agent_id() == AgentId(7));
		CHECK(Subject(ParticipantId()).is_none());
		CHECK(Subject().to_string().empty());
	}

	TEST_CASE("anything that has a kind is one") {
		CHECK(Subject::numbered(Subject::Kind::job, 12).to_string() == "job_012");
		CHECK(Subject::numbered(Subject::Kind::agent, 3) == Subject(AgentId(3)));
		for (const char *text : { "job_012", "lock_a", "lock_src/main.cpp", "question_1", "run_b2",
					 "session_7b1c", "task_004", "conversation_002" }) {
			CAPTURE(text);
			const std::optional<Subject> subject = Subject::parse(text);
			REQUIRE(subject);
			CHECK(subject->to_string() == text);
			CHECK(subject->participant().is_none());
			CHECK(std::string(text).starts_with(subject_kind_name(subject->kind())));
			CHECK(Subject::from_log(text) == *subject);
		}
	}

	TEST_CASE("what a stranger wrote is kept as it is where it may be a subject") {
		CHECK(Subject::from_log("kiln_3").kind() == Subject::Kind::other);
		CHECK(Subject::from_log("kiln_3").to_string() == "kiln_3");
		CHECK(Subject::from_log("agent_1").kind() == Subject::Kind::other);
		CHECK_FALSE(Subject::parse("kiln_3"));
		CHECK_FALSE(Subject::parse("agent_1"));
	}

	TEST_CASE("what is no subject is none") {
		const std::string too_long = "lock_" + std::string(Subject::MAX_LENGTH, 'a');
		for (const std::string &text : { std::string(), std::string("lock_a\n"),
					 std::string("lock_\xFF"), std::string("lock_\0b", 7), too_long }) {
			CHECK(Subject::from_log(text).is_none());
			CHECK_FALSE(Subject::parse(text));
		}
	}
}

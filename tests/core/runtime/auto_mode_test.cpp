#include "../auto_mode/open_question.h"
#include "core/auto_mode/personas.h"
#include "core/auto_mode/topics.h"
#include "core/runtime/recording.h"
#include "talks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

// Led conversations, as games and programs outside start, follow and end them.

using namespace agent_runtime;
using namespace agent_runtime::talks;
using nlohmann::json;

namespace {

std::string refused_start(TestWorld &world, const json &options) {
	const Result<json> started = start_auto_mode(*world.runtime, options);
	CHECK_FALSE(started.ok());
	return started.status().message();
}

// Sets an environment variable for the duration of a test.
class Variable {
public:
	explicit Variable(const char *value) {
		::setenv("PIXEL_AGENTS_AUTO_MODE_DURATION_MS", value, 1);
	}
	~Variable() { ::unsetenv("PIXEL_AGENTS_AUTO_MODE_DURATION_MS"); }
};

} // namespace

TEST_SUITE("Spec 003, with a runtime") {
	TEST_CASE("spec:003.1.1 auto mode brings two agents with roles of their own to talk") {
		TestWorld world("");
		const Result<json> started = start_auto_mode(*world.runtime, json::object());
		REQUIRE(started.ok());
		REQUIRE(world.pass_until([&] { return lines_in(world) >= 2; }));
		// THEN: at least two agents are spawned, with distinct conversational roles,
		CHECK(talk_events<AgentSpawned>(world).size() == 2);
		const AutoModeStarted begun = talk_events<AutoModeStarted>(world).at(0);
		REQUIRE(begun.talk->participants.size() == 2);
		const Participant &one = begun.talk->participants[0];
		const Participant &other = begun.talk->participants[1];
		CHECK(one.role != other.role);
		CHECK_FALSE(one.role.empty());
		CHECK_FALSE(other.role.empty());
		CHECK(world.state(one.agent).at("role") == one.role);
		// AND: a system prompt tells them how to converse, and of the keyword's protocol,
		for (const Participant &each : { one, other }) {
			const json prompt = last_prompt(*world.runtime, each.agent).value();
			const std::string system = prompt.at("system");
			CHECK(names(system, "You take part in a conversation with"));
			CHECK(names(system, "end your answer with [CONVERSATION_END]"));
		}
		// AND: it begins with a topic drawn from the pool.
		const std::span<const std::string_view> pool = conversation_topics();
		CHECK(std::find(pool.begin(), pool.end(), begun.talk->topic) != pool.end());
		CHECK(started.value().at("topic") == begun.talk->topic);
	}

	TEST_CASE("spec:003.1.1 those who are named have roles of their own, too") {
		TestWorld world("");
		agent_named(world, "Ada"); // both are testers
		agent_named(world, "Bob");
		const ConversationId talk =
				start_talk(world, { { "agents", { "agent_001", "agent_002" } } });
		REQUIRE(world.pass_until([&] { return lines_in(world) >= 2; }));
		const json roles = auto_mode_state(*world.runtime, talk).at("roles");
		CHECK(roles.at(0) == "tester");
		CHECK(roles.at(1) != "tester");
		CHECK_FALSE(roles.at(1).get<std::string>().empty());
		// The role is given for this talk only, and its player is told.
		CHECK(agent_state(*world.runtime, AgentId(2)).value().at("role") == "tester");
		const json prompt = last_prompt(*world.runtime, AgentId(2)).value();
		CHECK(names(prompt.at("system"),
				"Play your own part in it (" + roles.at(1).get<std::string>() + ")"));
	}

	TEST_CASE(
			"spec:003.5.2 topics are drawn from many, also across restarts, without near repeats") {
		const Folder folder;
		std::vector<std::string> drawn;
		for (int life = 0; life < 3; life++) {
			TestWorld world(folder.database());
			for (int i = 0; i < 6; i++) {
				const Result<json> started = start_auto_mode(*world.runtime, json::object());
				REQUIRE_MESSAGE(started.ok(), started.status().to_string());
				drawn.push_back(started.value().at("topic"));
				CHECK(world.ask({ { "type", "stopAutoMode" } }).at("ok") == true);
			}
		}
		// THEN: it is chosen by chance from a pool of at least 10 open-ended, debate-style topics,
		const std::span<const std::string_view> pool = conversation_topics();
		CHECK(pool.size() >= 30);
		CHECK(std::set<std::string>(drawn.begin(), drawn.end()).size() == drawn.size());
		// AND: phrased to encourage extended discussion: a question, and what to weigh in it.
		for (const std::string &topic : drawn) {
			CHECK(std::find(pool.begin(), pool.end(), topic) != pool.end());
			CHECK_MESSAGE(is_put_for_discussion(topic), topic);
			CHECK(topic.size() > 60);
		}
		// The first speaker is asked for more than an opinion.
		TestWorld world("");
		const ConversationId talk = start_talk(world);
		REQUIRE(world.pass_until([&] { return lines_in(world) >= 1; }));
		const AgentId first = talk_events<AutoModeStarted>(world).at(0).talk->participants[0].agent;
		const std::string prompt = last_prompt(*world.runtime, first).value().at("messages").dump();
		CHECK(names(prompt, auto_mode_state(*world.runtime, talk).at("topic")));
		CHECK(names(prompt,
				"Say where you stand, give a reason, and end with a question to the others."));
	}

	TEST_CASE("spec:003.3.1 the failsafe ends it, and its agents live on as before") {
		const Variable variable("20000");
		TestWorld world("");
		const AgentId ada = agent_named(world, "Ada");
		const AgentId bob = spawn_agent(*world.runtime, { { "name", "Bob" } }).value();
		const ConversationId talk =
				start_talk(world, { { "agents", { "agent_001", "agent_002" } } });
		CHECK(auto_mode_state(*world.runtime, talk).at("duration_ms") == 20'000);
		REQUIRE(world.pass_until([&] { return lines_in(world) > 0; }));
		const auto msec_left = [&] {
			return auto_mode_state(*world.runtime, talk).at("msec_left").get<int>();
		};
		REQUIRE(world.pass_until([&] { return msec_left() <= 100; }));
		CHECK(talk_events<AutoModeEnded>(world).empty());
		CHECK(world.runtime->is_auto_mode_active());
		world.clock.advance(100ms);
		REQUIRE(world.wait_until([&] { return !talk_events<AutoModeEnded>(world).empty(); }));
		// THEN: it is stopped, and autoModeEnded is broadcast,
		const std::vector<AutoModeEnded> ends = talk_events<AutoModeEnded>(world);
		CHECK(ends.at(0).talk == talk);
		CHECK(ends.at(0).reason == TalkEnd::timer);
		CHECK_FALSE(world.runtime->is_auto_mode_active());
		// AND: agents return to their normal states: idle, and who thinks of its own accord does.
		REQUIRE(world.pass_until([&] { return world.state(ada).at("state") == "idle"; }));
		const auto lives_on = [&] {
			return std::any_of(world.sink.events.rbegin(), world.sink.events.rend(),
					[&](const PublishedEvent &each) {
						const AgentStateChanged *change =
								each.event.data.get_if<AgentStateChanged>();
						return change != nullptr && each.event.subject == ParticipantId(bob) &&
								change->old_state == AgentState::idle &&
								change->state == AgentState::thinking;
					});
		};
		world.sink.events.clear();
		CHECK(world.pass_until(lives_on));
	}

	TEST_CASE("spec:003.7.1 the pattern is walk-to-agent when none is named") {
		TestWorld world("");
		const ConversationId talk = start_talk(world);
		REQUIRE(world.pass_until([&] { return !talk_events<AutoModeStarted>(world).empty(); }));
		CHECK(auto_mode_state(*world.runtime, talk).at("interaction_pattern") == "walk-to-agent");
		CHECK(talk_events<AutoModeStarted>(world)[0].talk->pattern ==
				InteractionPattern::walk_to_agent);
	}
}

TEST_SUITE("Auto mode") {
	TEST_CASE("what is wrong with a start is said, and what is allowed") {
		TestWorld world("");
		agent_named(world, "Ada");
		agent_named(world, "Bob");
		CHECK(names(refused_start(world, { { "agents", { "agent_009" } } }),
				"agents: there is no agent_009"));
		CHECK(names(refused_start(world, { { "agents", { "Ada" } } }),
				"\"Ada\" is not the id of an agent"));
		CHECK(names(refused_start(world, { { "agents", { "agent_001", "agent_001" } } }), "twice"));
		CHECK(names(refused_start(world, { { "agent_count", 1 } }), "between 2 and 8"));
		CHECK(names(refused_start(world, { { "agent_count", 9 } }), "between 2 and 8"));
		CHECK(names(
				refused_start(world, { { "agents", { "agent_001", "agent_002", "agent_003" } } }),
				"agent_003"));
		CHECK(names(refused_start(world, { { "duration_ms", 0 } }), "between 1 and 86400000"));
		CHECK(names(refused_start(world, { { "duration_ms", -5 } }), "between 1 and"));
		CHECK(names(refused_start(world, { { "max_turns", -1 } }), "between 0 and"));
		CHECK(names(refused_start(world, { { "pause_ms", -1 } }), "between 0 and"));
		CHECK(names(refused_start(world, { { "interaction_pattern", "dance" } }), "stay-at-desk"));
		CHECK(names(refused_start(world, { { "end_keyword", "" } }), "1 to 64 characters"));
		CHECK(names(refused_start(world, { { "end_keyword", "   " } }), "is blank"));
		CHECK(names(refused_start(world, { { "topik", "x" } }), "did you mean topic"));
		json crowd = json::array();
		for (int i = 0; i < 9; i++) {
			crowd.push_back("agent_001");
		}
		CHECK(names(refused_start(world, { { "agents", crowd } }), "at most 8"));
		CHECK_FALSE(world.runtime->is_auto_mode_active());
		CHECK(world.runtime->agents().size() == 2); // nobody was brought in for nothing
	}

	TEST_CASE("who is paused or takes part in another one is refused by name") {
		TestWorld world("");
		const AgentId ada = agent_named(world, "Ada");
		agent_named(world, "Bob");
		agent_named(world, "Cleo");
		CHECK(world.ask({ { "type", "agent_pause_request" }, { "agent_id", "agent_003" } })
						.at("ok") == true);
		CHECK(names(refused_start(world, { { "agents", { "agent_001", "agent_003" } } }),
				"agent_003 is paused"));
		const ConversationId talk =
				start_talk(world, { { "agents", { "agent_001", "agent_002" } } });
		CHECK(names(refused_start(world, { { "agents", { "agent_001" } } }),
				"agent_001 takes part in conversation_001 already"));
		CHECK(world.runtime->stop_auto_mode(talk).ok());
		CHECK(world.pass_until([&] { return !world.runtime->is_auto_mode_active(talk); }));
		CHECK(start_auto_mode(*world.runtime, { { "agents", { ada.to_string() } } }).ok());
	}

	TEST_CASE("who was brought in once comes again, and others when those are busy") {
		TestWorld world("");
		start_talk(world);
		CHECK(world.runtime->agents().size() == 2);
		CHECK(world.ask({ { "type", "stopAutoMode" } }).at("ok") == true);
		start_talk(world);
		CHECK(world.runtime->agents().size() == 2);
		start_talk(world, { { "agent_count", 8 } });
		CHECK(world.runtime->agents().size() == 10);
		start_talk(world, { { "agent_count", 8 } }); // more than there are personas
		CHECK(world.runtime->agents().size() == 18);
		std::set<std::string> all;
		for (const AgentId agent : world.runtime->agents()) {
			all.insert(world.state(agent).at("name"));
		}
		CHECK(all.size() == 18);
		CHECK(world.pass_until([&] { return lines_in(world) > 20; }));
	}

	TEST_CASE("a start for which there is no room leaves nobody behind") {
		RuntimeOptions options;
		options.most_agents = 4;
		TestWorld world(options);
		agent_named(world, "Ada");
		CHECK(names(refused_start(world, { { "agent_count", 8 } }),
				"agent_count: it takes 8 agents more, and there are places for 3"));
		CHECK(world.runtime->agents().size() == 1);
		CHECK(names(refused_start(world, { { "agents", { "agent_001" } }, { "agent_count", 5 } }),
				"it takes 4 agents more"));
		start_talk(world, { { "agent_count", 3 } });
		CHECK(world.ask({ { "type", "stopAutoMode" } }).at("ok") == true);
		CHECK(world.runtime->agents().size() == 4);
		// Agents that are already there need no room.
		start_talk(world, { { "agents", { "agent_001" } }, { "agent_count", 4 } });
	}

	TEST_CASE("which topic comes first is chance, and the same chance with the same seed") {
		const auto first_of = [](std::uint64_t seed) {
			RuntimeOptions options;
			options.config.seed = seed;
			TestWorld world(options);
			return start_auto_mode(*world.runtime, json::object()).value().at("topic");
		};
		std::set<std::string> seeded;
		std::set<std::string> unseeded;
		for (std::uint64_t seed = 1; seed <= 8; seed++) {
			seeded.insert(first_of(seed));
			unseeded.insert(first_of(0));
		}
		CHECK(seeded.size() > 2);
		CHECK(unseeded.size() > 1); // the same eight times is practically impossible
		CHECK(first_of(3) == first_of(3));
	}

	TEST_CASE("its state tells whose turn it is, how many there were, and what time is left") {
		TestWorld world("");
		const ConversationId talk = start_talk(
				world, { { "topic", "Bees" }, { "max_turns", 50 }, { "duration_ms", 100'000 } });
		CHECK(world.runtime->is_auto_mode_active(talk));
		REQUIRE(world.pass_until([&] { return lines_in(world) >= 2; }));
		const json state = auto_mode_state(*world.runtime, talk);
		CHECK(state.at("status") == "active");
		CHECK(state.at("topic") == "Bees");
		CHECK(state.at("turn") >= 2);
		CHECK(state.at("max_turns") == 50);
		CHECK(names(state.at("responding"), "agent_00"));
		CHECK(state.at("msec_left").get<int>() < 100'000);
		CHECK(state.at("msec_left").get<int>() > 50'000);
		const json listed = world.ask({ { "type", "auto_mode_request" } });
		CHECK(listed.at("result").at("conversations").size() == 1);
		CHECK(world.ask({ { "type", "stopAutoMode" }, { "conversation_id", "conversation_001" } })
						.at("ok") == true);
		CHECK(auto_mode_state(*world.runtime, talk).at("status") == "ended");
		CHECK(auto_mode_state(*world.runtime, talk).at("reason") == "stopped");
		CHECK(auto_mode_state(*world.runtime, talk).at("msec_left") == 0);
		CHECK(auto_mode_state(*world.runtime, ConversationId(7)).empty());
	}

	TEST_CASE("what is not there cannot be stopped, continued or read, and is said to be so") {
		TestWorld world("");
		const json none = { { "type", "stopAutoMode" }, { "conversation_id", "conversation_009" } };
		CHECK(world.ask(none).at("error").at("code") == "not_found");
		CHECK(world.ask({ { "type", "stopAutoMode" }, { "conversation_id", "talk" } })
						.at("error")
						.at("field") == "conversation_id");
		CHECK(world.ask({ { "type", "stopAutoMode" } }).at("ok") == true); // all of none
		start_talk(world);
		CHECK(world.ask({ { "type", "stopAutoMode" } }).at("ok") == true);
		const json over = { { "type", "stopAutoMode" }, { "conversation_id", "conversation_001" } };
		CHECK(world.ask(over).at("error").at("code") == "failed_precondition");
		CHECK(world.runtime->continue_auto_mode(ConversationId(1)).code() ==
				StatusCode::failed_precondition); // there is no database
	}

	TEST_CASE("the duration is that of the start, else the environment's, else the project's") {
		RuntimeOptions options;
		options.auto_mode_duration = 70s;
		const auto duration_of = [](TestWorld &world, const json &start) {
			return auto_mode_state(*world.runtime, start_talk(world, start)).at("duration_ms");
		};
		{
			TestWorld world(options);
			CHECK(duration_of(world, json::object()) == 70'000);
			CHECK(duration_of(world, { { "duration_ms", 5'000 } }) == 5'000);
		}
		{
			const Variable variable("90000");
			TestWorld world(options);
			CHECK(duration_of(world, json::object()) == 90'000);
			CHECK(duration_of(world, { { "duration_ms", 5'000 } }) == 5'000);
		}
		for (const char *wrong : { "", "soon", "-5", "0", "12.5", "99999999999" }) {
			const Variable variable(wrong);
			TestWorld world(options);
			CHECK(duration_of(world, json::object()) == 70'000);
			CHECK_FALSE(parse_talk_duration(wrong).ok());
		}
		TestWorld world("");
		CHECK(duration_of(world, json::object()) == 300'000);
	}

	TEST_CASE(
			"it is stored turn by turn, and a killed runtime leaves it readable and continuable") {
		const Folder folder;
		std::vector<std::string> said;
		{
			TestWorld world(folder.database());
			start_talk(world, { { "topic", "The *old* bridge" }, { "max_turns", 7 } });
			REQUIRE(world.pass_until([&] { return lines_in(world) >= 4; }));
			for (const AgentMessaged &line : talk_events<AgentMessaged>(world)) {
				said.push_back(line.message->content);
			}
			left_behind(folder);
		}
		TestWorld world(folder.path() / "killed/world.db");
		// It is reported once as interrupted, and can be read.
		REQUIRE(world.pass_until([&] { return !talk_events<AutoModeEnded>(world).empty(); }));
		CHECK(talk_events<AutoModeEnded>(world)[0].reason == TalkEnd::interrupted);
		// The world goes on while its database is copied.
		const std::size_t turns = talk_events<AutoModeEnded>(world)[0].turns;
		REQUIRE(turns >= said.size());
		REQUIRE(turns < 7);
		const ConversationId talk(1);
		CHECK(auto_mode_conversations(*world.runtime).at(0).at("status") == "interrupted");
		CHECK(auto_mode_state(*world.runtime, talk).at("turn") == turns);
		CHECK_FALSE(world.runtime->is_auto_mode_active());
		const json read = world.ask({ { "type", "auto_mode_transcript_request" },
				{ "conversation_id", "conversation_001" } });
		REQUIRE(read.at("ok") == true);
		const json messages = read.at("result").at("messages");
		REQUIRE(messages.size() == turns);
		for (std::size_t i = 0; i < turns; i++) {
			CHECK((i >= said.size() || messages[i].at("text") == said[i]));
			CHECK(messages[i].at("turn") == i + 1);
			CHECK(messages[i].at("agent_id") == (i % 2 == 0 ? "agent_001" : "agent_002"));
		}
		const std::string markdown = read.at("result").at("markdown");
		CHECK(names(markdown, "# The \\*old\\* bridge\n"));
		CHECK(names(markdown, "- With: Mara (sceptic), Tobi (visionary)\n"));
		CHECK(names(markdown, "- Reason: interrupted\n"));
		CHECK(names(markdown, "\n**Mara:** "));

		// It goes on where it was: with the next one's turn, and knowing what was said.
		CHECK(world.ask({ { "type", "continueAutoMode" },
								{ "conversation_id", "conversation_001" } })
						.at("ok") == true);
		CHECK(names(world.runtime->continue_auto_mode(talk).message(), "is going on"));
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		CHECK(talk_events<AutoModeEnded>(world)[1].reason == TalkEnd::max_turns);
		CHECK(talk_events<AutoModeStarted>(world).at(0).turns == turns);
		const std::vector<AgentMessaged> lines = talk_events<AgentMessaged>(world);
		REQUIRE(lines.size() == 7 - turns);
		CHECK(lines[0].turn == turns + 1);
		CHECK(lines[0].message->from == ParticipantId(AgentId(turns % 2 == 0 ? 1 : 2)));
		CHECK(lines.back().turn == 7);
		const json all = world.ask({ { "type", "auto_mode_transcript_request" },
				{ "conversation_id", "conversation_001" } });
		CHECK(all.at("result").at("messages").size() == 7);
	}

	TEST_CASE("one that has ended goes on as well, by itself and with as many turns again") {
		const Folder folder;
		TestWorld world(folder.database());
		start_talk(world, { { "max_turns", 2 } });
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		CHECK(world.runtime->continue_auto_mode(ConversationId(1)).ok());
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		CHECK(talk_events<AutoModeEnded>(world)[1].turns == 4);
		// An agent that is gone does not come back for it.
		REQUIRE(world.runtime->terminate_agent(AgentId(2), "test").ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentTerminated>(AgentId(2)) == 1; }));
		CHECK(names(world.runtime->continue_auto_mode(ConversationId(1)).message(),
				"fewer than two are still there"));
		CHECK(world.runtime->continue_auto_mode(ConversationId(8)).code() == StatusCode::not_found);
	}

	TEST_CASE("a world with conversations is replayed just as the log has it") {
		const Folder folder;
		{
			TestWorld world(folder.database(), true);
			start_talk(world, { { "agent_count", 3 } });
			start_talk(world, { { "interaction_pattern", "stay-at-desk" } });
			REQUIRE(world.pass_until([&] { return lines_in(world) > 12; }));
			REQUIRE(send_message(*world.runtime, {}, AgentId(2), "And the ferry?").ok());
			REQUIRE(world.runtime->terminate_agent(AgentId(1), "test").ok());
			CHECK(world.runtime->stop_auto_mode(ConversationId(2)).ok());
			REQUIRE(world.pass_until(
					[&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		}
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		const Result<ReplayResult> result = replay_recording(file.value(), 2);
		REQUIRE_MESSAGE(result.ok(), result.status().to_string());
		CHECK_MESSAGE(!result.value().divergence, result.value().divergence->to_string());
		CHECK(result.value().events > 100);
	}
}

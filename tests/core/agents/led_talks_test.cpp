#include "core/mind/prompt.h"
#include "led_talk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

// What agents do in led conversations, beyond the scenarios of spec 003.

using namespace agent_runtime;

namespace {

using Words = std::vector<std::string>;

} // namespace

TEST_SUITE("Conversations that are led") {
	TEST_CASE("each line is told with who said it, which turn, and in which conversation") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AgentMessaged>(3));
		const auto started = run.events<AutoModeStarted>();
		REQUIRE(started.size() == 1);
		CHECK(started[0].second.talk->participants.size() == 2);
		std::uint32_t turn = 0;
		for (const auto &[who, line] : run.events<AgentMessaged>()) {
			CHECK(line.talk == talk);
			CHECK(line.turn == ++turn);
			CHECK(who == ParticipantId(turn % 2 == 1 ? ada : bob));
		}
		// The same comes as speech, with everybody who heard it, wherever they stood.
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() == 3);
		CHECK(spoken[0].second.message->hearers == std::vector<ParticipantId>{ bob });
	}

	TEST_CASE("an agent goes the whole way: listening, thinking, speaking, idle") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AgentMessaged>(4));
		const Words path = run.path_of(bob);
		REQUIRE(path.size() >= 4);
		CHECK(Words(path.begin(), path.begin() + 4) ==
				Words{ "idle>listening", "listening>thinking", "thinking>speaking",
						"speaking>idle" });
	}

	TEST_CASE("who takes part does nothing of its own accord, and all of it again afterwards") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return request.instruction.empty() ? MindAction(SpeakAction{ "On my own.", {} })
											   : numbered_words(request);
		});
		LedTalkRun run(mind);
		run.think_interval = 5s;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 1, 0 });
		run.run_until(at(6s)); // both have begun to think, or will do so soon
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		run.run_until(at(6s));
		const std::size_t before = run.events<AgentSpoke>().size();
		run.run_until(at(2min));
		for (std::size_t i = before; i < run.events<AgentSpoke>().size(); i++) {
			CHECK(run.events<AgentSpoke>()[i].second.message->content != "On my own.");
		}
		run.stop(talk);
		const std::size_t led = run.events<AgentSpoke>().size();
		run.run_until(at(3min));
		REQUIRE(run.events<AgentSpoke>().size() > led + 2);
		CHECK(run.events<AgentSpoke>().back().second.message->content == "On my own.");
	}

	TEST_CASE(
			"what the player says meanwhile is in mind at the next turn, and not answered alone") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AgentMessaged>(2));
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", bob, {}, "Think of the ferry!" });
		REQUIRE(run.run_until_events<AgentMessaged>(6));
		const std::vector<MindRequest> asked = mind.requests_of(bob);
		REQUIRE(asked.size() == 3);
		const auto knows = [](const MindRequest &request) {
			return std::any_of(request.last_lines.begin(), request.last_lines.end(),
					[](const RememberedLine &line) {
						return line.content == "Think of the ferry!";
					});
		};
		CHECK_FALSE(knows(asked[0]));
		CHECK(knows(asked[1]));
		CHECK(has_part(user_prompt(asked[1]), "Think of the ferry!"));
		CHECK(asked[1].prompt->content == "agent_001 says 2");
	}

	TEST_CASE("a turn ends in speech: all else is refused once with the reason, then a failure") {
		int stubborn = 0;
		const FakeMind mind([&](const MindRequest &request) -> Result<MindAction> {
			if (request.agent == AgentId(2) && !request.instruction.empty()) {
				stubborn++;
				CHECK((stubborn % 2 == 1) == request.complaint.empty());
				return MindAction(MoveAction{ { 9, 9 } });
			}
			return numbered_words(request);
		});
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		// Two failed turns in a row of the same agent end the conversation.
		CHECK(stubborn == 4);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::mind_failed);
		CHECK(run.view(bob).position == TilePosition{});
		CHECK(has_part(mind.requests_of(bob)[1].complaint, "your turn to speak"));
	}

	TEST_CASE("a mind may use tools on its way to speech") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			if (!request.instruction.empty() && request.tool_results.empty()) {
				return MindAction(UseToolsAction{ { { "1", "no_such_tool", "{}" } } });
			}
			return request.instruction.empty() ? MindAction(WaitAction{}) : numbered_words(request);
		});
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const ConversationId talk = run.start(run.talk_of({ ada, run.spawn("Bob") }));
		REQUIRE(run.run_until_events<AgentMessaged>(3));
		CHECK(run.ends_of(talk).empty());
	}

	TEST_CASE("thoughts that are spent end it, for that reason") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		run.budget.thoughts = 2;
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::budget);
		CHECK(run.ends_of(talk)[0].turns == 5); // Ada's third line gets no answer
		CHECK(run.events<BudgetExhausted>().size() == 1);
	}

	TEST_CASE("who has used up its minute goes on with the next one") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.budget.thoughts_per_minute = 2;
		const AgentId ada = run.spawn("Ada");
		const ConversationId talk = run.start(run.talk_of({ ada, run.spawn("Bob") }));
		REQUIRE(run.run_until_events<AgentMessaged>(6));
		CHECK(run.simulation().time() > at(1min));
		CHECK(run.ends_of(talk).empty());
	}

	TEST_CASE("who waits for its next minute takes its turn then, whoever looks at it meanwhile") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.budget.thoughts_per_minute = 1;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", ada, {}, "Hello" });
		run.run_until(at(20s));
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		run.run_until(at(21s));
		REQUIRE(run.events<AgentStuck>().size() == 1);
		REQUIRE(run.view(ada).state == AgentState::idle);
		run.simulation().post(AttentionInput{ ada, 0.5f });
		run.run_until(at(2min));
		CHECK(run.lines_of(talk).size() >= 2);
	}

	TEST_CASE("it ends after the turns that it may have") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		TalkSettings settings = run.talk_of({ ada, run.spawn("Bob") });
		settings.max_turns = 3;
		const ConversationId talk = run.start(settings);
		run.run_until(at(10min));
		CHECK(run.lines_of(talk).size() == 3);
		REQUIRE(run.ends_of(talk).size() == 1);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::max_turns);
	}

	TEST_CASE("nothing but the keyword ends it without a line") {
		const FakeMind mind = mind_that_says(" [CONVERSATION_END]\n", 2);
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const ConversationId talk = run.start(run.talk_of({ ada, run.spawn("Bob") }));
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		CHECK(run.lines_of(talk).size() == 2);
		CHECK(run.view(ada).state == AgentState::idle);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::keyword);
	}

	TEST_CASE("the words that end it are heard, and ask nobody for an answer") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			const bool ends = request.agent == AgentId(1) && request.turn == 1;
			return MindAction(
					SpeakAction{ ends ? "Goodbye. [CONVERSATION_END]" : "And then?", {} });
		});
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		run.run_until(at(10min));
		CHECK(run.lines_of(talk).size() == 3);
		CHECK(run.events<AgentSpoke>().size() == 3);
		CHECK(mind.requests().size() == 3);
		CHECK(run.path_of(bob).back() == "listening>idle");
		std::size_t heard = 0;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ConversationRow &row : output->conversations) {
				heard += row.owner == bob && row.message->content == "Goodbye." ? 1 : 0;
			}
		}
		CHECK(heard == 1);
	}

	TEST_CASE("a stop withdraws the thought in flight, and lets a sentence come to its end") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.mind = MindKind::openai; // asked outside the process; nobody answers
		const AgentId ada = run.spawn("Ada");
		run.mind = MindKind::offline;
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ bob, ada }));
		SUBCASE("while one thinks") {
			REQUIRE(run.run_until_events<AgentMessaged>(1));
			while (run.outputs.back()->thoughts.empty()) {
				run.step(run.simulation().next_due());
			}
			run.stop(talk);
			const StepOutput &output = run.step(run.simulation().time());
			REQUIRE(output.withdrawn.size() == 1);
			CHECK(output.withdrawn[0].agent == ada);
			CHECK(run.view(ada).state == AgentState::idle);
		}
		SUBCASE("while one speaks") {
			REQUIRE(run.run_until_events<AgentMessaged>(1));
			run.stop(talk);
			run.step(run.simulation().time());
			CHECK(run.view(bob).state == AgentState::speaking);
			run.run_until(at(1min));
			CHECK(run.view(bob).state == AgentState::idle);
		}
		REQUIRE(run.ends_of(talk).size() == 1);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::stopped);
		run.run_until(at(10min));
		CHECK(run.ends_of(talk).size() == 1);
		CHECK(run.lines_of(talk).size() == 1);
	}

	TEST_CASE("the loss of one of two ends it, of one of three does not") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		const AgentId cleo = run.spawn("Cleo");
		const ConversationId talk = run.start(run.talk_of({ ada, bob, cleo }));
		REQUIRE(run.run_until_events<AgentMessaged>(4));
		run.simulation().post(TerminateInput{ bob, "asked to" });
		REQUIRE(run.run_until_events<AgentMessaged>(8));
		CHECK(run.ends_of(talk).empty());
		const std::vector<AgentId> turns = run.turns_of(talk);
		CHECK(std::count(turns.end() - 3, turns.end(), bob) == 0);
		run.simulation().post(TerminateInput{ cleo, "asked to" });
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::agent_lost);
		run.run_until(at(10min));
		CHECK(run.ends_of(talk).size() == 1);
		CHECK(run.view(ada).state == AgentState::idle);
	}

	TEST_CASE("a paused agent is waited for, and takes its turn when it goes on") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AgentMessaged>(1));
		run.simulation().post(PauseInput{ bob, PauseChange::pause, RequestId() });
		run.run_until(at(1min));
		CHECK(run.lines_of(talk).size() == 1);
		SUBCASE("it goes on") {
			run.simulation().post(PauseInput{ bob, PauseChange::resume, RequestId() });
			REQUIRE(run.run_until_events<AgentMessaged>(3));
		}
		SUBCASE("it takes its turn as a single step") {
			run.simulation().post(PauseInput{ bob, PauseChange::step, RequestId() });
			REQUIRE(run.run_until_events<AgentMessaged>(2));
			run.run_until(at(2min));
			CHECK(run.lines_of(talk).size() == 3);
		}
		SUBCASE("it never does, and the failsafe ends it") {
			run.run_until(at(6min));
			REQUIRE(run.ends_of(talk).size() == 1);
			CHECK(run.ends_of(talk)[0].reason == TalkEnd::timer);
		}
	}

	TEST_CASE("several go on at once and do not mix") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		std::vector<ConversationId> talks;
		std::map<ConversationId, std::set<AgentId>> members;
		for (int i = 0; i < 5; i++) {
			const AgentId one = run.spawn("One", { static_cast<float>(i), 0 });
			const AgentId two = run.spawn("Two", { static_cast<float>(i), 1 });
			talks.push_back(run.start(run.talk_of({ one, two })));
			members[talks.back()] = { one, two };
		}
		run.run_until(at(3min));
		run.stop(talks[2]);
		run.run_until(at(6min));
		for (const ConversationId talk : talks) {
			REQUIRE(run.ends_of(talk).size() == 1);
			CHECK(run.ends_of(talk)[0].reason ==
					(talk == talks[2] ? TalkEnd::stopped : TalkEnd::timer));
			CHECK(run.lines_of(talk).size() > 10);
		}
		for (const auto &[who, line] : run.events<AgentMessaged>()) {
			CHECK(members[line.talk].contains(who.agent_id()));
		}
		for (const MindRequest &request : mind.requests()) {
			for (const RememberedLine &line : request.last_lines) {
				const std::set<AgentId> &own = members[talks[(request.agent.number() - 1) / 2]];
				CHECK(own.contains(line.sender.agent_id()));
			}
		}
	}

	TEST_CASE("offline minds talk about the topic for a while, then end it themselves") {
		std::size_t longest = 0;
		for (std::uint64_t seed = 0; seed < 12; seed++) {
			SimulationOptions options;
			options.settings.seed = seed;
			LedTalkRun run(SimulationRun::offline_mind(), options);
			std::vector<AgentId> agents;
			for (std::uint64_t i = 0; i < 2 + seed % 4; i++) {
				agents.push_back(run.spawn(
						"Agent " + std::to_string(i + seed), { static_cast<float>(i), 0 }));
			}
			const ConversationId talk = run.start(run.talk_of(agents));
			run.run_until(at(20min));
			REQUIRE(run.ends_of(talk).size() == 1);
			CHECK(run.ends_of(talk)[0].reason == TalkEnd::keyword);
			const std::size_t turns = run.lines_of(talk).size();
			CHECK(turns >= 8);
			longest = std::max(longest, turns);
			for (const std::string &line : run.lines_of(talk)) {
				CHECK_FALSE(has_part(line, "CONVERSATION_END"));
			}
			CHECK(has_part(run.lines_of(talk).front(), "bridges"));
		}
		CHECK(longest <= 32);
	}
}

TEST_SUITE("Determinism of conversations that are led") {
	SimulationOptions led_with_helpers(std::size_t helpers) {
		SimulationOptions options;
		options.settings.seed = 21;
		options.helpers = helpers;
		options.tasks_per_part = 1;
		options.recording = true;
		return options;
	}

	void live_with_talks(LedTalkRun & run) {
		run.think_interval = 4s;
		std::vector<AgentId> agents;
		for (int i = 0; i < 24; i++) {
			agents.push_back(run.spawn("Agent " + std::to_string(i),
					{ static_cast<float>(i % 6) * 2, static_cast<float>(i) }));
		}
		for (std::size_t i = 0; i < 4; i++) {
			TalkSettings talk =
					run.talk_of({ agents[i * 3], agents[i * 3 + 1], agents[i * 3 + 2] });
			talk.pattern = interaction_patterns()[i % 3].pattern;
			run.start(talk);
		}
		run.run_until(at(40s));
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", agents[1], {}, "And the ferry?" });
		run.simulation().post(PauseInput{ agents[4], PauseChange::pause, RequestId() });
		run.simulation().post(TerminateInput{ agents[8], "asked to" });
		run.run_until(at(90s));
		run.simulation().post(PauseInput{ agents[4], PauseChange::resume, RequestId() });
		run.stop(ConversationId(1));
		run.run_until(at(10min));
	}

	TEST_CASE("they are the same with 0, 1, 2 and 4 helpers, and from the recording alone") {
		LedTalkRun alone(SimulationRun::offline_mind(), led_with_helpers(0));
		live_with_talks(alone);
		CHECK(alone.events<AutoModeEnded>().size() == 4);
		CHECK(alone.events<AgentMessaged>().size() > 30);
		for (const std::size_t helpers : { 1u, 2u, 4u }) {
			LedTalkRun helped(SimulationRun::offline_mind(), led_with_helpers(helpers));
			live_with_talks(helped);
			CHECK(helped.hash() == alone.hash());
		}
		SimulationOptions options = led_with_helpers(2);
		options.replaying = true;
		LedTalkRun again(SimulationRun::offline_mind(), options);
		replay(again, recording_of(alone));
		CHECK(again.hash() == alone.hash());
	}
}

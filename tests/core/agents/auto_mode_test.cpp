#include "core/auto_mode/instruction.h"
#include "core/mind/prompt.h"
#include "led_talk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

// What agents do in led conversations, and scenarios of spec 003 that need only the step engine.

using namespace agent_runtime;

namespace {

using Words = std::vector<std::string>;

} // namespace

TEST_SUITE("Spec 003") {
	TEST_CASE("spec:003.1.2 what one has said is the next one's prompt, round and round") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 2, 0 });
		const AgentId cleo = run.spawn("Cleo", { 50, 50 }); // out of hearing
		const ConversationId talk = run.start(run.talk_of({ ada, bob, cleo }));
		REQUIRE(run.run_until_events<AgentMessaged>(7));
		// THEN: the assistant's response is extracted,
		const Words lines = run.lines_of(talk);
		CHECK(lines[0] == "agent_001: agent_001 says 1");
		CHECK(lines[1] == "agent_002: agent_002 says 1");
		CHECK(lines[2] == "agent_003: agent_003 says 1");
		CHECK(lines[3] == "agent_001: agent_001 says 2");
		// AND: and is the next user prompt of the subsequent agent in the rotation.
		const std::vector<MindRequest> asked = mind.requests();
		REQUIRE(asked.size() >= 7);
		const std::vector<AgentId> order = { ada, bob, cleo, ada, bob, cleo, ada };
		for (std::size_t i = 0; i < order.size(); i++) {
			CHECK(asked[i].agent == order[i]);
			REQUIRE(asked[i].prompt);
			if (i > 0) {
				const std::string before = lines[i - 1].substr(lines[i - 1].find(": ") + 2);
				CHECK(asked[i].prompt->sender == ParticipantId(order[i - 1]));
				CHECK(asked[i].prompt->content == before);
				CHECK(has_part(user_prompt(asked[i]), before));
				CHECK(asked[i].answer_to == ParticipantId(order[i - 1]));
			}
		}
	}

	TEST_CASE("spec:003.2.1 the keyword ends it at once, and nobody ever sees it") {
		// What its mind says after the keyword does not count.
		const FakeMind mind = mind_that_says("We are done here. [CONVERSATION_END] Or not yet?", 2);
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 2, 0 });
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AutoModeEnded>(1));
		// THEN: auto mode stops in the very step of these words,
		const StepOutput &last = *run.outputs.back();
		const auto in_last = [&](auto matches) {
			return std::any_of(last.events.begin(), last.events.end(), matches);
		};
		CHECK(in_last([](const Event &event) {
			const AgentSpoke *spoke = event.data.get_if<AgentSpoke>();
			return spoke != nullptr && spoke->message->content == "We are done here.";
		}));
		CHECK(run.lines_of(talk).back() == "agent_001: We are done here.");
		// AND: autoModeEnded is broadcast, once.
		REQUIRE(run.ends_of(talk).size() == 1);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::keyword);
		CHECK(run.ends_of(talk)[0].turns == 3);
		run.run_until(at(10min));
		CHECK(run.ends_of(talk).size() == 1);
		CHECK(run.lines_of(talk).size() == 3);
		// AND: the keyword is stripped, wherever it could be seen, stored or remembered.
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const Event &event : output->events) {
				if (const AgentSpoke *spoke = event.data.get_if<AgentSpoke>()) {
					CHECK_FALSE(has_part(spoke->message->content, "CONVERSATION_END"));
					CHECK_FALSE(has_part(spoke->message->content, "not yet"));
				}
			}
			for (const ConversationRow &row : output->conversations) {
				CHECK_FALSE(has_part(row.message->content, "CONVERSATION_END"));
				CHECK_FALSE(has_part(row.message->content, "not yet"));
			}
		}
	}

	TEST_CASE("spec:003.2.2 without the keyword, the failsafe ends it after its duration") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 2, 0 });
		const ConversationId talk = run.start(run.talk_of({ ada, bob })); // 5 minutes by default
		run.run_until(at(5min) - 10ms);
		CHECK(run.ends_of(talk).empty());
		CHECK(run.lines_of(talk).size() > 20);
		run.run_until(at(6min));
		// THEN: it is terminated, AND: autoModeEnded is broadcast.
		REQUIRE(run.ends_of(talk).size() == 1);
		CHECK(run.ends_of(talk)[0].reason == TalkEnd::timer);
		CHECK(run.events<AgentMessaged>().size() == run.ends_of(talk)[0].turns);
	}

	TEST_CASE("spec:003.5.1 the first agent is instructed before it is given the topic") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 2, 0 });
		const TalkSettings talk = run.talk_of({ ada, bob });
		run.start(talk);
		REQUIRE(run.run_until_events<AgentMessaged>(2));
		const MindRequest first = mind.requests().front();
		CHECK(first.agent == ada);
		const Prompt prompt = assemble_prompt(first, {});
		// THEN: a system instruction is prepended to the first agent's input …
		const std::string &system = prompt.request.system;
		CHECK(has_part(system, conversation_instruction(talk, ada)));
		CHECK(has_part(prompt.request.messages.front().text, talk.topic));
		// … that directs agents to explore deeply, ask, debate, and end only when all is said.
		for (const char *part :
				{ "Explore the topic deeply", "ask follow-up questions", "Debate constructively",
						"genuinely exhausted, and only then", "[CONVERSATION_END]" }) {
			CHECK_MESSAGE(has_part(system, part), part);
		}
		// The same goes for those who come after it.
		CHECK(mind.requests()[1].instruction == conversation_instruction(talk, bob));
	}
}

TEST_SUITE("Auto mode in steps") {
	TEST_CASE("one that was asked to stop before it could go on ends in the step that begins it") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.moved_by_game = true;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 8, 0 });
		run.step(at(0s));
		TalkSettings settings = run.talk_of({ ada, bob });
		SUBCASE("whose first turn would begin at once") {
			settings.pattern = InteractionPattern::stay_at_desk;
		}
		SUBCASE("whose speaker would walk first") {
			settings.pattern = InteractionPattern::walk_to_agent;
		}
		SUBCASE("whose participants would all walk first") {
			settings.pattern = InteractionPattern::meet_at_table;
		}
		const TalkSettingsPtr talk = std::make_shared<const TalkSettings>(settings);
		Message line;
		line.from = ParticipantId(bob);
		run.simulation().post(StartTalkInput{ .talk = talk,
				.turns = 3,
				.lines = { std::make_shared<const Message>(line) },
				.is_stopped = true,
				.stop = RequestId(12) });
		const StepOutput &output = run.step(at(0s));
		CHECK(run.events<AutoModeStarted>().size() == 1);
		REQUIRE(run.ends_of(talk->id).size() == 1);
		CHECK(run.ends_of(talk->id)[0].reason == TalkEnd::stopped);
		CHECK(run.ends_of(talk->id)[0].turns == 3);
		const auto is_of_stop = [](const RequestOutcome &outcome) {
			return outcome.request == RequestId(12) && outcome.status.ok();
		};
		CHECK(std::count_if(output.outcomes.begin(), output.outcomes.end(), is_of_stop) == 1);
		// It had no turn: nobody was asked for anything, nor sent elsewhere than home at its end.
		for (const GameCall &call : output.calls) {
			CHECK(call.kind == CallKind::walk);
			CHECK(call.target == run.view(call.agent).position);
		}
		CHECK(output.cancelled_walks.empty());
		CHECK(output.thoughts.empty());
		CHECK(output.withdrawn.empty());
		run.run_until(at(10min));
		CHECK(run.turns_of(talk->id).empty());
		CHECK(run.lines_of(talk->id).empty());
		CHECK(mind.requests().empty());
	}
}

#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>

#include <algorithm>

// What stops agents: pauses, budgets, useless answers, slow minds, and crowds.

using namespace agent_runtime;

namespace {

const AgentId LIMITED(1); // Ada

SayInput to_ada(const std::string &content) {
	return { ParticipantId::player(0), "Player", LIMITED, {}, content };
}

PauseInput change_pause(PauseChange change) {
	return { LIMITED, change, RequestId(1) };
}

StatusCode outcome(const StepOutput &output) {
	return output.outcomes.empty() ? StatusCode::internal : output.outcomes[0].status.code();
}

} // namespace

TEST_SUITE("Pauses") {
	TEST_CASE("a paused agent remembers what it hears, and answers when it goes on") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "Here I am.", {} });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(change_pause(PauseChange::pause));
		run.run_until(at(1s));
		run.simulation().post(to_ada("Ada?"));
		run.run_until(at(120s));
		CHECK(mind.requests().empty());
		CHECK(run.view(LIMITED).paused);
		CHECK(run.view(LIMITED).waiting == 1);
		CHECK(run.view(LIMITED).state == AgentState::idle);

		run.simulation().post(change_pause(PauseChange::resume));
		run.step(at(121s));
		run.run_until(at(130s));
		CHECK_FALSE(run.view(LIMITED).paused);
		REQUIRE(mind.requests().size() >= 1);
		CHECK(mind.requests()[0].last_lines.back().content == "Ada?");
		CHECK(mind.requests()[0].answer_to == ParticipantId::player(0));
		const auto pauses = run.events<AgentPaused>();
		REQUIRE(pauses.size() == 2);
		CHECK(pauses[0].second.paused);
		CHECK_FALSE(pauses[1].second.paused);
	}

	TEST_CASE("a thought that a pause ends is withdrawn, and its question is asked again") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "Here I am.", {} });
		SimulationOptions options;
		options.settings.offline_thought = 5s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(to_ada("Ada?"));
		run.run_until(at(2s));
		REQUIRE(run.view(LIMITED).state == AgentState::thinking);
		run.simulation().post(change_pause(PauseChange::pause));
		run.step(at(3s));
		CHECK(run.view(LIMITED).state == AgentState::idle);
		CHECK(run.desk().open_thoughts() == 0);
		run.simulation().post(change_pause(PauseChange::resume));
		run.step(at(4s));
		run.run_until(at(30s));
		CHECK(mind.requests().size() == 1);
		CHECK(run.events<AgentSpoke>().size() == 2); // the question and its one answer
	}

	TEST_CASE("what was being answered when a pause came waits once, before what waited already") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationOptions options;
		options.settings.offline_thought = 100s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		// it thinks about the first, two interrupt it, one is put aside
		for (int i = 1; i <= 4; i++) {
			run.simulation().post(to_ada("Q" + std::to_string(i)));
			run.step(at(1s * i));
			run.run_until(at(1s * i + 500ms));
		}
		CHECK(run.view(LIMITED).waiting == 1);
		run.simulation().post(change_pause(PauseChange::pause));
		run.step(at(5s));
		CHECK(run.view(LIMITED).waiting == 2);
		for (int i = 0; i < 20; i++) {
			run.simulation().post(to_ada("More"));
		}
		run.run_until(at(6s));
		CHECK(run.view(LIMITED).waiting == 8);
		CHECK(run.events<MessagesDropped>().size() == 14);
	}

	TEST_CASE("a paused agent makes single steps, one decision each") {
		const FakeMind mind = FakeMind::always(MoveAction{ { 1, 1 } });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(change_pause(PauseChange::step));
		CHECK(outcome(run.step(at(1s))) == StatusCode::failed_precondition);
		run.simulation().post(change_pause(PauseChange::pause));
		run.step(at(1s));
		for (int i = 1; i <= 3; i++) {
			run.simulation().post(change_pause(PauseChange::step));
			CHECK(outcome(run.step(at(10s * i))) == StatusCode::ok);
			// Not while it is at the last one.
			run.simulation().post(change_pause(PauseChange::step));
			CHECK(outcome(run.step(at(10s * i))) == StatusCode::failed_precondition);
			run.run_until(at(10s * i + 9s));
			CHECK(mind.requests().size() == static_cast<std::size_t>(i));
			CHECK(run.view(LIMITED).state == AgentState::idle);
		}
	}
}

TEST_SUITE("Budgets of thoughts") {
	TEST_CASE("an agent asks its mind as often as its budget allows, and not once more") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.budget.thoughts = 3;
		run.spawn("Ada");
		run.run_until(at(600s));
		CHECK(mind.requests().size() == 3);
		const auto failed = run.events<MindFailed>();
		REQUIRE(failed.size() == 1);
		CHECK(status_code_of(failed[0].second.failure) == StatusCode::exhausted);
		CHECK(failed[0].second.message.find("3 thoughts") != std::string::npos);
		CHECK(run.events<BudgetExhausted>().size() == 1);
		// When spoken to, it does not report this again, and does not get stuck in Listening.
		run.simulation().post(to_ada("Ada?"));
		run.step(at(700s));
		run.run_until(at(710s));
		CHECK(mind.requests().size() == 3);
		CHECK(run.events<MindFailed>().size() == 1);
		CHECK(run.events<BudgetExhausted>().size() == 1);
		CHECK(run.view(LIMITED).state == AgentState::idle);
	}

	TEST_CASE("what a minute allows is never exceeded, and goes on with the next") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.budget.thoughts_per_minute = 2;
		run.spawn("Ada");
		run.run_until(at(60s));
		CHECK(mind.requests().size() == 2);
		REQUIRE(run.events<AgentStuck>().size() == 1);
		CHECK(run.events<AgentStuck>()[0].second.reason.find("2 thoughts a minute") !=
				std::string::npos);
		run.run_until(at(600s));
		CHECK(mind.requests().size() >= 18);
		CHECK(mind.requests().size() <= 20);
		CHECK(run.events<MindFailed>().empty());
	}

	TEST_CASE("a thought that is interrupted is not charged, and what it noticed is not lost") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationOptions options;
		options.settings.offline_thought = 5s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		run.budget.thoughts = 1;
		run.spawn("Ada");
		run.budget.thoughts = 0;
		run.run_until(at(1s));
		run.spawn("Bob", { 1, 0 });
		run.step(at(1s));
		run.simulation().post(to_ada("One"));
		run.step(at(2s));
		run.run_until(at(3s));
		run.simulation().post(to_ada("Two"));
		run.step(at(3s));
		run.run_until(at(60s));
		REQUIRE(mind.requests_of(LIMITED).size() == 1);
		CHECK(mind.requests_of(LIMITED)[0].last_lines.back().content == "Two");
		REQUIRE(mind.requests_of(LIMITED)[0].noticed.size() == 1);
		CHECK(mind.requests_of(LIMITED)[0].noticed[0].find("Bob") == 0);
		CHECK(run.events<MindFailed>().empty());
	}

	TEST_CASE("a minute's bound holds for retries too") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "", {} });
		SimulationRun run({}, mind);
		run.budget.thoughts_per_minute = 1;
		run.spawn("Ada");
		run.run_until(at(55s));
		CHECK(mind.requests().size() == 1);
	}

	TEST_CASE("a retry counts as a thought, and a spent budget allows none") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "", {} });
		SimulationRun run({}, mind);
		run.budget.thoughts = 1;
		run.spawn("Ada");
		run.run_until(at(60s));
		CHECK(mind.requests().size() == 1);
	}
}

TEST_SUITE("Answers that are no use") {
	TEST_CASE("a malformed answer is asked for once more, with the reason, then dropped") {
		const FakeMind mind([](const MindRequest &) -> Result<MindAction> {
			return Status(StatusCode::invalid_argument, "the answer is not JSON");
		});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.run_until(at(10s));
		const std::vector<MindRequest> asked = mind.requests();
		REQUIRE(asked.size() == 2);
		CHECK(asked[0].complaint.empty());
		CHECK(asked[1].complaint == "the answer is not JSON");
		REQUIRE(run.events<MindFailed>().size() == 1);
		CHECK(status_code_of(run.events<MindFailed>()[0].second.failure) ==
				StatusCode::invalid_argument);
		CHECK(run.view(LIMITED).state == AgentState::idle);
		// It does not remember it, and the next thought begins afresh.
		run.run_until(at(18s));
		REQUIRE(mind.requests().size() >= 3);
		CHECK(mind.requests()[2].complaint.empty());
		CHECK(mind.requests()[2].last_lines.empty());
	}

	TEST_CASE("a second answer that can be used is used, and nothing has failed") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return MindAction(SpeakAction{ request.complaint.empty() ? "" : "Hello.", {} });
		});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.run_until(at(10s));
		CHECK(run.events<MindFailed>().empty());
		REQUIRE(run.events<AgentSpoke>().size() == 1);
		CHECK(run.events<AgentSpoke>()[0].second.message->content == "Hello.");
	}

	TEST_CASE("a mind that is not to be had is not asked twice") {
		const FakeMind mind([](const MindRequest &) -> Result<MindAction> {
			return Status(StatusCode::unavailable, "no network");
		});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.run_until(at(9s));
		CHECK(mind.requests().size() == 1);
		CHECK(status_code_of(run.events<MindFailed>()[0].second.failure) ==
				StatusCode::unavailable);
	}
}

TEST_SUITE("Watchdog") {
	TEST_CASE("who waits long for its mind is reported, and given up in the end") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationOptions options;
		options.settings.offline_thought = 1000s;
		options.settings.stuck_after = 15s;
		options.settings.thought_deadline = 60s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(to_ada("Hello"));
		run.run_until(at(30s));
		REQUIRE(run.events<AgentStuck>().size() == 1);
		CHECK(run.events<AgentStuck>()[0].second.state == AgentState::thinking);
		CHECK(run.events<AgentStuck>()[0].second.waited >= 15s);
		run.run_until(at(100s));
		CHECK(run.events<AgentStuck>().size() == 1);
		REQUIRE(run.events<MindFailed>().size() == 1);
		CHECK(status_code_of(run.events<MindFailed>()[0].second.failure) ==
				StatusCode::deadline_exceeded);
		CHECK(run.view(LIMITED).state == AgentState::idle);
		CHECK(run.desk().open_thoughts() == 0);
	}
}

TEST_SUITE("Crowds") {
	TEST_CASE("a thousand hear one speaker, and one of them thinks about it") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		for (int i = 0; i < 1000; i++) {
			run.spawn("Villager");
		}
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", {}, {}, "Good morning, all" });
		run.run_until(at(60s));
		CHECK(mind.requests().size() == 1);
		// All of them listened, and remember it.
		CHECK(run.events<AgentStateChanged>().size() == 2 * 999 + 3);
		std::size_t rows = 0;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			rows += output->conversations.size();
		}
		CHECK(rows == 1000);
	}

	TEST_CASE("who stands close takes the word more often than who is far off") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationOptions options;
		options.settings.overhearing_cooldown = 0s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		const AgentId nearby = run.spawn("Near", { 1, 0 });
		const AgentId afar = run.spawn("Far", { 5, 0 });
		for (int i = 1; i <= 100; i++) {
			run.simulation().post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Hello" });
			run.step(at(10s * i));
			run.run_until(at(10s * i + 9s));
		}
		const std::size_t nearer = mind.requests_of(nearby).size();
		CHECK(nearer + mind.requests_of(afar).size() == 100);
		CHECK(nearer > 60);
		CHECK(nearer < 90);
	}

	TEST_CASE("to whom too much is said, it is told that some of it will not be answered") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "A very long story of mine.", {} });
		SimulationOptions options;
		options.settings.characters_per_second = 0.1;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(to_ada("Begin"));
		run.run_until(at(10s));
		REQUIRE(run.view(LIMITED).state == AgentState::speaking);
		for (int i = 0; i < 11; i++) {
			run.simulation().post(to_ada("And " + std::to_string(i)));
		}
		run.run_until(at(11s));
		CHECK(run.view(LIMITED).waiting == 8);
		CHECK(run.events<MessagesDropped>().size() == 3);
	}

	TEST_CASE("the thought of an agent that goes is withdrawn, and those near notice") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationOptions options;
		options.settings.offline_thought = 3s;
		SimulationRun run(options, mind);
		run.spawn("Ada");
		run.think_interval = 30s;
		const AgentId bob = run.spawn("Bob", { 1, 0 });
		run.run_until(at(7200ms));
		REQUIRE(run.view(LIMITED).state == AgentState::thinking);
		run.simulation().post(TerminateInput{ LIMITED, "asked to" });
		run.run_until(at(40s));
		CHECK(run.desk().open_thoughts() == 0);
		CHECK(mind.requests_of(LIMITED).empty());
		REQUIRE(mind.requests_of(bob).size() == 1);
		const std::vector<std::string> noticed = mind.requests_of(bob)[0].noticed;
		CHECK(std::count(noticed.begin(), noticed.end(), "Ada [agent_001] is gone") == 1);
	}

	TEST_CASE(
			"spec:000.1.2 of more ends than a thought has room for, none is lost without a word") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		std::vector<AgentId> ended;
		for (int i = 0; i < 9; i++) {
			ended.push_back(run.spawn("Villager"));
		}
		const AgentId bob = run.spawn("Bob", { 900, 900 });
		run.step(at(1s));
		for (const AgentId each : ended) {
			run.simulation().post(TerminateInput{ each, "asked to" });
		}
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", bob, {}, "Who left?" });
		run.run_until(at(60s));
		REQUIRE(mind.requests_of(bob).size() == 1);
		const std::vector<std::string> noticed = mind.requests_of(bob)[0].noticed;
		REQUIRE(noticed.size() == 9);
		CHECK(noticed[0] == "(1 older thing in the world went unnoticed)");
		CHECK(noticed[1] == "Villager [agent_002] is gone");
		CHECK(noticed[8] == "Villager [agent_009] is gone");
	}

	TEST_CASE("spec:000.1.2 ten thousand are told of an end by one entry, and none is woken") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.hearing_radius = 2.0f;
		run.spawn("Ada");
		AgentId last;
		for (int i = 1; i < 10'000; i++) {
			last = run.spawn("Villager", { 20.0f * static_cast<float>(i), 0 });
		}
		while (run.simulation().has_inputs()) {
			run.step(at(1s)); // which takes some of them
		}
		run.simulation().post(TerminateInput{ LIMITED, "asked to" });
		const StepOutput &output = run.step(at(2s));
		REQUIRE(output.events.size() == 1);
		CHECK(output.events[0].data.is<AgentTerminated>());
		CHECK(output.conversations.empty());
		CHECK(run.simulation().next_due() == NEVER);
		CHECK(mind.requests().empty());
		// The next agent to run knows of it, however far away it is, and whatever else happens
		// before.
		for (int i = 0; i < 2'000; i++) {
			run.simulation().post(walk_to(AgentId(3), { 40.0f, static_cast<float>(i % 7) }));
			run.step(at(3s));
		}
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", last, {}, "Who is there?" });
		run.run_until(at(60s));
		REQUIRE(mind.requests_of(last).size() == 1);
		const std::vector<std::string> noticed = mind.requests_of(last)[0].noticed;
		CHECK(std::count(noticed.begin(), noticed.end(), "Ada [agent_001] is gone") == 1);
		// It is told once.
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", last, {}, "And now?" });
		run.run_until(at(120s));
		REQUIRE(mind.requests_of(last).size() == 2);
		CHECK(mind.requests_of(last)[1].noticed.empty());
	}
}

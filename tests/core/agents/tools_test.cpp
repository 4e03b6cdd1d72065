#include <doctest/doctest.h>

#include "fake_minds.h"
#include "simulation_run.h"

using namespace agent_runtime;

namespace {

const AgentId THINKER(1);

ActionTablePtr clock_and_map() {
	std::shared_ptr<ActionTable> tools = std::make_shared<ActionTable>();
	const Status clock = tools->add("tell_time", { "What time it is", nlohmann::json::object() });
	const Status map = tools->add("find_place",
			{ "Where something is",
					{ { "type", "object" },
							{ "properties", { { "name", { { "type", "string" } } } } },
							{ "required", { "name" } } } });
	REQUIRE(clock.ok());
	REQUIRE(map.ok());
	return tools;
}

std::vector<GameCall> tool_calls(const SimulationRun &run) {
	std::vector<GameCall> calls;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const GameCall &call : output->calls) {
			if (call.kind == CallKind::tool) {
				calls.push_back(call);
			}
		}
	}
	return calls;
}

UseToolsAction use(const std::string &name, const std::string &arguments = "{}") {
	return UseToolsAction{ { { "1", name, arguments } } };
}

// Uses the tool first, then says what came of it.
FakeMind asks_then_says(const UseToolsAction &tools) {
	return FakeMind([tools](const MindRequest &request) -> Result<MindAction> {
		if (request.tool_results.empty()) {
			return MindAction(tools);
		}
		return MindAction(SpeakAction{ request.tool_results.back().result, {} });
	});
}

void begin(SimulationRun &run) {
	run.think_interval = 5s;
	run.spawn("Ada");
	run.simulation().post(GameInput{ nullptr, clock_and_map(), false });
	run.run_until(at(9s));
}

void answer(SimulationRun &run, CallOutcome outcome, const std::string &reason,
		const std::string &result) {
	run.simulation().post(
			CallOutcomeInput{ THINKER, tool_calls(run).back().call, outcome, reason, result });
	run.run_until(run.simulation().time() + 3s);
}

} // namespace

TEST_SUITE("Tools on the way to a decision") {
	TEST_CASE("the game is called, the agent goes on thinking, and its mind sees the outcome") {
		const FakeMind mind = asks_then_says(use("tell_time"));
		SimulationRun run({}, mind);
		begin(run);
		REQUIRE(tool_calls(run).size() == 1);
		CHECK(tool_calls(run)[0].action == "tell_time");
		CHECK(run.view(THINKER).state == AgentState::thinking);
		answer(run, CallOutcome::done, "", "\"noon\"");
		REQUIRE(run.events<ToolUsed>().size() == 1);
		CHECK(run.events<ToolUsed>()[0].second.result.ok);
		REQUIRE(run.events<AgentSpoke>().size() == 1);
		CHECK(run.events<AgentSpoke>()[0].second.message->content == "\"noon\"");
	}

	TEST_CASE("a tool that fails or is silent is an outcome like another, and never a memory") {
		for (const CallOutcome outcome : { CallOutcome::failed, CallOutcome::unanswered }) {
			const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
				return request.tool_results.empty() ? MindAction(use("tell_time"))
													: MindAction(WaitAction{});
			});
			SimulationRun run({}, mind);
			begin(run);
			answer(run, outcome, "the clock is broken", "");
			REQUIRE(mind.requests().size() >= 2);
			const ToolResult result = mind.requests()[1].tool_results.at(0);
			CHECK_FALSE(result.ok);
			CHECK(result.result ==
					(outcome == CallOutcome::failed ? "the clock is broken"
													: "the tool has not answered in time"));
			CHECK(mind.requests().back().last_lines.empty());
			CHECK(run.events<MindFailed>().empty());
		}
	}

	TEST_CASE("several tools at once are all waited for") {
		const FakeMind mind = asks_then_says(UseToolsAction{
				{ { "1", "tell_time", "{}" }, { "2", "find_place", R"({"name": "inn"})" } } });
		SimulationRun run({}, mind);
		begin(run);
		const std::vector<GameCall> calls = tool_calls(run);
		REQUIRE(calls.size() == 2);
		run.simulation().post(
				CallOutcomeInput{ THINKER, calls[1].call, CallOutcome::done, "", "\"east\"" });
		run.run_until(at(20s));
		CHECK(run.view(THINKER).state == AgentState::thinking);
		run.simulation().post(
				CallOutcomeInput{ THINKER, calls[0].call, CallOutcome::done, "", "\"noon\"" });
		run.run_until(at(25s));
		REQUIRE(run.events<AgentSpoke>().size() == 1);
		CHECK(run.events<AgentSpoke>()[0].second.message->content == "\"east\"");
	}

	TEST_CASE("an unknown tool or wrong arguments are told to the mind without calling the game") {
		for (const UseToolsAction &wrong :
				{ use("fly"), use("find_place"), use("find_place", "?") }) {
			const FakeMind mind = asks_then_says(wrong);
			SimulationRun run({}, mind);
			begin(run);
			CHECK(tool_calls(run).empty());
			REQUIRE(mind.requests().size() >= 2);
			CHECK_FALSE(mind.requests()[1].tool_results.at(0).ok);
			CHECK(mind.requests()[1].tool_results[0].result.size() > 10);
		}
	}

	TEST_CASE("the same call again is refused with an explanation, and then ends the turn") {
		const FakeMind mind = FakeMind::always(use("tell_time"));
		SimulationRun run({}, mind);
		begin(run);
		answer(run, CallOutcome::done, "", "\"noon\"");
		CHECK(tool_calls(run).size() == 1);
		REQUIRE(mind.requests().size() >= 3);
		CHECK(mind.requests()[2].tool_results.at(1).result.find("before") != std::string::npos);
		REQUIRE(run.events<MindFailed>().size() >= 1);
		CHECK(run.events<MindFailed>()[0].second.failure == MindFailure::tool_loop);
		// Asked again with the outcome, and with the refusal. The next thought is a new one.
		run.run_until(at(30s));
		REQUIRE(mind.requests().size() >= 4);
		CHECK(mind.requests()[3].tool_results.empty());
	}

	TEST_CASE("blanks and the order of keys make no other call") {
		int asked = 0;
		const FakeMind mind([&](const MindRequest &) -> Result<MindAction> {
			return MindAction(use("find_place",
					asked++ % 2 == 0 ? R"({"name": "inn"})" : R"({ "name" : "inn" })"));
		});
		SimulationRun run({}, mind);
		begin(run);
		answer(run, CallOutcome::done, "", "\"far\"");
		CHECK(tool_calls(run).size() == 1);
		REQUIRE(run.events<MindFailed>().size() >= 1);
		CHECK(run.events<MindFailed>()[0].second.failure == MindFailure::tool_loop);
	}

	TEST_CASE("the time that a tool takes is not the mind's") {
		const FakeMind mind = asks_then_says(use("tell_time"));
		SimulationRun run({}, mind);
		begin(run);
		run.run_until(at(600s));
		CHECK(run.events<MindFailed>().empty());
		answer(run, CallOutcome::done, "", "\"noon\"");
		CHECK(run.events<AgentSpoke>().size() == 1);
	}

	TEST_CASE("a mind that never comes to a decision is stopped after so many rounds") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return MindAction(use("find_place",
					R"({"name": ")" + std::to_string(request.tool_results.size()) + "\"}"));
		});
		SimulationOptions options;
		options.settings.tool_rounds = 3;
		SimulationRun run(options, mind);
		begin(run);
		for (int i = 0; i < 3; i++) {
			CHECK(run.events<MindFailed>().empty());
			answer(run, CallOutcome::done, "", "\"far\"");
		}
		REQUIRE(run.events<MindFailed>().size() == 1);
		CHECK(run.events<MindFailed>()[0].second.failure == MindFailure::tool_loop);
		CHECK(tool_calls(run).size() == 3);
	}

	TEST_CASE("each round counts as a thought of the agent's budget") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return MindAction(use("find_place",
					R"({"name": ")" + std::to_string(request.tool_results.size()) + "\"}"));
		});
		SimulationRun run({}, mind);
		run.budget.thoughts = 2;
		begin(run);
		answer(run, CallOutcome::done, "", "\"far\"");
		answer(run, CallOutcome::done, "", "\"far\"");
		CHECK(mind.requests().size() == 2);
		REQUIRE(run.events<BudgetExhausted>().size() >= 1);
	}

	TEST_CASE("who is interrupted or goes gives up the tools that are open") {
		const FakeMind mind = asks_then_says(use("tell_time"));
		SimulationRun run({}, mind);
		begin(run);
		const CallId open = tool_calls(run).at(0).call;
		SUBCASE("interrupted") {
			run.simulation().post(
					SayInput{ ParticipantId::player(0), "Player", THINKER, {}, "Stop" });
		}
		SUBCASE("terminated") {
			run.simulation().post(TerminateInput{ THINKER, "asked to" });
		}
		SUBCASE("paused") {
			run.simulation().post(PauseInput{ THINKER, PauseChange::pause, RequestId() });
		}
		run.run_until(at(12s));
		bool given_up = false;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			given_up = given_up || output->given_up == std::vector<CallId>{ open };
		}
		CHECK(given_up);
		// An outcome that comes nevertheless changes nothing.
		run.simulation().post(CallOutcomeInput{ THINKER, open, CallOutcome::done, "", "1" });
		run.run_until(at(13s));
		CHECK(run.events<ToolUsed>().empty());
	}
}

TEST_SUITE("Minds that answer when they do") {
	// An agent whose mind is outside the process.
	AgentId spawn_outsider(SimulationRun & run, MindKind kind) {
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self = { "Ada", "tester", "" };
		profile->think_interval = 5s;
		profile->mind = kind;
		run.simulation().post(SpawnInput{ THINKER, profile, {}, nullptr });
		return THINKER;
	}
	std::vector<ThoughtRequest> thoughts(SimulationRun & run) {
		std::vector<ThoughtRequest> all;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			all.insert(all.end(), output->thoughts.begin(), output->thoughts.end());
		}
		return all;
	}

	TEST_CASE("the question goes out, and its answer is taken whenever it comes") {
		const FakeMind nobody = FakeMind::always(WaitAction{});
		SimulationRun run({}, nobody);
		const AgentId ada = spawn_outsider(run, MindKind::anthropic);
		run.run_until(at(9s));
		REQUIRE(thoughts(run).size() == 1);
		CHECK(nobody.requests().empty());
		run.run_until(at(600s));
		CHECK(run.view(ada).state == AgentState::thinking);
		CHECK(run.events<AgentStuck>().size() == 1);
		ThoughtAnswer answer;
		answer.id = thoughts(run)[0].id;
		answer.action = SpeakAction{ "At last", {} };
		run.simulation().post(answer);
		run.run_until(at(601s));
		REQUIRE(run.events<AgentSpoke>().size() == 1);
	}

	TEST_CASE("a thought that is not wanted any more is withdrawn, and its answer void") {
		const FakeMind nobody = FakeMind::always(WaitAction{});
		SimulationRun run({}, nobody);
		const AgentId ada = spawn_outsider(run, MindKind::openai);
		run.run_until(at(9s));
		const std::uint32_t thought = thoughts(run).at(0).id.number;
		run.simulation().post(TerminateInput{ ada, "asked to" });
		run.run_until(at(10s));
		CHECK(run.outputs.back()->withdrawn == std::vector<ThoughtId>{ { ada, thought } });
	}

	TEST_CASE("a failure is told with its name; a spent budget once, and asked again later") {
		const FakeMind nobody = FakeMind::always(WaitAction{});
		SimulationRun run({}, nobody);
		spawn_outsider(run, MindKind::openai);
		std::size_t asked = 0;
		while (run.simulation().time() < at(600s)) {
			run.run_until(run.simulation().time() + 1s);
			for (; asked < thoughts(run).size(); asked++) {
				ThoughtAnswer answer;
				answer.id = thoughts(run)[asked].id;
				answer.failure = MindFailure::budget_exhausted;
				answer.error = "the money is spent";
				run.simulation().post(answer);
			}
			if (!run.simulation().has_inputs()) {
				run.step(run.simulation().time() + 1s);
			}
		}
		CHECK(run.events<BudgetExhausted>().size() == 1);
		CHECK(run.events<MindFailed>().size() == 1);
		CHECK(asked >= 8);
		CHECK(asked <= 11);
	}

	TEST_CASE("a mind of the game's own comes with a call that the game can answer") {
		const FakeMind nobody = FakeMind::always(WaitAction{});
		SimulationRun run({}, nobody);
		spawn_outsider(run, MindKind::game);
		run.run_until(at(9s));
		REQUIRE(thoughts(run).size() == 1);
		CHECK_FALSE(thoughts(run)[0].call.is_none());
	}

	TEST_CASE("who gets less attention thinks less often, and with none not of its own accord") {
		const auto thoughts_within_ten_minutes = [](float attention) {
			const FakeMind mind = FakeMind::always(WaitAction{});
			SimulationRun run({}, mind);
			run.spawn("Ada");
			run.simulation().post(AttentionInput{ THINKER, attention });
			run.run_until(at(600s));
			return mind.requests().size();
		};
		const std::size_t usual = thoughts_within_ten_minutes(1.0f);
		const std::size_t little = thoughts_within_ten_minutes(0.1f);
		CHECK(usual > 50);
		CHECK(little < usual / 4);
		CHECK(little > 5);
		CHECK(thoughts_within_ten_minutes(0.0f) == 0);
		// However small it is, there are pauses.
		CHECK(thoughts_within_ten_minutes(1e-20f) <= 2);
	}

	TEST_CASE(
			"who was not looked at and is again goes on, also when the weight changes each frame") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(AttentionInput{ THINKER, 0.0f });
		run.run_until(at(60s));
		CHECK(mind.requests().empty());
		for (int frame = 0; frame < 600; frame++) {
			run.simulation().post(AttentionInput{ THINKER, frame % 2 == 0 ? 1.0f : 0.9f });
			run.step(at(60s + frame * 16ms));
		}
		run.run_until(at(71s));
		CHECK(mind.requests().size() >= 1);
	}
}

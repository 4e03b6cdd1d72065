#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>

#include <algorithm>

// Tasks, invitations, actions of the game, and descriptions of what an agent perceives.

using namespace agent_runtime;

namespace {

const AgentId ADA(1);
const AgentId BOB(2);

TaskPtr task_named(const std::string &name, std::uint64_t number = 1) {
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->id = TaskId(number);
	task->name = name;
	task->assigned_by = ParticipantId::player(0);
	return task;
}

std::vector<std::string> statuses(const SimulationRun &run, AgentId agent) {
	std::vector<std::string> found;
	for (const auto &[entity, change] : run.events<TaskChanged>()) {
		if (entity == ParticipantId(agent)) {
			found.emplace_back(task_status_name(change.task->status));
		}
	}
	return found;
}

// Ada does this the first time she is asked, and then waits.
FakeMind once(const MindAction &action, const MindAction &of_bob = WaitAction{}) {
	return FakeMind([=, asked = std::make_shared<int>(0)](
							const MindRequest &request) -> Result<MindAction> {
		if (request.agent == BOB) {
			return of_bob;
		}
		return (*asked)++ == 0 ? action : MindAction(WaitAction{});
	});
}

// Ada, who thinks on her own initiative, and Bob, who does not.
void spawn_two(SimulationRun &run) {
	run.spawn("Ada");
	run.think_interval = 0s;
	run.spawn("Bob");
}

ActionTablePtr doors() {
	const std::shared_ptr<ActionTable> actions = std::make_shared<ActionTable>();
	const nlohmann::json schema = nlohmann::json::parse(
			R"({"type": "object", "properties": {"door": {"type": "string"}},
			"required": ["door"]})");
	REQUIRE(actions->add("open_door", { "Opens a door.", schema }).ok());
	return actions;
}

const GameCall *only_call(const SimulationRun &run) {
	const GameCall *found = nullptr;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const GameCall &call : output->calls) {
			CHECK(found == nullptr);
			found = &call;
		}
	}
	return found;
}

} // namespace

TEST_SUITE("Tasks") {
	TEST_CASE("a task is assigned, taken in, begun with the next thought, and completed") {
		const FakeMind mind = once(CompleteTaskAction{ false, "12 pages" });
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(AssignInput{ ADA, task_named("Write the report") });
		run.run_until(at(100ms));
		CHECK(statuses(run, ADA) == std::vector<std::string>{ "assigned" });
		CHECK(run.view(ADA).task->name == "Write the report");
		CHECK(run.view(ADA).state == AgentState::listening);

		run.run_until(at(10s));
		CHECK(statuses(run, ADA) ==
				std::vector<std::string>{ "assigned", "in_progress", "completed" });
		CHECK(run.events<TaskChanged>().back().second.task->result == "12 pages");
		CHECK(run.view(ADA).task == nullptr);
		REQUIRE(mind.requests().size() == 1);
		CHECK(mind.requests()[0].task->name == "Write the report");
	}

	TEST_CASE("of several tasks the oldest is the current one, and the game may end any") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(AssignInput{ ADA, task_named("One", 1) });
		run.simulation().post(AssignInput{ ADA, task_named("Two", 2) });
		run.run_until(at(5s));
		CHECK(run.view(ADA).task->name == "One");
		run.simulation().post(FinishInput{ TaskId(1), false, "no paper", RequestId(5) });
		run.run_until(at(6s));
		CHECK(run.view(ADA).task->name == "Two");
		CHECK(statuses(run, ADA).back() == "failed");
		run.simulation().post(FinishInput{ TaskId(1), true, "", RequestId(6) });
		const StepOutput &again = run.step(at(7s));
		REQUIRE(again.outcomes.size() == 1);
		CHECK(again.outcomes[0].status.code() == StatusCode::not_found);
		CHECK(again.outcomes[0].status.message().find("task_001") != std::string::npos);
	}

	TEST_CASE("the tasks of an agent that goes have failed") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.spawn("Ada");
		run.simulation().post(AssignInput{ ADA, task_named("One") });
		run.run_until(at(5s));
		run.simulation().post(TerminateInput{ ADA, "asked to" });
		run.run_until(at(6s));
		CHECK(statuses(run, ADA).back() == "failed");
		CHECK(run.events<TaskChanged>().back().second.task->result.find("no longer there") !=
				std::string::npos);
	}
}

TEST_SUITE("Tasks of nobody") {
	TEST_CASE("a task for an agent that went meanwhile has failed at once") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.run_until(at(1s));
		run.simulation().post(TerminateInput{ ADA, "asked to" });
		run.simulation().post(AssignInput{ ADA, task_named("One") });
		run.run_until(at(2s));
		CHECK(statuses(run, ADA) == std::vector<std::string>{ "assigned", "failed" });
	}
}

TEST_SUITE("Invitations") {
	TEST_CASE("an invitation to a task that is accepted gives both the task") {
		const FakeMind mind = once(CollaborateAction{ BOB, "Mend the roof", true },
				AnswerInvitationAction{ true, "Gladly" });
		SimulationRun run({}, mind);
		spawn_two(run);
		run.run_until(at(15s));

		const auto invited = run.events<CollaborationInvited>();
		REQUIRE(invited.size() == 1);
		CHECK(invited[0].first == ParticipantId(ADA));
		CHECK(invited[0].second.partner == BOB);
		REQUIRE(mind.requests_of(BOB).size() == 1);
		CHECK(mind.requests_of(BOB)[0].invitation ==
				Invitation{ ADA, "Ada", "Mend the roof", true });
		const auto answered = run.events<CollaborationAnswered>();
		REQUIRE(answered.size() == 1);
		CHECK(answered[0].first == ParticipantId(BOB));
		CHECK(answered[0].second.accepted);
		std::vector<AgreedTask> agreed;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			agreed.insert(agreed.end(), output->agreed.begin(), output->agreed.end());
		}
		REQUIRE(agreed.size() == 2);
		CHECK(agreed[0].agent == ADA);
		CHECK(agreed[0].partner == BOB);
		CHECK(agreed[1].agent == BOB);
		// The agent that invited was told.
		CHECK(run.events<MessageAcknowledged>().back().first == ParticipantId(ADA));
	}

	TEST_CASE("an invitation has exactly one outcome, whatever becomes of it") {
		SUBCASE("it is declined") {
			const FakeMind mind = once(
					CollaborateAction{ BOB, "a walk" }, AnswerInvitationAction{ false, "Busy" });
			SimulationRun run({}, mind);
			spawn_two(run);
			run.run_until(at(15s));
			REQUIRE(run.events<CollaborationAnswered>().size() == 1);
			CHECK(run.events<CollaborationAnswered>()[0].second.reason == "Busy");
		}
		SUBCASE("the invited does something else") {
			const FakeMind mind = once(CollaborateAction{ BOB, "a walk" });
			SimulationRun run({}, mind);
			spawn_two(run);
			run.run_until(at(15s));
			REQUIRE(run.events<CollaborationAnswered>().size() == 1);
			CHECK_FALSE(run.events<CollaborationAnswered>()[0].second.accepted);
		}
		SUBCASE("the invited goes while the invitation is on its way") {
			const FakeMind mind = once(CollaborateAction{ BOB, "a walk" });
			SimulationRun run({}, mind);
			spawn_two(run);
			run.run_until(at(1s));
			while (run.events<CollaborationInvited>().empty()) {
				run.step(run.simulation().next_due());
			}
			run.simulation().post(TerminateInput{ BOB, "asked to" });
			run.run_until(at(30s));
			REQUIRE(run.events<CollaborationAnswered>().size() == 1);
			CHECK_FALSE(run.events<CollaborationAnswered>()[0].second.accepted);
		}
		SUBCASE("the invited is paused") {
			const FakeMind mind = once(CollaborateAction{ BOB, "a walk" });
			SimulationRun run({}, mind);
			spawn_two(run);
			run.simulation().post(PauseInput{ BOB, PauseChange::pause, RequestId() });
			run.run_until(at(15s));
			REQUIRE(run.events<CollaborationAnswered>().size() == 1);
			CHECK(run.events<CollaborationAnswered>()[0].second.reason == "it is paused");
		}
		SUBCASE("the invited does not listen to such messages") {
			const FakeMind mind = once(CollaborateAction{ BOB, "a walk" });
			SimulationRun run({}, mind);
			run.spawn("Ada");
			run.think_interval = 0s;
			run.subscription.filter.types = { "AgentSpoke" };
			run.spawn("Bob");
			run.run_until(at(15s));
			REQUIRE(run.events<CollaborationAnswered>().size() == 1);
			CHECK(mind.requests_of(BOB).empty());
		}
	}

	TEST_CASE("nobody invites itself, or somebody who is not there") {
		for (const AgentId whom : { ADA, AgentId(77) }) {
			const FakeMind mind = FakeMind::always(CollaborateAction{ whom, "a walk" });
			SimulationRun run({}, mind);
			run.spawn("Ada");
			run.run_until(at(9s));
			CHECK(run.events<CollaborationInvited>().empty());
			REQUIRE(run.events<MindFailed>().size() == 1);
			CHECK(run.events<MindFailed>()[0].second.message.find("invite") != std::string::npos);
		}
	}
}

TEST_SUITE("Actions of the game") {
	TEST_CASE("an action goes to the game as a call, and its result into the agent's memory") {
		const FakeMind mind = once(GameAction{ "open_door", R"({"door": "north"})" });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ doors(), nullptr, false });
		run.run_until(at(9s));
		const GameCall *call = only_call(run);
		REQUIRE(call != nullptr);
		CHECK(call->kind == CallKind::action);
		CHECK(call->action == "open_door");
		CHECK(call->arguments == R"({"door": "north"})");

		run.simulation().post(CallOutcomeInput{ ADA, call->call, CallOutcome::done, "", "\"ok\"" });
		run.run_until(at(20s));
		REQUIRE(run.events<ActionPerformed>().size() == 1);
		CHECK(run.events<ActionPerformed>()[0].second.ok);
		CHECK(mind.requests().back().last_lines.back().content == "(open_door: \"ok\")");
	}

	TEST_CASE("an action that fails is told, and never becomes a memory") {
		const FakeMind mind = once(GameAction{ "open_door", R"({"door": "north"})" });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ doors(), nullptr, false });
		run.run_until(at(9s));
		run.simulation().post(
				CallOutcomeInput{ ADA, only_call(run)->call, CallOutcome::failed, "It is locked" });
		run.run_until(at(20s));
		REQUIRE(run.events<ActionPerformed>().size() == 1);
		CHECK_FALSE(run.events<ActionPerformed>()[0].second.ok);
		CHECK(run.events<ActionPerformed>()[0].second.result == "It is locked");
		CHECK(mind.requests().back().last_lines.empty());
	}

	TEST_CASE(
			"an action that the game does not have, or with wrong arguments, is asked for again") {
		for (const GameAction &wrong : { GameAction{ "fly", "{}" }, GameAction{ "open_door", "{}" },
					 GameAction{ "open_door", "no JSON" } }) {
			const FakeMind mind = once(wrong);
			SimulationRun run({}, mind);
			run.spawn("Ada");
			run.simulation().post(GameInput{ doors(), nullptr, false });
			run.run_until(at(10s));
			REQUIRE(mind.requests().size() >= 2);
			CHECK(mind.requests()[0].complaint.empty());
			CHECK_FALSE(mind.requests()[1].complaint.empty());
			CHECK(run.events<MindFailed>().empty());
			CHECK(only_call(run) == nullptr);
		}
	}

	TEST_CASE("while one action is open there is no second, and an agent that goes ends it") {
		const FakeMind mind = FakeMind::always(GameAction{ "open_door", R"({"door": "north"})" });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ doors(), nullptr, false });
		run.run_until(at(30s));
		REQUIRE(only_call(run) != nullptr);
		CHECK_FALSE(run.events<MindFailed>().empty());
		run.simulation().post(TerminateInput{ ADA, "asked to" });
		run.run_until(at(31s));
		CHECK(run.outputs.back()->given_up == std::vector<CallId>{ only_call(run)->call });
		REQUIRE(run.events<ActionPerformed>().size() == 1);
		CHECK_FALSE(run.events<ActionPerformed>()[0].second.ok);
	}

	TEST_CASE("a game that takes long over a call is reported, with what it was asked for") {
		const FakeMind mind = once(GameAction{ "open_door", R"({"door": "north"})" });
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ doors(), nullptr, false });
		run.run_until(at(9s));
		run.simulation().post(CallSlowInput{ ADA, only_call(run)->call, 15s });
		run.run_until(at(10s));
		REQUIRE(run.events<AgentStuck>().size() == 1);
		CHECK(run.events<AgentStuck>()[0].second.waited == 15s);
		CHECK(run.events<AgentStuck>()[0].second.reason.find("open_door") != std::string::npos);
	}
}

TEST_SUITE("Context of the game") {
	TEST_CASE("the game is asked what an agent perceives before its mind is") {
		const FakeMind mind = once(WaitAction{});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ nullptr, nullptr, true });
		run.run_until(at(9s));
		const GameCall *call = only_call(run);
		REQUIRE(call != nullptr);
		CHECK(call->kind == CallKind::context);
		CHECK(mind.requests().empty());
		CHECK(run.view(ADA).state == AgentState::thinking);

		run.simulation().post(
				CallOutcomeInput{ ADA, call->call, CallOutcome::done, "", "It rains." });
		run.run_until(at(12s));
		REQUIRE(mind.requests().size() == 1);
		CHECK(mind.requests()[0].surroundings == "It rains.");
	}

	TEST_CASE("a game that does not say so in time is not waited for") {
		const FakeMind mind = once(WaitAction{});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ nullptr, nullptr, true });
		run.run_until(at(9s));
		run.simulation().post(
				CallOutcomeInput{ ADA, only_call(run)->call, CallOutcome::unanswered, "" });
		run.run_until(at(12s));
		REQUIRE(mind.requests().size() == 1);
		CHECK(mind.requests()[0].surroundings.empty());
	}

	TEST_CASE("who is interrupted while the game is asked needs no answer to that any more") {
		const FakeMind mind = once(WaitAction{});
		SimulationRun run({}, mind);
		run.spawn("Ada");
		run.simulation().post(GameInput{ nullptr, nullptr, true });
		run.run_until(at(7s));
		const CallId call = only_call(run)->call;
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", ADA, {}, "Hello" });
		run.step(at(8s));
		const StepOutput &heard = run.step(at(8s));
		CHECK(heard.given_up == std::vector<CallId>{ call });
		CHECK(run.view(ADA).state == AgentState::listening);
	}
}

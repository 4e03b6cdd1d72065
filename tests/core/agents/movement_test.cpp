#include "simulation_run.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

class Waiting : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &) const override {
		return MindAction(WaitAction{});
	}
};

// One agent that the game walks, and that never thinks.
struct Walk1 {
	Walk1() {
		run.think_interval = 0s;
		run.moved_by_game = true;
		ada = run.spawn("Ada", { 2, 2 });
		run.step(at(0s));
	}

	const StepOutput &post(SimTime now, Input input) {
		run.simulation().post(std::move(input));
		return run.step(now);
	}
	CallId ask(SimTime now, TilePosition target, RequestId request = {}) {
		const StepOutput &output = post(now, walk_to(ada, target, request));
		REQUIRE(output.calls.size() == 1);
		CHECK(output.calls[0].agent == ada);
		CHECK(output.calls[0].target == target);
		return output.calls[0].call;
	}
	std::size_t moves() const { return run.events<AgentMoved>().size(); }
	TilePosition place() const { return run.view(ada).position; }

	Waiting mind;
	SimulationRun run{ {}, mind };
	AgentId ada;
};

} // namespace

TEST_SUITE("Movement by the game") {
	TEST_CASE(
			"of several reported positions in one step the last counts, as a value of the moment") {
		Walk1 walk;
		for (int i = 1; i <= 5; i++) {
			walk.run.simulation().post(
					PositionInput{ walk.ada, { 2.0f + static_cast<float>(i) * 0.1f, 2 } });
		}
		const StepOutput &output = walk.run.step(at(10ms));
		REQUIRE(output.positions.size() == 1);
		CHECK(output.positions[0].position == TilePosition{ 2.5f, 2 });
		CHECK(walk.place() == TilePosition{ 2.5f, 2 });
		CHECK(walk.moves() == 0);
	}

	TEST_CASE("when the agent has stood still for half a second, an event says where it is") {
		Walk1 walk;
		walk.post(at(100ms), PositionInput{ walk.ada, { 3, 2 } });
		walk.post(at(400ms), PositionInput{ walk.ada, { 4, 2 } });
		walk.run.run_until(at(899ms));
		CHECK(walk.moves() == 0);
		walk.run.run_until(at(900ms));
		REQUIRE(walk.moves() == 1);
		CHECK(walk.run.events<AgentMoved>()[0].second.from == TilePosition{ 2, 2 });
		CHECK(walk.run.events<AgentMoved>()[0].second.position == TilePosition{ 4, 2 });
		CHECK(walk.run.simulation().next_due() == NEVER);
	}

	TEST_CASE("on a long way there is an event every few tiles, however often it is reported") {
		Walk1 walk;
		for (int i = 1; i <= 1000; i++) {
			const SimTime now = at(10ms * i);
			while (walk.run.simulation().next_due() < now) {
				walk.run.step(walk.run.simulation().next_due());
			}
			walk.post(now, PositionInput{ walk.ada, { 2.0f + static_cast<float>(i) * 0.04f, 2 } });
		}
		CHECK(walk.moves() >= 9);
		CHECK(walk.moves() <= 11);
		walk.run.run_until(at(60s));
		CHECK(walk.run.events<AgentMoved>().back().second.position == walk.place());
		CHECK(walk.run.simulation().next_due() == NEVER);
	}

	TEST_CASE("an agent of the world does not go where the game says") {
		Walk1 walk;
		walk.run.moved_by_game = false;
		const AgentId bob = walk.run.spawn("Bob");
		walk.run.step(at(1ms));
		walk.post(at(2ms), PositionInput{ bob, { 5, 5 } });
		CHECK(walk.run.view(bob).position == TilePosition{});
		walk.post(at(3ms), OwnerInput{ bob, true });
		walk.post(at(4ms), PositionInput{ bob, { 5, 5 } });
		CHECK(walk.run.view(bob).position == TilePosition{ 5, 5 });
	}

	TEST_CASE("the game is asked to walk it, and it is there when the game says so") {
		Walk1 walk;
		const CallId call = walk.ask(at(1s), { 8, 2 }, RequestId(5));
		CHECK(walk.place() == TilePosition{ 2, 2 });
		const StepOutput &output =
				walk.post(at(2s), CallOutcomeInput{ walk.ada, call, CallOutcome::done, "" });
		CHECK(walk.place() == TilePosition{ 8, 2 });
		CHECK(walk.moves() == 1);
		REQUIRE(output.outcomes.size() == 1);
		CHECK(output.outcomes[0].request == RequestId(5));
		CHECK(output.outcomes[0].status.ok());
	}

	TEST_CASE("a way that is blocked is said to be, and the agent is where it got to") {
		Walk1 walk;
		const CallId call = walk.ask(at(1s), { 8, 2 }, RequestId(5));
		walk.post(at(2s), PositionInput{ walk.ada, { 4, 2 } });
		const StepOutput &output = walk.post(
				at(2s), CallOutcomeInput{ walk.ada, call, CallOutcome::failed, "a closed door" });
		CHECK(output.outcomes[0].status.code() == StatusCode::failed_precondition);
		CHECK(walk.run.events<TransitionRefused>()[0].second.reason == "a closed door");
		CHECK(walk.run.events<AgentMoved>()[0].second.position == TilePosition{ 4, 2 });
	}

	TEST_CASE("a game that does not answer is not waited for") {
		Walk1 walk;
		const CallId call = walk.ask(at(1s), { 8, 2 }, RequestId(5));
		const StepOutput &output =
				walk.post(at(2s), CallOutcomeInput{ walk.ada, call, CallOutcome::unanswered, "" });
		CHECK(output.outcomes[0].status.code() == StatusCode::deadline_exceeded);
		const CallId next = walk.ask(at(3s), { 9, 2 });
		CHECK(next != call);
	}

	TEST_CASE("a newer walk takes the place of the one before, whose outcome counts no more") {
		Walk1 walk;
		const CallId first = walk.ask(at(1s), { 8, 2 }, RequestId(5));
		const CallId second = walk.ask(at(2s), { 2, 8 });
		const StepOutput &output = *walk.run.outputs.back();
		CHECK(output.given_up == std::vector<CallId>{ first });
		REQUIRE(output.outcomes.size() == 1);
		CHECK(output.outcomes[0].status.code() == StatusCode::cancelled);
		walk.post(at(3s), CallOutcomeInput{ walk.ada, first, CallOutcome::done, "" });
		CHECK(walk.place() == TilePosition{ 2, 2 });
		walk.post(at(4s), CallOutcomeInput{ walk.ada, second, CallOutcome::done, "" });
		CHECK(walk.place() == TilePosition{ 2, 8 });
	}

	TEST_CASE("an agent that ends on its way, or gets another owner, has its walk given up") {
		Walk1 walk;
		const CallId call = walk.ask(at(1s), { 8, 2 }, RequestId(5));
		const StepOutput &owned = walk.post(at(2s), OwnerInput{ walk.ada, false });
		CHECK(owned.given_up == std::vector<CallId>{ call });
		walk.post(at(3s), OwnerInput{ walk.ada, true });
		const CallId other = walk.ask(at(4s), { 8, 2 }, RequestId(6));
		const StepOutput &ended = walk.post(at(5s), TerminateInput{ walk.ada, "test" });
		CHECK(ended.given_up == std::vector<CallId>{ other });
		CHECK(ended.outcomes[0].status.code() == StatusCode::not_found);
	}
}

TEST_SUITE("Hearing") {
	TEST_CASE("each agent hears as far as its own radius reaches") {
		const Waiting mind;
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.hearing_radius = 2;
		const AgentId deaf = run.spawn("Deaf", { 3, 0 });
		run.hearing_radius = 10;
		const AgentId keen = run.spawn("Keen", { 9, 0 });
		run.hearing_radius = 500;
		const AgentId afar = run.spawn("Far", { 400, 0 });
		run.hearing_radius = 0;
		const AgentId all = run.spawn("All", { 90'000, 0 });
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Hello" });
		run.step(at(0s));
		const Message &said = *run.events<AgentSpoke>()[0].second.message;
		CHECK(said.hearers == std::vector<ParticipantId>{ keen, afar, all });
		run.simulation().post(TerminateInput{ all, "test" });
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", deaf, {}, "You too" });
		run.step(at(1s));
		CHECK(run.events<AgentSpoke>()[1].second.message->hearers ==
				std::vector<ParticipantId>{ deaf, keen, afar });
	}
}

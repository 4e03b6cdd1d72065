// Everything that follows from a player's line or an agent's own thought carries one trace id.

#include "core/agents/traces.h"
#include "fake_minds.h"
#include "simulation_run.h"

#include <algorithm>
#include <set>

namespace agent_runtime {

namespace {

// Ada passes on what the player says, and Bob goes where Ada sends him. An agent that is asked on
// its own initiative waits.
FakeMind obedient_minds(AgentId ada, AgentId bob) {
	return FakeMind([=](const MindRequest &request) -> Result<MindAction> {
		if (request.agent == ada && request.answer_to.is_player()) {
			return MindAction(SpeakAction{ "Bob, to the door please", bob });
		}
		if (request.agent == bob && request.answer_to == ParticipantId(ada)) {
			return MindAction(MoveAction{ { 9, 9 } });
		}
		return MindAction(WaitAction{});
	});
}

template <typename T>
std::vector<TraceId> traces_of(const SimulationRun &run) {
	std::vector<TraceId> traces;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const Event &event : output->events) {
			if (event.data.is<T>()) {
				traces.push_back(event.trace);
			}
		}
	}
	return traces;
}

std::vector<std::string> all_traces(const SimulationRun &run) {
	std::vector<std::string> traces;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const Event &event : output->events) {
			traces.push_back(event.trace.to_string());
		}
	}
	return traces;
}

SayInput player_asks(AgentId ada) {
	return SayInput{ ParticipantId::player(0), "Player", ada, {}, "Somebody is at the door" };
}

} // namespace

TEST_CASE("a player's line, the reply and the walk that follows carry one trace") {
	const FakeMind minds = obedient_minds(AgentId(1), AgentId(2));
	SimulationOptions options;
	options.recording = true;
	SimulationRun run(options, minds);
	run.think_interval = 0s;
	const AgentId ada = run.spawn("Ada");
	run.spawn("Bob", { 2, 0 });
	run.run_until(at(1s));
	run.simulation().post(player_asks(ada));
	run.run_until(at(60s));

	const std::vector<TraceId> spoken = traces_of<AgentSpoke>(run);
	REQUIRE(spoken.size() == 2); // the player's line, and Ada's
	CHECK_FALSE(spoken[0].is_none());
	CHECK(spoken[1] == spoken[0]);
	CHECK(traces_of<AgentMoved>(run) == std::vector{ spoken[0] });
	CHECK(traces_of<AgentArrived>(run) == std::vector{ spoken[0] });
	for (const TraceId acknowledged : traces_of<MessageAcknowledged>(run)) {
		CHECK(acknowledged == spoken[0]);
	}
	const std::vector<TraceId> changes = traces_of<AgentStateChanged>(run);
	CHECK(changes.size() >= 6);
	CHECK(std::all_of(
			changes.begin(), changes.end(), [&](TraceId trace) { return trace == spoken[0]; }));

	SUBCASE("recorded and replayed the same, with helpers and without") {
		SimulationOptions again;
		again.replaying = true;
		again.helpers = 2;
		again.tasks_per_part = 1;
		SimulationRun replayed(again, minds);
		replay(replayed, recording_of(run));
		CHECK(all_traces(replayed) == all_traces(run));
	}
	SUBCASE("a second line begins another trace") {
		run.simulation().post(player_asks(ada));
		run.run_until(at(120s));
		CHECK(traces_of<AgentSpoke>(run).back() != spoken[0]);
	}
}

TEST_CASE("each thought of an agent's own begins a trace, and what it does belongs to it") {
	const FakeMind minds = FakeMind::always(MoveAction{ { 4, 4 } });
	SimulationOptions options;
	options.settings.trace_seed = 7;
	SimulationRun run(options, minds);
	run.moved_by_game = true;
	const AgentId ada = run.spawn("Ada");
	run.run_until(at(20s));

	std::vector<TraceId> thinking;
	std::vector<TraceId> calls;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const Event &event : output->events) {
			const AgentStateChanged *change = event.data.get_if<AgentStateChanged>();
			if (change != nullptr && change->state == AgentState::thinking) {
				thinking.push_back(event.trace);
			}
		}
		for (const GameCall &call : output->calls) {
			CHECK(call.agent == ada);
			calls.push_back(call.trace);
		}
	}
	REQUIRE(thinking.size() >= 2);
	CHECK(std::set<TraceId>(thinking.begin(), thinking.end()).size() == thinking.size());
	REQUIRE_FALSE(calls.empty());
	CHECK(std::equal(calls.begin(), calls.end(), thinking.begin()));

	SUBCASE("another run of the same world has other ids") {
		options.settings.trace_seed = 8;
		SimulationRun other(options, minds);
		other.moved_by_game = true;
		other.spawn("Ada");
		other.run_until(at(20s));
		CHECK(other.hash() == run.hash());
		CHECK(all_traces(other) != all_traces(run));
	}
}

TEST_CASE("a thought that was asked for belongs to what asked for it") {
	const FakeMind minds = FakeMind::always(WaitAction{});
	SimulationOptions options;
	options.settings.trace_seed = 7;
	SimulationRun run(options, minds);
	const AgentId ada = run.spawn("Ada");
	run.simulation().post(PauseInput{ ada, PauseChange::pause, RequestId() });
	run.run_until(at(1s));
	CHECK(traces_of<AgentPaused>(run) == std::vector{ trace_of(7, TraceRoot::input, 0, 1) });

	run.simulation().post(PauseInput{ ada, PauseChange::step, RequestId() });
	run.run_until(at(10s));
	const TraceId asked = trace_of(7, TraceRoot::input, 0, 2);
	CHECK(traces_of<AgentStateChanged>(run) == std::vector{ asked, asked });
}

} // namespace agent_runtime

#include "../sanitized.h"
#include "../world/drawn_map.h"
#include "core/agents/input.h"
#include "simulation_run.h"

#include <chrono>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace agent_runtime;

namespace {

constexpr int AGENTS = 200;

SimulationOptions with_helpers(std::size_t helpers) {
	SimulationOptions options;
	options.settings.seed = 7;
	options.helpers = helpers;
	options.tasks_per_part = 1; // so that two agents in a step are enough work for two threads
	options.recording = true;
	return options;
}

ActionTablePtr a_game() {
	const std::shared_ptr<ActionTable> actions = std::make_shared<ActionTable>();
	const nlohmann::json schema = nlohmann::json::parse(
			R"({"type": "object", "properties": {"times": {"type": "integer", "minimum": 1,
			"maximum": 3}}, "required": ["times"]})");
	REQUIRE(actions->add("ring_bell", { "Rings the bell.", schema }).ok());
	return actions;
}

// Does for the game what the last steps asked of it.
class Game {
public:
	explicit Game(SimulationRun &run) :
			run_(run) {}

	void run_until(SimTime end) {
		while (run_.simulation().next_due() <= end || run_.simulation().has_inputs()) {
			run_.step(run_.simulation().has_inputs() ? run_.simulation().time()
													 : run_.simulation().next_due());
			answer();
		}
	}

private:
	void answer() {
		const StepOutput &output = *run_.outputs.back();
		for (const GameCall &call : output.calls) {
			const bool fails = call.call.number() % 3 == 0;
			run_.simulation().post(CallOutcomeInput{ call.agent, call.call,
					fails ? CallOutcome::failed : CallOutcome::done, "No rope", "\"ding\"" });
		}
		for (const AgreedTask &agreed : output.agreed) {
			std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
			task->id = TaskId(++tasks_ + 100);
			task->name = agreed.name;
			task->partner = agreed.partner;
			run_.simulation().post(AssignInput{ agreed.agent, task });
		}
	}

	SimulationRun &run_;
	std::uint64_t tasks_ = 0;
};

// Halls with doors between them, and one or two seats. In the second half of the run a door is
// shut.
GridMapPtr a_house(bool is_shut) {
	std::vector<std::string> rows;
	for (int y = 0; y < 32; y++) {
		std::string row;
		for (int x = 0; x < 64; x++) {
			const bool is_door = y % 8 == 3 || (is_shut && y == 4);
			row += x % 16 == 15 && !is_door ? '#' : '.';
		}
		rows.push_back(row);
	}
	if (is_shut) {
		rows[3][15] = '#';
	}
	rows[5][5] = 'a';
	rows[6][40] = 'b';
	return drawn_map(rows);
}

void live(SimulationRun &run, Micros span) {
	run.simulation().post(MapInput{ a_house(false) });
	for (int i = 0; i < AGENTS; i++) {
		const int row = i / 20;
		run.moved_by_game = i % 40 == 3;
		run.routine = i % 3 == 0 ? Routine::wander : Routine::still;
		run.seat = i == 6 ? "a" : i == 9 ? "b" : "";
		run.subscription = i % 10 == 0 ? Subscription{ { "guards" }, {}, {} } : Subscription();
		run.spawn("Agent " + std::to_string(i),
				{ static_cast<float>(i % 20) * 3.0f, static_cast<float>(row) * 3.0f });
	}
	Game game(run);
	run.simulation().post(GameInput{ a_game(), nullptr, true });
	game.run_until(at(span / 4));
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->id = TaskId(1);
	task->name = "Count the stars";
	run.simulation().post(AssignInput{ AgentId(5), task });
	run.simulation().post(PauseInput{ AgentId(6), PauseChange::pause, RequestId() });
	run.simulation().post(
			SayInput{ AgentId(1), "", {}, {}, "To arms", "Alarm", Reach::group, "guards" });
	game.run_until(at(span / 2));
	run.simulation().post(
			SayInput{ ParticipantId::player(0), "Player", AgentId(17), { 9, 9 }, "What is new?" });
	run.simulation().post(walk_to(AgentId(3), { 30, 30 }));
	run.simulation().post(MapInput{ a_house(true) });
	for (std::uint32_t i = 20; i < 40; i++) {
		run.simulation().post(WalkInput{ .agent = AgentId(i),
				.way = i % 2 == 0 ? WalkInput::Way::beside : WalkInput::Way::to_seat,
				.partner = AgentId(i + 100) });
	}
	run.simulation().post(PauseInput{ AgentId(6), PauseChange::resume, RequestId() });
	run.simulation().post(TerminateInput{ AgentId(8), "asked to" });
	game.run_until(at(span));
}

} // namespace

TEST_SUITE("Determinism") {
	TEST_CASE("a long life of 200 agents is the same with 0, 1, 2 and 4 helpers, and replayed") {
		const std::chrono::minutes lived = test::IS_SANITIZED ? 1min : 10min;
		SimulationRun alone(with_helpers(0));
		live(alone, lived);
		CHECK(alone.lines().size() > 1'000 * lived.count());
		// The run contains some of everything that agents do.
		CHECK_FALSE(alone.events<ActionPerformed>().empty());
		CHECK_FALSE(alone.events<CollaborationAnswered>().empty());
		CHECK_FALSE(alone.events<MessagePublished>().empty());
		CHECK_FALSE(alone.events<TaskChanged>().empty());
		CHECK(alone.events<AgentArrived>().size() > 50 * lived.count());
		CHECK_FALSE(alone.events<AgentBlocked>().empty());
		for (const std::size_t helpers : { 1u, 2u, 4u }) {
			SimulationRun helped(with_helpers(helpers));
			live(helped, lived);
			CHECK(helped.hash() == alone.hash());
		}
		SimulationOptions options = with_helpers(2);
		options.replaying = true;
		SimulationRun again(options);
		replay(again, recording_of(alone));
		CHECK(again.hash() == alone.hash());
	}

	TEST_CASE("another seed is another life") {
		SimulationRun one(with_helpers(0));
		live(one, 30s);
		SimulationOptions options = with_helpers(0);
		options.settings.seed = 8;
		SimulationRun other(options);
		live(other, 30s);
		CHECK(one.hash() != other.hash());
	}

	TEST_CASE("a planted divergence is named: event, agent, expected and got") {
		SimulationRun one(with_helpers(0));
		live(one, 1min);
		std::vector<RecordedStep> steps = recording_of(one);
		// One word of one answer is changed without the recording.
		bool planted = false;
		std::string who;
		for (RecordedStep &step : steps) {
			for (std::string &input : step.inputs) {
				nlohmann::json json = nlohmann::json::parse(input);
				if (!planted && json["kind"] == "answer" &&
						json.value("/answer/action"_json_pointer, "") == "speak") {
					json["answer"]["content"] = "Something else entirely.";
					who = json["agent"];
					input = json.dump();
					planted = true;
				}
			}
		}
		REQUIRE(planted);
		SimulationOptions options = with_helpers(0);
		options.replaying = true;
		SimulationRun again(options);
		replay(again, steps);
		RunComparison comparison(one.lines());
		for (const std::unique_ptr<StepOutput> &output : again.outputs) {
			comparison.add(*output);
		}
		const std::optional<Divergence> found = comparison.finish();
		REQUIRE(found);
		CHECK(found->entity == who);
		CHECK(found->got.find("Something else entirely.") != std::string::npos);
		CHECK(found->expected.find("agent_speech") == 0);
		CHECK(found->to_string().find(who) != std::string::npos);
	}

	TEST_CASE("one that ends early diverges at its end") {
		SimulationRun one(with_helpers(0));
		live(one, 20s);
		RunComparison comparison(one.lines());
		const std::optional<Divergence> found = comparison.finish();
		REQUIRE(found);
		CHECK(found->event == 0);
		CHECK(found->got.empty());
	}
}

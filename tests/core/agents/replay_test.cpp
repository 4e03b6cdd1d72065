#include "../world/drawn_map.h"
#include "core/runtime/built_in_minds.h"
#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace agent_runtime;

namespace {

constexpr char SCRIPT[] = R"({"script": [
	{"action": {"action": "use_tools", "calls": [
		{"id": "1", "name": "ask_clock", "arguments": {"zone": "here"}}]}},
	{"say": "So late", "delay": 2.75}, {"fail": "rate_limited", "message": "later"},
	{"stream": ["Once ", "more"], "delay": 0.5}], "repeat": true})";

const AgentId SCRIPTED(1);
const AgentId OF_THE_GAME(2);
const AgentId OUTSIDER(3);

ActionTablePtr a_clock() {
	const std::shared_ptr<ActionTable> tools = std::make_shared<ActionTable>();
	const nlohmann::json schema = nlohmann::json::parse(
			R"({"type": "object", "properties": {"zone": {"type": "string"}}})");
	REQUIRE(tools->add("ask_clock", { "What time it is.", schema }).ok());
	return tools;
}

// The turns of minds outside the process: tools with arguments that are JSON or not, words, and
// failures.
ThoughtAnswer outside_answer(const ThoughtRequest &thought) {
	ThoughtAnswer answer;
	answer.id = thought.id;
	switch (thought.id.number % 5) {
		case 0:
			answer.failure = MindFailure::overloaded;
			answer.error = "they are busy, \"very\"";
			break;
		case 1:
			answer.action = UseToolsAction{ { { "a", "ask_clock", R"({"zone":"there"})" } } };
			break;
		case 2:
			answer.action = UseToolsAction{ { { "b", "ask_clock", "not JSON" } } };
			break;
		case 3:
			answer.failure = MindFailure::bad_answer;
			answer.error = "nobody can read that";
			break;
		default:
			answer.action = SpeakAction{ "Thought " + std::to_string(thought.id.number), {} };
			break;
	}
	return answer;
}

// Minds outside the process and the game answer every question before the next step.
void answer_newest_step(SimulationRun &run) {
	for (const ThoughtRequest &thought : run.outputs.back()->thoughts) {
		run.simulation().post(outside_answer(thought));
	}
	for (const GameCall &call : run.outputs.back()->calls) {
		const bool fails = call.call.number() % 3 == 0;
		run.simulation().post(CallOutcomeInput{ call.agent, call.call,
				fails ? CallOutcome::failed : CallOutcome::done, "It stands still", "\"noon\"" });
	}
}

void run_with_answers(SimulationRun &run, SimTime end) {
	while (run.simulation().next_due() <= end || run.simulation().has_inputs()) {
		run.step(run.simulation().has_inputs() ? run.simulation().time()
											   : run.simulation().next_due());
		answer_newest_step(run);
	}
}

void live_with_all_minds(SimulationRun &run) {
	run.mind = MindKind::scripted;
	run.mind_options = SCRIPT;
	run.spawn("Ada");
	run.mind_options.clear();
	run.mind = MindKind::game;
	run.spawn("Bob", { 1, 0 });
	run.mind = MindKind::openai;
	run.spawn("Cleo", { 0, 1 });
	run.mind = MindKind::offline;
	run.spawn("Dora", { 1, 1 });
	run.simulation().post(GameInput{ nullptr, a_clock(), false });
	run_with_answers(run, at(2min));
	run.simulation().post(AttentionInput{ OUTSIDER, 0.3f });
	run.simulation().post(AttentionInput{ OF_THE_GAME, 1.7f });
	run_with_answers(run, at(6min));
	run.simulation().post(
			SayInput{ ParticipantId::player(0), "Player", OF_THE_GAME, { 9, 9 }, "What now?" });
	run_with_answers(run, at(10min));
}

SimulationOptions recorded_with(std::size_t helpers) {
	SimulationOptions options;
	options.settings.seed = 11;
	options.helpers = helpers;
	options.tasks_per_part = 1;
	options.recording = true;
	return options;
}

SimulationOptions replayed_with(std::size_t helpers) {
	SimulationOptions options = recorded_with(helpers);
	options.recording = false;
	options.replaying = true;
	return options;
}

// What left the run besides its events: calls to the game, and thoughts for minds outside the
// process.
std::vector<std::string> questions_of(const SimulationRun &run) {
	std::vector<std::string> all;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const GameCall &call : output->calls) {
			all.push_back(call.call.to_string() + " " + call.agent.to_string() + " " + call.action +
					call.arguments);
		}
		for (const ThoughtRequest &thought : output->thoughts) {
			all.push_back(thought.call.to_string() + " " + thought.id.agent.to_string() + " " +
					std::to_string(thought.id.number));
		}
	}
	return all;
}

// Leaves out the first input whose record contains this.
std::vector<RecordedStep> without(std::vector<RecordedStep> steps, const std::string &part) {
	for (RecordedStep &step : steps) {
		const auto found = std::find_if(step.inputs.begin(), step.inputs.end(),
				[&](const std::string &input) { return input.find(part) != std::string::npos; });
		if (found != step.inputs.end()) {
			step.inputs.erase(found);
			return steps;
		}
	}
	FAIL("no input has " << part);
	return steps;
}

int spoken_by(const SimulationRun &run, AgentId agent) {
	int count = 0;
	for (const auto &[entity, spoke] : run.events<AgentSpoke>()) {
		count += entity == ParticipantId(agent) ? 1 : 0;
	}
	return count;
}

int tools_used(const SimulationRun &run, bool ok) {
	int count = 0;
	for (const auto &[entity, used] : run.events<ToolUsed>()) {
		count += used.result.ok == ok ? 1 : 0;
	}
	return count;
}

// A run with all kinds of minds, to compare others with.
class AllMinds {
public:
	explicit AllMinds(std::size_t helpers = 0) :
			minds_(texts_),
			run(recorded_with(helpers), minds_) {
		live_with_all_minds(run);
	}

private:
	StreamedText texts_;
	BuiltInMinds minds_;

public:
	SimulationRun run;
};

} // namespace

TEST_SUITE("Minds outside, tools and scripts, run again") {
	TEST_CASE("everything that they can do is in such a life") {
		const AllMinds minds;
		for (const AgentId agent : { SCRIPTED, OF_THE_GAME, OUTSIDER }) {
			CHECK(spoken_by(minds.run, agent) > 3);
		}
		CHECK(tools_used(minds.run, true) > 3);
		CHECK(tools_used(minds.run, false) > 3);
		CHECK(minds.run.events<MindFailed>().size() > 3);
		for (const std::unique_ptr<StepOutput> &output : minds.run.outputs) {
			for (const ThoughtRequest &thought : output->thoughts) {
				CHECK(thought.call.is_none() == (thought.id.agent != OF_THE_GAME));
			}
		}
	}

	TEST_CASE("it is the same with helpers, and from its recording alone with or without them") {
		const AllMinds alone;
		CHECK(AllMinds(2).run.hash() == alone.run.hash());
		const FakeMind nobody = FakeMind::always(WaitAction{});
		for (const std::size_t helpers : { 0u, 2u }) {
			SimulationRun again(replayed_with(helpers), nobody);
			replay(again, recording_of(alone.run));
			CHECK(again.hash() == alone.run.hash());
			CHECK(questions_of(again) == questions_of(alone.run));
		}
		CHECK(nobody.requests().empty());
	}

	TEST_CASE("no input of theirs can be left out of the recording") {
		const AllMinds whole;
		const FakeMind nobody = FakeMind::always(WaitAction{});
		for (const char *const part :
				{ "\"kind\":\"game\"", "\"kind\":\"attention\"", "\"kind\":\"call_outcome\"",
						"\"failure\":\"overloaded\"", "\"action\":\"use_tools\"" }) {
			SimulationRun again(replayed_with(0), nobody);
			replay(again, without(recording_of(whole.run), part));
			CHECK_MESSAGE(again.hash() != whole.run.hash(), part);
		}
	}
}

TEST_SUITE("Inputs as they are recorded") {
	template <typename T>
	T read_back(const T &input) {
		const nlohmann::json written = input_to_json(input);
		const Result<Input> read = input_from_json(nlohmann::json::parse(written.dump()));
		REQUIRE(read.ok());
		REQUIRE(std::holds_alternative<T>(read.value()));
		CHECK(input_to_json(read.value()) == written);
		return std::get<T>(read.value());
	}

	TEST_CASE("tools of the game come back with their schemas") {
		const GameInput read = read_back(GameInput{ nullptr, a_clock(), true });
		CHECK(read.actions == nullptr);
		CHECK(read.gives_context);
		REQUIRE(read.tools != nullptr);
		CHECK(read.tools->to_json() == a_clock()->to_json());
		CHECK(read.tools->find_problem("ask_clock", R"({"zone": 3})").has_value());
		CHECK(read_back(GameInput{}).tools == nullptr);
	}

	TEST_CASE("what is offered to a group or an agent comes back, and a game without it is read") {
		std::shared_ptr<ActionTable> tools = std::make_shared<ActionTable>();
		REQUIRE(tools->add("dig", { "Digs.", nlohmann::json::object(), 90s, true }).ok());
		const OfferInput own = read_back(OfferInput{ { .agent = OUTSIDER }, { nullptr, tools } });
		CHECK(own.scope == OfferScope{ .agent = OUTSIDER });
		CHECK(own.tables.actions == nullptr);
		REQUIRE(own.tables.tools != nullptr);
		REQUIRE(own.tables.tools->find("dig") != nullptr);
		CHECK(own.tables.tools->find("dig")->deadline == 90s);
		CHECK(own.tables.tools->find("dig")->is_native);
		const OfferInput group = read_back(OfferInput{ { .group = "smiths" }, { a_clock(), {} } });
		CHECK(group.scope == OfferScope{ .group = "smiths" });
		CHECK(group.tables.actions->to_json() == a_clock()->to_json());
		// As it was recorded before there were deadlines.
		const Result<Input> old = input_from_json({ { "kind", "game" },
				{ "tools", { { "dig", { { "description", "Digs." }, { "schema", {} } } } } } });
		REQUIRE(old.ok());
		const ActionInfo *dig = std::get<GameInput>(old.value()).tools->find("dig");
		REQUIRE(dig != nullptr);
		CHECK(dig->deadline == Micros{});
		CHECK_FALSE(dig->is_native);
	}

	TEST_CASE("walks and maps come back as they were") {
		WalkInput walk{ .agent = OUTSIDER,
			.tile = { -3, 1'000'000 },
			.face = Facing::left,
			.request = RequestId(8) };
		const WalkInput read = read_back(walk);
		CHECK(read.tile == walk.tile);
		CHECK(read.face == walk.face);
		CHECK(read.request == walk.request);
		walk.way = WalkInput::Way::beside;
		walk.partner = SCRIPTED;
		walk.face.reset();
		CHECK(read_back(walk).partner == SCRIPTED);
		CHECK_FALSE(read_back(walk).face);
		CHECK(read_back(MapInput{ nullptr }).map == nullptr);
		const GridMapPtr map = read_back(MapInput{ drawn_map({ "..a#", "####" }) }).map;
		REQUIRE(map != nullptr);
		CHECK(map->is_solid({ 3, 0 }));
		CHECK(map->find_seat("a")->tile == Tile{ 2, 0 });
	}

	TEST_CASE("attention comes back to the last bit") {
		for (const float weight : { 0.0f, 0.3f, 1.0f, 1e-7f, 123.456f }) {
			const AttentionInput read = read_back(AttentionInput{ OUTSIDER, weight });
			CHECK(read.agent == OUTSIDER);
			CHECK(read.weight == weight);
		}
	}

	TEST_CASE("the outcome of a call comes back, whichever it was") {
		for (const CallOutcome outcome :
				{ CallOutcome::done, CallOutcome::failed, CallOutcome::unanswered }) {
			const CallOutcomeInput read = read_back(
					CallOutcomeInput{ OUTSIDER, CallId(77), outcome, "no \"rope\"", "[1]" });
			CHECK(read.call == CallId(77));
			CHECK(read.outcome == outcome);
			CHECK(read.reason == "no \"rope\"");
			CHECK(read.result == "[1]");
		}
	}

	TEST_CASE("each failure of a mind comes back with its name and its words") {
		for (std::size_t i = 0; i <= static_cast<std::size_t>(MindFailure::internal); i++) {
			ThoughtAnswer answer{ { OUTSIDER, 7 }, static_cast<MindFailure>(i), "too \"late\"\n" };
			const ThoughtAnswer read = read_back(answer);
			CHECK(read.id == ThoughtId{ OUTSIDER, 7 });
			CHECK(read.failure == answer.failure);
			CHECK(read.error == answer.error);
		}
	}

	TEST_CASE("the tools that a mind wants come back, also when it cannot call them rightly") {
		const UseToolsAction tools{ { { "a", "ask_clock", R"({"zone":"there"})" },
				{ "b", "ask_clock", "not JSON" }, { "c", "", "{}" } } };
		const ThoughtAnswer read =
				read_back(ThoughtAnswer{ { OUTSIDER, 8 }, std::nullopt, {}, tools });
		CHECK_FALSE(read.failure.has_value());
		CHECK(read.action == MindAction(tools));
	}
}

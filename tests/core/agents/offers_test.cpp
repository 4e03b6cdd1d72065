#include "core/tools/offers.h"

#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

const AgentId DIGGER(1);
const AgentId LOOKER(2);

ActionTablePtr table_with(const std::string &name, Micros deadline = {}) {
	std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	REQUIRE(table->add(name, { "Does it.", nlohmann::json::object(), deadline }).ok());
	return table;
}

// Uses the tool "dig" whether or not it was offered, and then waits.
FakeMind a_digger() {
	return FakeMind([](const MindRequest &request) -> Result<MindAction> {
		return request.tool_results.empty() ? MindAction(UseToolsAction{ { { "1", "dig", "{}" } } })
											: MindAction(WaitAction{});
	});
}

std::vector<GameCall> calls_of(const SimulationRun &run, AgentId agent) {
	std::vector<GameCall> calls;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const GameCall &call : output->calls) {
			if (call.agent == agent) {
				calls.push_back(call);
			}
		}
	}
	return calls;
}

ProfilePtr in_groups(std::vector<std::string> groups) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { "Ada", "tester", "" };
	profile->think_interval = 5s;
	profile->subscribe({ std::move(groups), {}, {} });
	return profile;
}

// What the mind was told when it had asked for a tool; empty: it was not asked again.
std::string told(const FakeMind &mind, AgentId agent) {
	for (const MindRequest &request : mind.requests()) {
		if (request.agent == agent && !request.tool_results.empty()) {
			return request.tool_results[0].result;
		}
	}
	return {};
}

} // namespace

TEST_SUITE("What the game offers to some agents") {
	TEST_CASE("a tool for one agent is offered to it alone, and called where it was offered") {
		const FakeMind mind = a_digger();
		SimulationRun run({}, mind);
		run.think_interval = 5s;
		run.spawn("Ada");
		run.spawn("Bob");
		const OfferScope own{ .agent = DIGGER };
		run.simulation().post(OfferInput{ own, { nullptr, table_with("dig", 90s) } });
		run.run_until(at(20s));
		REQUIRE(calls_of(run, DIGGER).size() == 1);
		CHECK(calls_of(run, DIGGER)[0].offered_to == own);
		CHECK(calls_of(run, DIGGER)[0].deadline == 90s);
		CHECK(calls_of(run, LOOKER).empty());
		CHECK(told(mind, LOOKER) == "there are no tools here; decide without");
	}

	TEST_CASE("who joins a group gets its tools, and who leaves it loses them") {
		const FakeMind mind = a_digger();
		SimulationRun run({}, mind);
		run.think_interval = 5s;
		run.subscription.groups = { "miners" };
		run.spawn("Ada");
		run.subscription = {};
		run.spawn("Bob");
		run.simulation().post(OfferInput{ { .group = "miners" }, { nullptr, table_with("dig") } });
		run.run_until(at(20s));
		REQUIRE(calls_of(run, DIGGER).size() == 1);
		CHECK(calls_of(run, DIGGER)[0].offered_to == OfferScope{ .group = "miners" });
		CHECK(calls_of(run, LOOKER).empty());
		// Bob takes her place.
		const auto join = [&](AgentId agent, std::vector<std::string> groups) {
			run.simulation().post(ProfileInput{ agent, in_groups(std::move(groups)) });
		};
		join(DIGGER, {});
		join(LOOKER, { "miners" });
		run.simulation().post(CallOutcomeInput{
				DIGGER, calls_of(run, DIGGER)[0].call, CallOutcome::done, "", "\"gold\"" });
		run.run_until(at(45s));
		CHECK(calls_of(run, DIGGER).size() == 1);
		CHECK(calls_of(run, LOOKER).size() == 1);
	}

	TEST_CASE("an action of a group can be chosen by its members alone") {
		const FakeMind mind = FakeMind::always(GameAction{ "sing", "{}" });
		SimulationRun run({}, mind);
		run.think_interval = 5s;
		run.subscription.groups = { "choir" };
		run.spawn("Ada");
		run.subscription = {};
		run.spawn("Bob");
		run.simulation().post(OfferInput{ { .group = "choir" }, { table_with("sing"), nullptr } });
		run.run_until(at(20s));
		CHECK(calls_of(run, DIGGER).size() == 1);
		CHECK(calls_of(run, LOOKER).empty());
		REQUIRE_FALSE(run.events<MindFailed>().empty());
		CHECK(run.events<MindFailed>()[0].first == ParticipantId(LOOKER));
	}

	TEST_CASE("a slow tool of the runtime itself is not said to be the game's") {
		std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
		REQUIRE(table->add("dig", { "Digs.", nlohmann::json::object(), {}, true }).ok());
		const FakeMind mind = a_digger();
		SimulationRun run({}, mind);
		run.think_interval = 5s;
		run.spawn("Ada");
		run.simulation().post(GameInput{ nullptr, table, false });
		run.run_until(at(20s));
		REQUIRE(calls_of(run, DIGGER).size() == 1);
		CHECK(calls_of(run, DIGGER)[0].is_native);
		run.simulation().post(CallSlowInput{ DIGGER, calls_of(run, DIGGER)[0].call, 15s });
		run.run_until(at(20s));
		REQUIRE_FALSE(run.events<AgentStuck>().empty());
		CHECK(run.events<AgentStuck>().back().second.reason == "the tool dig has not answered yet");
	}

	TEST_CASE("nothing can be offered to an agent that is gone") {
		const FakeMind mind = a_digger();
		SimulationRun run({}, mind);
		run.think_interval = 5s;
		run.spawn("Ada");
		run.simulation().post(OfferInput{ { .agent = DIGGER }, { nullptr, table_with("dig") } });
		run.simulation().post(TerminateInput{ DIGGER, "test" });
		run.simulation().post(OfferInput{ { .agent = DIGGER }, { nullptr, table_with("dig") } });
		run.run_until(at(1s));
		run.simulation().post(SpawnInput{ DIGGER, in_groups({}), {}, nullptr });
		run.run_until(at(25s));
		CHECK(calls_of(run, DIGGER).empty());
		CHECK(told(mind, DIGGER) == "there are no tools here; decide without");
	}
}

#include "world.h"

#include "core/agents/mind_events.h"
#include "core/runtime/recording.h"

#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

class OwnTool : public Tool {
public:
	using Body = std::function<void(const Permit &, ToolUse)>;
	explicit OwnTool(Body body) :
			body_(std::move(body)) {}
	void run(const Permit &permit, const json &, ToolUse use) override {
		body_(permit, std::move(use));
	}

private:
	const Body body_;
};

// Refuses one tool, whoever wants it.
class NoDigging : public ToolJudge {
public:
	Status judge(const ToolOrder &order) const override {
		return order.tool == "dig" ? Status(StatusCode::failed_precondition,
											 "digging is not allowed to " + order.caller.account)
								   : Status();
	}
};

RuntimeOptions with_tool(OwnTool::Body body, Micros deadline = {}) {
	RuntimeOptions options;
	options.native_tools.push_back({ "look", { "Looks.", json::object(), deadline },
			std::make_shared<OwnTool>(std::move(body)) });
	return options;
}

// Uses a tool each time that it thinks, and then says something.
json user_of(const std::string &tool) {
	const json use{ { "action", "use_tools" },
		{ "calls", json::array({ { { "id", "1" }, { "name", tool } } }) } };
	const json script = json::array({ { { "action", use } }, { { "say", "I see" } } });
	return { { "name", "Ada" }, { "cli_backend", "scripted" },
		{ "mind_options", { { "script", script }, { "repeat", true } } } };
}

std::vector<ToolUsed> uses(const TestWorld &world, AgentId agent) {
	std::vector<ToolUsed> found;
	for (const PublishedEvent &each : world.sink.events) {
		if (each.event.subject == ParticipantId(agent)) {
			if (const ToolUsed *used = each.event.data.get_if<ToolUsed>()) {
				found.push_back(*used);
			}
		}
	}
	return found;
}

std::vector<GameCall> tool_calls(const TestWorld &world) {
	std::vector<GameCall> calls = world.sink.calls;
	std::erase_if(calls, [](const GameCall &call) { return call.kind != CallKind::tool; });
	return calls;
}

} // namespace

TEST_SUITE("Tools of the runtime itself") {
	TEST_CASE("a mind uses one, and the game is not called") {
		const Folder folder;
		std::atomic<bool> is_traced{ false };
		RuntimeOptions options = with_tool([&](const Permit &permit, ToolUse use) {
			is_traced = !permit.trace().is_none();
			use.done("a tree, for " + permit.caller().agent.to_string());
		});
		options.database_path = folder.database();
		options.recording = true;
		{
			TestWorld world{ std::move(options) };
			const AgentId ada = spawn_agent(*world.runtime, user_of("look")).value();
			REQUIRE(world.pass_until([&] { return uses(world, ada).size() >= 2; }));
			CHECK(uses(world, ada)[0].result.ok);
			CHECK(uses(world, ada)[0].result.result == "\"a tree, for agent_001\"");
			CHECK(is_traced);
			CHECK(tool_calls(world).empty());
			CHECK(world.count<AgentSpoke>(ada) > 0);
		}
		// Its results are inputs, so that a replay needs no tool.
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		const Result<ReplayResult> replayed = replay_recording(file.value(), 0);
		REQUIRE(replayed.ok());
		CHECK_FALSE(replayed.value().divergence);
	}

	TEST_CASE("what it throws is the failure of that use, and the world goes on") {
		TestWorld world{ with_tool(
				[](const Permit &, ToolUse) { throw std::runtime_error("no eyes"); }) };
		const AgentId ada = spawn_agent(*world.runtime, user_of("look")).value();
		REQUIRE(world.pass_until([&] { return uses(world, ada).size() >= 2; }));
		CHECK_FALSE(uses(world, ada)[0].result.ok);
		CHECK(uses(world, ada)[0].result.result ==
				"the tool ended without an outcome; the log may say why");
		CHECK(world.runtime->stop().ok());
	}

	TEST_CASE("one that takes longer than its own deadline has not answered, and learns of it") {
		std::vector<ToolUse> stored; // on the tools' thread until the stop
		TestWorld world{ with_tool(
				[&](const Permit &, ToolUse use) { stored.push_back(std::move(use)); }, 2s) };
		const RealTime begun = world.clock.now();
		const AgentId ada = spawn_agent(*world.runtime, user_of("look")).value();
		REQUIRE(world.pass_until([&] { return !uses(world, ada).empty(); }));
		CHECK_FALSE(uses(world, ada)[0].result.ok);
		CHECK(uses(world, ada)[0].result.result == "the tool has not answered in time");
		CHECK(world.clock.now() - begun < 30s); // the deadline of tools that name none
		CHECK(world.runtime->stop().ok());
		REQUIRE_FALSE(stored.empty());
		CHECK_FALSE(stored[0].is_wanted());
		stored[0].done("too late");
	}

	TEST_CASE("a thought that is given up cancels the tool that it waits for") {
		std::atomic<bool> begun{ false };
		std::atomic<bool> ended{ false };
		// Waits on its thread until nobody wants it any more.
		TestWorld world{ with_tool([&](const Permit &, ToolUse use) {
			begun = true;
			while (use.is_wanted()) {
				let_others_run();
			}
			ended = true;
		}) };
		const AgentId ada = spawn_agent(*world.runtime, user_of("look")).value();
		REQUIRE(world.pass_until([&] { return begun.load(); }));
		SUBCASE("its agent goes") {
			REQUIRE(world.runtime->terminate_agent(ada, "test").ok());
			CHECK(world.wait_until([&] { return ended.load(); }));
		}
		SUBCASE("the runtime stops") {
			CHECK(world.runtime->stop().ok());
			CHECK(ended);
		}
		CHECK(uses(world, ada).empty());
	}

	TEST_CASE("the game cannot replace one for all, but for one agent") {
		TestWorld world{ with_tool([](const Permit &, ToolUse use) { use.done("a tree"); }) };
		GameGifts &gifts = world.runtime->gifts();
		CHECK(gifts.register_tool("look", { "Other.", json::object() }).code() ==
				StatusCode::already_exists);
		CHECK(gifts.unregister_tool("look").code() == StatusCode::not_found);
		const AgentId ada = spawn_agent(*world.runtime, user_of("look")).value();
		const OfferScope own{ .agent = ada };
		REQUIRE(gifts.register_tool("look", { "Other.", json::object(), 5s }, own).ok());
		REQUIRE(world.pass_until([&] { return !tool_calls(world).empty(); }));
		CHECK(tool_calls(world)[0].offered_to == own);
		CHECK(tool_calls(world)[0].deadline == 5s);
	}
}

TEST_SUITE("The gate before all tools") {
	TEST_CASE("its refusal reaches the mind as the tool's answer, and the tool is not used") {
		const NoDigging judge;
		RuntimeOptions options;
		std::atomic<int> runs{ 0 };
		SUBCASE("a tool of the runtime") {
			options.native_tools.push_back({ "dig", { "Digs.", json::object() },
					std::make_shared<OwnTool>([&](const Permit &, ToolUse use) {
						runs++;
						use.done(nullptr);
					}) });
		}
		SUBCASE("a tool of the game") {}
		const bool is_of_game = options.native_tools.empty();
		options.tool_judge = &judge;
		TestWorld world{ std::move(options) };
		if (is_of_game) {
			REQUIRE(world.runtime->gifts().register_tool("dig", { "Digs.", json::object() }).ok());
		}
		const AgentId ada = spawn_agent(*world.runtime, user_of("dig")).value();
		REQUIRE(world.pass_until([&] { return !uses(world, ada).empty(); }));
		CHECK_FALSE(uses(world, ada)[0].result.ok);
		CHECK(uses(world, ada)[0].result.result == "digging is not allowed to agent:agent_001");
		CHECK(runs == 0);
		CHECK(tool_calls(world).empty());
	}
}

TEST_SUITE("For whom the game registers") {
	TEST_CASE("an agent that is not there is refused, and one that goes takes its tools along") {
		TestWorld world{ RuntimeOptions() };
		GameGifts &gifts = world.runtime->gifts();
		const ActionInfo dig{ "Digs.", json::object() };
		const OfferScope nobody{ .agent = AgentId(7) };
		CHECK(gifts.register_tool("dig", dig, nobody).code() == StatusCode::not_found);
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		REQUIRE(gifts.register_tool("dig", dig, { .agent = ada }).ok());
		REQUIRE(gifts.register_action("sing", dig, { .group = "choir" }).ok());
		// Minds choose by name, whatever it was registered for.
		CHECK(gifts.register_action("dig", dig).code() == StatusCode::already_exists);
		CHECK(gifts.register_tool("sing", dig).code() == StatusCode::already_exists);
		CHECK(gifts.unregister_tool("dig").code() == StatusCode::not_found);
		CHECK(gifts.unregister_tool("dig", { .group = "choir" }).code() == StatusCode::not_found);
		REQUIRE(world.runtime->terminate_agent(ada, "test").ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentTerminated>(ada) == 1; }));
		CHECK(gifts.unregister_tool("dig", { .agent = ada }).code() == StatusCode::not_found);
		CHECK(gifts.register_action("dig", dig).ok());
	}

	TEST_CASE("a deadline is between none and ten minutes") {
		TestWorld world{ RuntimeOptions() };
		GameGifts &gifts = world.runtime->gifts();
		CHECK(gifts.register_tool("a", { "", json::object(), 600s }).ok());
		CHECK_FALSE(gifts.register_tool("b", { "", json::object(), 601s }).ok());
		CHECK_FALSE(gifts.register_tool("b", { "", json::object(), -1s }).ok());
	}
}

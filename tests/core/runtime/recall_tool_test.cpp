#include "core/runtime/recall_tool.h"

#include "core/agents/mind_events.h"
#include "save_games.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// Uses the tool each time that it is spoken to, and then says something.
json rememberer(const std::string &name, const json &arguments) {
	const json use{ { "action", "use_tools" },
		{ "calls",
				json::array({ { { "id", "1" }, { "name", "recall" },
						{ "arguments", arguments } } }) } };
	const json script = json::array({ { { "action", use } }, { { "say", "I see." } } });
	return { { "name", name }, { "cli_backend", "scripted" }, { "think_interval", 0 },
		{ "mind_options", { { "script", script }, { "repeat", true } } } };
}

struct RecallingWorld {
	explicit RecallingWorld(RuntimeOptions options = {}) :
			world{ [&] {
				options.config.recall_enabled = true;
				options.database_path = folder.database();
				options.settings = save_games::brisk();
				return std::move(options);
			}() } {}

	AgentId spawn(const std::string &name, const json &arguments) const {
		return spawn_agent(*world.runtime, rememberer(name, arguments)).value();
	}
	void remember(AgentId agent, const std::string &text) {
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send({ { "type", "memory_note_request" }, { "agent_id", agent.to_string() },
						{ "content", text }, { "pinned", false } });
		std::optional<json> reply;
		REQUIRE(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		REQUIRE_MESSAGE(reply->at("ok") == true, reply->dump());
	}
	// Words are indexed while nobody writes: waits until this many lines are found by them.
	void let_index(AgentId agent, const std::string &words, std::size_t count) {
		REQUIRE(world.pass_until([&] {
			return world.ask({ { "type", "search_request" }, { "agent_id", agent.to_string() },
									 { "text", words }, { "match", "any" }, { "limit", 100 } })
						   .at("result")
						   .at("lines")
						   .size() == count;
		}));
	}
	// Time passes no faster than the reader answers, so that a search has all of its time.
	void let_read(AgentId agent) {
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send({ { "type", "memory_request" }, { "agent_id", agent.to_string() } });
		REQUIRE(world.wait_until([&] { return replies->take().has_value(); }));
	}
	// What comes of the use that follows these words; none: it was refused before it began.
	std::optional<ToolResult> ask(AgentId agent) {
		const std::size_t before = world.sink.events.size();
		const int spoke = world.count<AgentSpoke>(agent);
		REQUIRE(send_message(*world.runtime, {}, agent, "What do you know?").ok());
		REQUIRE(world.pass_until([&] {
			let_read(agent);
			return world.count<AgentSpoke>(agent) > spoke;
		}));
		for (std::size_t i = before; i < world.sink.events.size(); i++) {
			const Event &event = world.sink.events[i].event;
			const ToolUsed *const used = event.data.get_if<ToolUsed>();
			if (used != nullptr && event.subject == ParticipantId(agent)) {
				return used->result;
			}
		}
		return std::nullopt;
	}
	static std::vector<std::string> texts(const std::optional<ToolResult> &result) {
		std::vector<std::string> found;
		REQUIRE(result);
		REQUIRE_MESSAGE(result->ok, result->result);
		const json all = json::parse(result->result);
		for (const json &line : all.at("lines")) {
			found.push_back(line.at("text"));
		}
		return found;
	}

	const Folder folder;
	TestWorld world;
};

class NoMemory : public ToolJudge {
public:
	Status judge(const ToolOrder &order) const override {
		return Status(StatusCode::failed_precondition, order.tool + " is not allowed here");
	}
};

} // namespace

TEST_SUITE("The tool \"recall\"") {
	TEST_CASE("an agent finds what it remembers, and not what others do; the game is not called") {
		RecallingWorld run;
		const AgentId ada = run.spawn("Ada", { { "query", "tomatoes cellar" } });
		const AgentId bob = run.spawn("Bob", { { "query", "tomatoes" } });
		run.remember(ada, "Tomatoes grow behind the mill.");
		run.remember(ada, "The cellar is locked.");
		run.remember(ada, "It rains.");
		run.remember(bob, "Tomatoes are poisonous.");
		run.let_index(ada, "tomatoes cellar", 2);
		run.let_index(bob, "tomatoes", 1);
		std::vector<std::string> found = RecallingWorld::texts(run.ask(ada));
		std::sort(found.begin(), found.end());
		CHECK(found ==
				std::vector<std::string>{
						"The cellar is locked.", "Tomatoes grow behind the mill." });
		CHECK(RecallingWorld::texts(run.ask(bob)) ==
				std::vector<std::string>{ "Tomatoes are poisonous." });
		for (const GameCall &call : run.world.sink.calls) {
			CHECK(call.kind != CallKind::tool);
		}
	}

	TEST_CASE("an answer has no more lines than asked for, five unless told") {
		RecallingWorld run;
		const AgentId few = run.spawn("Ada", { { "query", "tomatoes" } });
		const AgentId one = run.spawn("Bob", { { "query", "tomatoes" }, { "limit", 1 } });
		for (int i = 0; i < 8; i++) {
			run.remember(few, "Tomatoes, bed " + std::to_string(i));
			run.remember(one, "Tomatoes, bed " + std::to_string(i));
		}
		run.let_index(few, "tomatoes", 8);
		run.let_index(one, "tomatoes", 8);
		CHECK(RecallingWorld::texts(run.ask(few)).size() == recall_tool::USUAL_LINES);
		CHECK(RecallingWorld::texts(run.ask(one)).size() == 1);
	}

	TEST_CASE("long lines are cut, and the whole answer stays small") {
		RecallingWorld run;
		const AgentId ada = run.spawn("Ada", { { "query", "tomatoes" }, { "limit", 20 } });
		for (int i = 0; i < 20; i++) {
			std::string text = "Tomatoes " + std::to_string(i) + " ";
			while (text.size() < 3'900) {
				text += "\"quoted\" "; // which takes more space in JSON
			}
			run.remember(ada, text);
		}
		run.let_index(ada, "tomatoes", 20);
		const std::optional<ToolResult> result = run.ask(ada);
		REQUIRE(result);
		CHECK(result->result.size() <= recall_tool::LONGEST_ANSWER);
		const std::vector<std::string> found = RecallingWorld::texts(result);
		CHECK(found.size() > 3);
		for (const std::string &text : found) {
			CHECK(text.size() <= recall_tool::LONGEST_LINE + 3);
			CHECK(text.ends_with("…"));
		}
	}

	TEST_CASE("nothing found is an answer, and arguments that do not fit are told to the mind") {
		RecallingWorld run;
		CHECK(RecallingWorld::texts(run.ask(run.spawn("Ada", { { "query", "tomatoes" } })))
						.empty());
		CHECK(RecallingWorld::texts(run.ask(run.spawn("Eve", { { "query", "\" OR * (" } })))
						.empty());
		for (const json &arguments : { json::object(), json{ { "query", "" } },
					 json{ { "query", std::string(501, 'x') } },
					 json{ { "query", "a" }, { "limit", 21 } },
					 json{ { "query", "a" }, { "limit", 0 } },
					 json{ { "query", "a" }, { "agent_id", "agent_001" } } }) {
			CAPTURE(arguments.dump());
			CHECK_FALSE(run.ask(run.spawn("Bob", arguments)));
		}
	}

	TEST_CASE("the gate judges it like any other tool") {
		const NoMemory judge;
		RuntimeOptions options;
		options.tool_judge = &judge;
		RecallingWorld run(std::move(options));
		const std::optional<ToolResult> result =
				run.ask(run.spawn("Ada", { { "query", "tomatoes" } }));
		REQUIRE(result);
		CHECK_FALSE(result->ok);
		CHECK(result->result == "recall is not allowed here");
	}

	TEST_CASE("without a file it is not offered") {
		RuntimeOptions options;
		options.config.recall_enabled = true;
		TestWorld world{ std::move(options) };
		CHECK(world.runtime->gifts().register_tool("recall", { "Mine.", json::object() }).ok());
	}

	TEST_CASE("it is the runtime's name while it is switched on, and the game's otherwise") {
		RecallingWorld run;
		CHECK(run.world.runtime->gifts()
						.register_tool("recall", { "Mine.", json::object() })
						.code() == StatusCode::already_exists);
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		TestWorld other{ std::move(options) };
		CHECK(other.runtime->gifts().register_tool("recall", { "Mine.", json::object() }).ok());
	}
}

#include "core/built_in/offline_mind.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

using namespace agent_runtime;
using nlohmann::json;

namespace {

const ParticipantId THE_PLAYER = ParticipantId::player(0);

MindAction decided(const MindRequest &request) {
	Result<MindAction> action = OfflineMind().think(request);
	REQUIRE_MESSAGE(action.ok(), action.status().to_string());
	return std::move(action).value();
}

ActionTablePtr tools_of_game() {
	std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	const json of_forecast = { { "type", "object" },
		{ "properties",
				{ { "place", { { "type", "string" }, { "maxLength", 20 } } },
						{ "days", { { "type", "integer" }, { "minimum", 1 }, { "maximum", 7 } } },
						{ "unit",
								{ { "type", "string" }, { "enum", { "celsius", "kelvin" } } } } } },
		{ "required", { "place", "days", "unit" } } };
	REQUIRE(table->add("look_up_weather", { "The forecast.", of_forecast }).ok());
	REQUIRE(table->add("ring", { "Rings the bell.", { { "type", "object" } } }).ok());
	return table;
}

MindRequest told_by_player(const std::string &words) {
	MindRequest request;
	request.agent = AgentId(1);
	request.self = { "Ada", "gardener", "Cheerful." };
	request.answer_to = THE_PLAYER;
	request.last_lines = { { THE_PLAYER, "Player", words } };
	request.tools = tools_of_game();
	return request;
}

MindRequest at_work_on(const std::string &description) {
	MindRequest request;
	request.agent = AgentId(1);
	request.task = TaskInHand{ TaskId(1), "Morning round", description, {} };
	request.tools = tools_of_game();
	return request;
}

bool uses_tools(const MindRequest &request) {
	return std::holds_alternative<UseToolsAction>(decided(request));
}

} // namespace

TEST_SUITE("deeds of the offline mind") {
	TEST_CASE("a tool that a player names is used with arguments from what the player said") {
		const MindRequest request =
				told_by_player("Please look up weather for \"Port Ellen\", 3 days, in kelvin.");
		const MindAction action = decided(request);
		REQUIRE(std::holds_alternative<UseToolsAction>(action));
		const std::vector<ToolCall> &calls = std::get<UseToolsAction>(action).calls;
		REQUIRE(calls.size() == 1);
		CHECK(calls[0].name == "look_up_weather");
		CHECK(json::parse(calls[0].arguments) ==
				json({ { "place", "Port Ellen" }, { "days", 3 }, { "unit", "kelvin" } }));
	}

	TEST_CASE("what the text does not say is made up so that the schema allows it") {
		for (std::uint64_t seed = 0; seed < 50; ++seed) {
			MindRequest request = told_by_player("Use look_up_weather for the harbour, 99 days.");
			request.seed = seed;
			const MindAction action = decided(request);
			REQUIRE(std::holds_alternative<UseToolsAction>(action));
			const ToolCall &call = std::get<UseToolsAction>(action).calls.front();
			CHECK(!request.tools->find_problem(call.name, call.arguments).has_value());
		}
	}

	TEST_CASE("several tools are used in the order in which they are named") {
		const MindAction action =
				decided(at_work_on("First ring, then look_up_weather at the mill."));
		REQUIRE(std::holds_alternative<UseToolsAction>(action));
		const std::vector<ToolCall> &calls = std::get<UseToolsAction>(action).calls;
		REQUIRE(calls.size() == 2);
		CHECK(calls[0].name == "ring");
		CHECK(calls[1].name == "look_up_weather");
		CHECK(calls[0].id != calls[1].id);
	}

	TEST_CASE("a tool is not used where its name is only part of a word, or nobody asks for it") {
		CHECK_FALSE(uses_tools(told_by_player("Did you hear the string quartet?")));
		CHECK_FALSE(uses_tools(at_work_on("Water the beds.")));
		MindRequest of_agent = told_by_player("Use ring!");
		of_agent.answer_to = AgentId(2);
		of_agent.last_lines.front().sender = AgentId(2);
		CHECK_FALSE(uses_tools(of_agent));
	}

	TEST_CASE("the topic of a talk has its tool used once") {
		int uses = 0;
		for (std::uint32_t turn = 0; turn < 20; ++turn) {
			MindRequest request = told_by_player("Good to see you.");
			request.answer_to = AgentId(2);
			request.last_lines.front().sender = AgentId(2);
			request.topic = "ring when it is noon";
			request.talk = 5;
			request.turn = turn;
			uses += uses_tools(request) ? 1 : 0;
		}
		CHECK(uses == 1);
	}

	TEST_CASE("a tool that was complained about is not tried again") {
		MindRequest request = told_by_player("Use ring!");
		CHECK(uses_tools(request));
		request.complaint = "ring is broken";
		CHECK_FALSE(uses_tools(request));
	}

	TEST_CASE("what came of a tool is told to who asked, and ends the task") {
		MindRequest asked = told_by_player("Use look_up_weather!");
		asked.tool_results = { { { "call_1", "look_up_weather", "{}" }, true,
				R"({"sky": "clear", "wind": 4})" } };
		const MindAction said = decided(asked);
		REQUIRE(std::holds_alternative<SpeakAction>(said));
		CHECK(std::get<SpeakAction>(said).to == THE_PLAYER);
		const std::string &words = std::get<SpeakAction>(said).content;
		CHECK_MESSAGE(words.find("sky: clear, wind: 4") != std::string::npos, words);
		MindRequest working = at_work_on("ring");
		working.tool_results = { { { "call_1", "ring", "{}" }, true, "\"ding\"" } };
		const MindAction done = decided(working);
		REQUIRE(std::holds_alternative<CompleteTaskAction>(done));
		CHECK_FALSE(std::get<CompleteTaskAction>(done).failed);
		CHECK(std::get<CompleteTaskAction>(done).result.find("ding") != std::string::npos);
	}

	TEST_CASE("a tool that failed fails the task, and its error is not said aloud") {
		MindRequest request = at_work_on("ring");
		request.tool_results = { { { "call_1", "ring", "{}" }, false, "stack trace" } };
		const MindAction done = decided(request);
		REQUIRE(std::holds_alternative<CompleteTaskAction>(done));
		CHECK(std::get<CompleteTaskAction>(done).failed);
		CHECK(std::get<CompleteTaskAction>(done).result.find("stack") == std::string::npos);
	}

	TEST_CASE("whoever has just come is greeted by name before long") {
		bool greeted = false;
		for (std::uint64_t seed = 0; seed < 20; ++seed) {
			MindRequest request;
			request.agent = AgentId(1);
			request.seed = seed;
			request.nearby = { { AgentId(2), "Bruno", {} } };
			request.noticed = { "Bruno [agent_002] has appeared at (3, 4)" };
			const MindAction action = decided(request);
			const SpeakAction *words = std::get_if<SpeakAction>(&action);
			greeted = greeted ||
					(words != nullptr && words->to == ParticipantId(AgentId(2)) &&
							words->content.find("Bruno") != std::string::npos);
		}
		CHECK(greeted);
	}

	TEST_CASE("a partner in a task is walked up to, not into") {
		bool walked = false;
		for (std::uint64_t seed = 0; seed < 30; ++seed) {
			MindRequest request = at_work_on("Water the beds.");
			request.seed = seed;
			request.task->partner = AgentId(2);
			request.nearby = { { AgentId(2), "Bruno", { 6.0f, 0.0f } } };
			const MindAction action = decided(request);
			if (const MoveAction *move = std::get_if<MoveAction>(&action)) {
				walked = true;
				CHECK(move->target == TilePosition{ 5.0f, 0.0f });
			}
		}
		CHECK(walked);
	}

	TEST_CASE("the sociable accept more invitations than the grumpy, the busy none to work") {
		const auto accepted = [](const char *persona, bool busy) {
			int count = 0;
			for (std::uint64_t seed = 0; seed < 100; ++seed) {
				MindRequest request;
				request.seed = seed;
				request.self = { "Ada", "", persona };
				request.invitation = Invitation{ AgentId(2), "Bruno", "the roof", busy };
				request.task =
						busy ? std::optional(TaskInHand{ TaskId(1), "a", "", {} }) : std::nullopt;
				const MindAction action = decided(request);
				REQUIRE(std::holds_alternative<AnswerInvitationAction>(action));
				CHECK(!std::get<AnswerInvitationAction>(action).reason.empty());
				count += std::get<AnswerInvitationAction>(action).accept ? 1 : 0;
			}
			return count;
		};
		CHECK(accepted("Cheerful.", false) > accepted("Grumpy.", false));
		CHECK(accepted("Grumpy.", false) > 0);
		CHECK(accepted("Cheerful.", true) == 0);
	}
}

#include <doctest/doctest.h>

#include "core/mind/decision.h"
#include "core/mind/last_prompts.h"
#include "core/mind/prompt.h"
#include "core/mind/token_estimate.h"

#include <algorithm>

using namespace agent_runtime;

namespace {

const ParticipantId GRACE = AgentId(2);

MindRequest full_request() {
	MindRequest request;
	request.agent = AgentId(1);
	request.self = { "Ada", "gardener", "Loves roses and short sentences." };
	request.surroundings = "It rains.";
	request.nearby = { { AgentId(2), "Grace", { 3.0f, 4.0f } } };
	request.noticed = { "Bob [agent_003] is gone" };
	request.task = TaskInHand{ TaskId(1), "Water the roses", "All of them", {} };
	request.topic = "gardens";
	request.end_keyword = "[END]";
	request.invitation = Invitation{ AgentId(2), "Grace", "a walk", false };
	request.summary = "They planned a garden.";
	request.pinned = { { GRACE, "Grace", "My birthday is in May." } };
	request.recalled = { { { GRACE, "Grace", "Roses like clay." }, "fits by 80 %" } };
	request.last_lines = { { GRACE, "Grace", "Hello Ada." }, { GRACE, "Grace", "Shall we?" } };
	request.answer_to = GRACE;
	return request;
}

std::vector<std::string> names_of(const std::vector<ModelTool> &tools) {
	std::vector<std::string> names;
	names.reserve(tools.size());
	for (const ModelTool &tool : tools) {
		names.push_back(tool.name);
	}
	return names;
}

const PromptPart *part_with(const Prompt &prompt, const std::string &text) {
	const auto found = std::find_if(prompt.parts.begin(), prompt.parts.end(),
			[&](const PromptPart &part) { return part.text.find(text) != std::string::npos; });
	return found != prompt.parts.end() ? &*found : nullptr;
}

ModelAnswer words(const std::string &text) {
	ModelAnswer answer;
	answer.text = text;
	return answer;
}

} // namespace

TEST_SUITE("Prompts") {
	TEST_CASE("all that the thinker knows is in it, each part with why it is there") {
		const Prompt prompt = assemble_prompt(full_request(), {});
		const std::string &user = prompt.request.messages.at(0).text;
		for (const char *text : { "It rains.", "Grace [agent_002] is at (3, 4)", "Bob [agent_003]",
					 "Water the roses", "gardens", "invites you", "They planned a garden.",
					 "birthday", "Roses like clay.", "Shall we?",
					 "What do you answer agent_002" }) {
			CHECK_MESSAGE(user.find(text) != std::string::npos, text);
		}
		CHECK(prompt.request.system.find("You are Ada [agent_001], gardener") == 0);
		CHECK(prompt.request.system.find("[END]") != std::string::npos);
		REQUIRE(part_with(prompt, "birthday") != nullptr);
		CHECK(part_with(prompt, "birthday")->reason == "pinned");
		CHECK(part_with(prompt, "Roses like clay.")->reason == "fits by 80 %");
		CHECK(prompt.tokens == estimate_tokens(prompt.request));
	}

	TEST_CASE("what does not fit is left out, the least important first, and shown as left out") {
		MindRequest request = full_request();
		request.recalled.clear();
		for (int i = 0; i < 50; i++) {
			request.recalled.push_back(
					{ { GRACE, "Grace",
							  "Memory number " + std::to_string(i) + " " + std::string(200, 'x') },
							"fits" });
		}
		PromptOptions options;
		options.most_tokens = 2'500;
		const Prompt prompt = assemble_prompt(request, options);
		CHECK(prompt.tokens <= options.most_tokens + 200);
		REQUIRE(part_with(prompt, "Memory number 0 ") != nullptr);
		CHECK_FALSE(part_with(prompt, "Memory number 0 ")->left_out);
		CHECK(part_with(prompt, "Memory number 49 ")->left_out);
		CHECK(part_with(prompt, "Bob [agent_003]")->left_out);
		CHECK_FALSE(part_with(prompt, "birthday")->left_out);
		CHECK_FALSE(part_with(prompt, "Shall we?")->left_out);
		CHECK(prompt.request.messages[0].text.find("Memory number 49 ") == std::string::npos);
	}

	TEST_CASE("tools that were used follow as a talk, or in words where there are no tools") {
		MindRequest request = full_request();
		request.tool_results = { { { "7", "tell_time", "{}" }, true, "\"noon\"" } };
		const Prompt talk = assemble_prompt(request, {});
		REQUIRE(talk.request.messages.size() == 3);
		CHECK(talk.request.messages[1].tool_calls.at(0).name == "tell_time");
		CHECK(talk.request.messages[2].tool_call_id == "7");
		PromptOptions in_words;
		in_words.offers_tools = false;
		const Prompt text = assemble_prompt(request, in_words);
		REQUIRE(text.request.messages.size() == 1);
		CHECK(text.request.tools.empty());
		CHECK(text.request.messages[0].text.find("\"noon\"") != std::string::npos);
		CHECK(text.request.system.find("{\"action\": \"move\"") != std::string::npos);
	}

	TEST_CASE("what a tool has given is cut to what a prompt can hold") {
		MindRequest request = full_request();
		for (int i = 0; i < 4; i++) {
			request.tool_results.push_back({ { std::to_string(i), "read_book", "{}" }, true,
					std::string(1'000'000, 'x') });
		}
		PromptOptions options;
		options.most_tokens = 4'000;
		const Prompt prompt = assemble_prompt(request, options);
		std::size_t bytes = 0;
		for (const ModelMessage &message : prompt.request.messages) {
			bytes += message.text.size();
		}
		CHECK(bytes < 20'000);
		CHECK(prompt.request.messages[2].text.find("cut off") != std::string::npos);
		CHECK(prompt.request.messages[0].text.find("Shall we?") != std::string::npos);
	}

	TEST_CASE("a complaint about the last answer is passed on") {
		MindRequest request = full_request();
		request.complaint = "there is no agent_099";
		CHECK(assemble_prompt(request, {}).request.messages[0].text.find("no agent_099") !=
				std::string::npos);
	}

	TEST_CASE("the last prompts are kept for those who were asked lately") {
		LastPrompts prompts;
		for (std::uint32_t i = 1; i <= LastPrompts::MOST_AGENTS + 1; i++) {
			MindRequest request = full_request();
			request.agent = AgentId(i);
			prompts.record(AgentId(i), request);
		}
		CHECK_FALSE(prompts.find(AgentId(1)).has_value());
		REQUIRE(prompts.find(AgentId(2)).has_value());
		CHECK(prompts.find(AgentId(2))->request.system.find("[agent_002]") != std::string::npos);
	}
}

TEST_SUITE("Decisions") {
	TEST_CASE("only what can be decided at the moment is offered") {
		CHECK(names_of(tools_for(MindRequest())) ==
				std::vector<std::string>{ "speak", "move", "wait" });
		CHECK(names_of(tools_for(full_request())) ==
				std::vector<std::string>{ "speak", "move", "wait", "collaborate",
						"answer_invitation", "complete_task" });
	}

	TEST_CASE("words are speech, to whom an answer is owed") {
		const Result<MindAction> action = decide(words("  Gladly!\n"), full_request());
		REQUIRE(action.ok());
		CHECK(std::get<SpeakAction>(action.value()) == SpeakAction{ "Gladly!", GRACE });
	}

	TEST_CASE("an action in JSON is done, in a fence or without") {
		for (const char *text : { R"({"action": "move", "x": 3, "y": 4})",
					 "```json\n{\"action\": \"move\", \"x\": 3, \"y\": 4}\n```" }) {
			const Result<MindAction> action = decide(words(text), full_request());
			REQUIRE(action.ok());
			CHECK(std::get<MoveAction>(action.value()) == MoveAction{ { 3.0f, 4.0f } });
		}
	}

	TEST_CASE("a tool call that decides is the decision; others come first") {
		ModelAnswer answer = words("Let me see.");
		answer.tool_calls = { { "1", "move", R"({"x": 1, "y": 2})" } };
		Result<MindAction> action = decide(answer, full_request());
		REQUIRE(action.ok());
		CHECK(std::holds_alternative<MoveAction>(action.value()));
		answer.tool_calls.push_back({ "2", "tell_time", "{}" });
		action = decide(answer, full_request());
		REQUIRE(action.ok());
		CHECK(std::get<UseToolsAction>(action.value()).calls.at(0).name == "tell_time");
	}

	TEST_CASE("in a conversation there is nothing to decide but what to say") {
		MindRequest request = full_request();
		request.instruction = "Debate with Grace.";
		request.prompt = RememberedLine{ GRACE, "Grace", "Shall we?" };
		const Prompt prompt = assemble_prompt(request, {});
		CHECK(names_of(prompt.request.tools) == std::vector<std::string>{ "speak" });
		// The instruction comes before everything that changes; the last line is the question.
		CHECK(prompt.request.system.find("Debate with Grace.") != std::string::npos);
		const std::string &user = prompt.request.messages.front().text;
		CHECK(user.find("Grace [agent_002] says to you:\nShall we?") != std::string::npos);
		CHECK(user.find("Shall we?") == user.rfind("Shall we?"));
		CHECK(user.find("- Grace [agent_002]: Hello Ada.") != std::string::npos);
		// Only the instruction says when the keyword may be said; the rules do not mention it.
		CHECK(prompt.request.system.find("[END]") == std::string::npos);

		request.prompt = RememberedLine{ {}, {}, "Open the conversation about gardens." };
		CHECK(assemble_prompt(request, {})
						.request.messages.front()
						.text.find("Open the conversation about gardens.") != std::string::npos);
	}

	TEST_CASE("calls of tools are told apart, however a server numbers them") {
		MindRequest request = full_request();
		request.tool_results = { { { "call_1", "tell_time", "{}" }, true, "\"noon\"" } };
		ModelAnswer answer;
		answer.tool_calls = { { "call_1", "find_place", "{}" } };
		const Result<MindAction> action = decide(answer, request);
		REQUIRE(action.ok());
		CHECK(std::get<UseToolsAction>(action.value()).calls.at(0).id != "call_1");
	}

	TEST_CASE("an answer that means nothing says so") {
		CHECK(decide(words(" \n"), full_request()).status().code() == StatusCode::invalid_argument);
		CHECK(decide(words(R"({"action": "fly"})"), full_request()).status().code() ==
				StatusCode::invalid_argument);
		// Text that was meant as an action is never spoken.
		for (const char *text :
				{ R"({"action": "move", "x": 3,)", "```json\n{\"action\"\n```", R"({"x": 3})" }) {
			CHECK(decide(words(text), full_request()).status().code() ==
					StatusCode::invalid_argument);
		}
		ModelAnswer broken;
		broken.tool_calls = { { "1", "move", "{\"x\": " } };
		CHECK(decide(broken, full_request()).status().code() == StatusCode::invalid_argument);
	}
}

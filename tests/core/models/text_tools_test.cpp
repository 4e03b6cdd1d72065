#include "core/base/rng.h"
#include "core/models/text_tools.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

ModelRequest with_two_tools() {
	ModelRequest request;
	request.messages.emplace_back().text = "What is in the notes?";
	request.tools = { { "read_note", "Reads a note.", { { "type", "object" } } },
		{ "list_notes", "Lists notes.", { { "type", "object" } } } };
	return request;
}

struct ReadAnswer {
	Status status;
	ModelAnswer answer;
};

ReadAnswer read_words(std::string text) {
	ReadAnswer read;
	read.answer.text = std::move(text);
	read.status = TextTools(with_two_tools()).read(read.answer);
	return read;
}

} // namespace

TEST_SUITE("Tools as text") {
	TEST_CASE("a call is one object or a list of them, in a code fence or not") {
		const std::string call = R"({"tool": "read_note", "arguments": {"path": "a"}})";
		for (const std::string &text : { call, " \n" + call + "\n", "```json\n" + call + "\n```",
					 "```\n" + call + "```", "[" + call + "]" }) {
			CAPTURE(text);
			const ReadAnswer read = read_words(text);
			CHECK(read.status.ok());
			CHECK(read.answer.text.empty());
			REQUIRE(read.answer.tool_calls.size() == 1);
			CHECK(read.answer.tool_calls[0] ==
					ToolCall{ "call_1", "read_note", R"({"path":"a"})" });
		}
		const ReadAnswer two = read_words("[" + call + R"(, {"tool": "list_notes"}])");
		REQUIRE(two.answer.tool_calls.size() == 2);
		CHECK(two.answer.tool_calls[1] == ToolCall{ "call_2", "list_notes", "{}" });
	}

	TEST_CASE("what is no call stays as it is, JSON too") {
		for (const std::string text : { "Nothing is in them.", "", "Use the tool \"read_note\".",
					 R"({"passed": true, "score": 7})", "[1, 2]", "{broken", "```\ncode\n```",
					 R"(A "tool": that is what I am.)" }) {
			CAPTURE(text);
			const ReadAnswer read = read_words(text);
			CHECK(read.status.ok());
			CHECK(read.answer.text == text);
			CHECK(read.answer.tool_calls.empty());
		}
	}

	TEST_CASE("what was meant as a call and is none says what is wrong with it") {
		std::string many = "[";
		for (std::size_t i = 0; i <= TextTools::MOST_CALLS; i++) {
			many += std::string(i > 0 ? "," : "") + R"({"tool": "list_notes"})";
		}
		struct BadCall {
			std::string text;
			std::string wrong;
		};
		const BadCall bad[] = {
			{ R"(I look. {"tool": "list_notes"})", "no words before or behind it" },
			{ R"({"tool": "list_notes"} I wait.)", "no words before or behind it" },
			{ R"({"tool": "list_notes", "arguments": {)", "valid JSON" },
			{ R"({"tool": "list_nots"})", "did you mean list_notes?" },
			{ R"({"tool": "delete_everything"})", "there is no tool" },
			{ R"({"tool": 7})", "the tool's name" },
			{ R"({"tool": "read_note", "arguments": "a"})", "not a JSON object" },
			{ R"({"tool": "read_note", "path": "a"})", "no \"path\"" },
			{ R"([{"tool": "list_notes"}, 7])", "the tool's name" },
			{ many + "]", "16 at once" },
		};
		for (const BadCall &each : bad) {
			CAPTURE(each.text);
			const ReadAnswer read = read_words(each.text);
			CHECK(read.status.code() == StatusCode::invalid_argument);
			CHECK(read.status.message().find(each.wrong) != std::string::npos);
			CHECK(read.answer.text == each.text);
			CHECK(read.answer.tool_calls.empty());
		}
	}

	TEST_CASE("earlier calls and results stand in the messages as they were made") {
		using Role = ModelMessage::Role;
		ModelRequest request = with_two_tools();
		request.messages.push_back({ Role::assistant, "",
				{ { "a", "list_notes", "{}" }, { "b", "read_note", R"({"path":"x"})" } }, "",
				false });
		request.messages.push_back({ Role::tool, "x.md", {}, "a", false });
		request.messages.push_back({ Role::tool, "no such note", {}, "b", true });
		TextTools tools(request);
		const std::vector<ModelMessage> &messages = tools.request()->messages;
		REQUIRE(messages.size() == 3);
		ModelAnswer repeated;
		repeated.text = messages[1].text;
		REQUIRE(tools.read(repeated).ok());
		REQUIRE(repeated.tool_calls.size() == 2);
		CHECK(repeated.tool_calls[0].id == "call_3");
		CHECK(repeated.tool_calls[1].arguments == R"({"path":"x"})");
		CHECK(messages[2].role == Role::tool);
		CHECK(messages[2].text == "list_notes gave: x.md\nread_note failed: no such note");
	}

	TEST_CASE("answers that were changed at random are words, calls or bad forms, and no more") {
		const std::string call =
				R"([{"tool": "read_note", "arguments": {"path": "a", "deep": [[1]]}}])";
		Rng rng(3);
		int calls = 0;
		int bad = 0;
		for (int round = 0; round < 5'000; round++) {
			std::string text = call;
			for (std::uint64_t count = rng.uniform(4); count > 0; count--) {
				text[rng.uniform(text.size())] = static_cast<char>(rng.uniform(256));
			}
			const ReadAnswer read = read_words(text);
			calls += read.answer.tool_calls.empty() ? 0 : 1;
			bad += read.status.ok() ? 0 : 1;
			REQUIRE((read.answer.tool_calls.empty() ? read.answer.text == text : read.status.ok()));
		}
		CHECK(calls > 1'000);
		CHECK(bad > 1'000);
	}
}

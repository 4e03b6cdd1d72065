#include "core/providers/anthropic_messages.h"
#include "core/providers/openai_chat.h"

#include "core/base/rng.h"
#include "core/base/utf8.h"
#include "core/providers/sse_parser.h"
#include "model_streams.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

using namespace agent_runtime;
using nlohmann::json;

namespace {

using Step = AnswerReader::Step;

ModelRequest small_request(std::int64_t max_output_tokens = 100) {
	ModelRequest request;
	request.model = "m";
	request.max_output_tokens = max_output_tokens;
	return request;
}

// Feeds a reader from a stream and records the result.
template <typename Reader>
class ReaderRun : public SseHandler {
public:
	void feed(std::string_view part) { parser_.feed(part, *this); }
	bool event_came(std::string_view /*type*/, std::string_view data) override {
		step = reader.read_event(data);
		if (step == Step::progressed) {
			CHECK(is_valid_utf8(reader.new_text()));
			text += reader.new_text();
		}
		return step == Step::nothing || step == Step::progressed;
	}

	Reader reader{ small_request() };
	Step step = Step::nothing;
	std::string text;

private:
	SseParser parser_;
};

template <typename Reader>
void check_all_splits(std::string_view stream, std::int64_t written) {
	Rng rng(5);
	for (int round = 0; round < 500; round++) {
		ReaderRun<Reader> run;
		for (std::size_t at = 0; at < stream.size();) {
			const std::string part(stream.substr(at, 1 + rng.uniform(round % 3 == 0 ? 3 : 300)));
			run.feed(part);
			at += part.size();
		}
		REQUIRE(run.step == Step::finished);
		const ModelAnswer answer = run.reader.take_answer();
		REQUIRE(answer.text == "Grüß dich,\nAda 🌻");
		REQUIRE(run.text == answer.text);
		REQUIRE(answer.tool_calls ==
				std::vector<ToolCall>{ { "toolu_1", "look", R"({"at": "the door"})" } });
		REQUIRE(answer.usage == Usage{ 100, 70, 15, std::nullopt, written });
		REQUIRE_FALSE(answer.cut_short);
	}
}

template <typename Reader>
Step last_step(Reader &reader, std::initializer_list<std::string_view> events) {
	Step step = Step::nothing;
	for (const std::string_view event : events) {
		step = reader.read_event(event);
	}
	return step;
}

std::string openai_text(const std::string &text) {
	return json({ { "choices", { { { "delta", { { "content", text } } } } } } }).dump();
}

} // namespace

TEST_SUITE("Answers of models") {
	TEST_CASE("any split of the bytes gives the same answer, in both dialects") {
		check_all_splits<AnthropicReader>(ANTHROPIC_STREAM, 5);
		check_all_splits<OpenAiReader>(OPENAI_STREAM, 0);
	}

	TEST_CASE("a stream whose bytes are changed at random never harms") {
		Rng rng(77);
		for (int round = 0; round < 3'000; round++) {
			const bool is_anthropic = round % 2 == 0;
			std::string stream(is_anthropic ? ANTHROPIC_STREAM : OPENAI_STREAM);
			for (std::uint64_t count = rng.uniform(6); count > 0; count--) {
				stream[rng.uniform(stream.size())] = static_cast<char>(rng.uniform(256));
			}
			ReaderRun<AnthropicReader> anthropic;
			ReaderRun<OpenAiReader> openai;
			is_anthropic ? anthropic.feed(stream) : openai.feed(stream);
			CHECK(is_valid_utf8(anthropic.text + openai.text));
		}
	}

	TEST_CASE("an answer is whole when the model has said why it stopped, and only then") {
		OpenAiReader silent(small_request());
		CHECK(silent.read_event(openai_text("Well")) == Step::progressed);
		CHECK(silent.end() == Step::failed);
		CHECK(silent.take_problem().failure == MindFailure::cut_off);

		OpenAiReader done_too_early(small_request());
		CHECK(last_step(done_too_early, { openai_text("Well"), "[DONE]" }) == Step::failed);

		OpenAiReader without_done(small_request());
		CHECK(last_step(without_done,
					  { openai_text("Well"),
							  R"({"choices":[{"delta":{},"finish_reason":"stop"}]})" }) ==
				Step::nothing);
		CHECK(without_done.end() == Step::finished);
	}

	TEST_CASE("the end by max_output_tokens is told, and spoils a call that it cut") {
		const char *const length = R"({"choices":[{"delta":{},"finish_reason":"length"}]})";
		OpenAiReader words(small_request());
		CHECK(last_step(words, { openai_text("Once upon"), length, "[DONE]" }) == Step::finished);
		CHECK(words.take_answer().cut_short);

		OpenAiReader call(small_request());
		const char *const begun =
				R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{)"
				R"("name":"f","arguments":"{\"x"}}]}}]})";
		CHECK(last_step(call, { begun, length, "[DONE]" }) == Step::failed);
		CHECK(call.take_problem().failure == MindFailure::too_long);
	}

	TEST_CASE("calls are told apart where servers number them alike, or not at all") {
		const auto call_of = [](const char *index, const char *id, const char *arguments) {
			return std::string(R"({"choices":[{"delta":{"tool_calls":[{)") + index + R"("id":")" +
					id + R"(","function":{"name":"f","arguments":)" + arguments + R"(}}]}}]})";
		};
		for (const char *const index : { R"("index":0,)", "" }) {
			CAPTURE(index);
			OpenAiReader reader(small_request());
			CHECK(last_step(reader,
						  { call_of(index, "a", R"("{\"n\":1}")"),
								  call_of(index, "b", R"({"n":2})"),
								  R"({"choices":[{"delta":{},"finish_reason":"tool_calls"}]})",
								  "[DONE]" }) == Step::finished);
			const ModelAnswer answer = reader.take_answer();
			REQUIRE(answer.tool_calls.size() == 2);
			CHECK(answer.tool_calls[0] == ToolCall{ "a", "f", R"({"n":1})" });
			CHECK(answer.tool_calls[1] == ToolCall{ "b", "f", R"({"n":2})" });
		}
	}

	TEST_CASE("a call without arguments has none, and one with nonsense spoils the answer") {
		const char *const begun = R"({"type":"content_block_start","index":0,"content_block":{)"
								  R"("type":"tool_use","id":"a","name":"f"}})";
		const char *const stop = R"({"type":"message_delta","delta":{"stop_reason":"tool_use"}})";
		const char *const end = R"({"type":"message_stop"})";
		AnthropicReader empty(small_request());
		CHECK(last_step(empty, { begun, stop, end }) == Step::finished);
		CHECK(empty.take_answer().tool_calls.at(0).arguments == "{}");

		AnthropicReader nonsense(small_request());
		const char *const delta = R"({"type":"content_block_delta","index":0,"delta":{)"
								  R"("type":"input_json_delta","partial_json":"[1"}})";
		CHECK(last_step(nonsense, { begun, delta, stop, end }) == Step::failed);
		CHECK(nonsense.take_problem().failure == MindFailure::bad_answer);
	}

	TEST_CASE("a model that does not stop is stopped, whether it speaks or thinks") {
		const std::string words = openai_text(std::string(1'000, 'x'));
		const std::string thoughts =
				json({ { "choices",
							 { { { "delta",
									 { { "reasoning_content", std::string(1'000, 'x') } } } } } } })
						.dump();
		for (const std::string &event : { words, thoughts }) {
			OpenAiReader reader(small_request());
			int events = 0;
			while (reader.read_event(event) == Step::progressed) {
				events++;
			}
			CHECK(events == 65);
			CHECK(reader.take_problem().failure == MindFailure::too_long);
		}
	}

	TEST_CASE("an error in the middle of a stream says what it is") {
		const auto failure_of = [](std::string_view type) {
			AnthropicReader reader(small_request());
			const std::string event = json(
					{ { "type", "error" }, { "error", { { "type", type }, { "message", "Oh" } } } })
											  .dump();
			CHECK(reader.read_event(event) == Step::failed);
			return reader.take_problem().failure;
		};
		CHECK(failure_of("overloaded_error") == MindFailure::overloaded);
		CHECK(failure_of("rate_limit_error") == MindFailure::rate_limited);
		CHECK(failure_of("invalid_request_error") == MindFailure::refused);
		CHECK(failure_of("something_new") == MindFailure::overloaded);
		OpenAiReader reader(small_request());
		CHECK(reader.read_event(R"({"error":{"code":500,"message":"no memory"}})") == Step::failed);
		const ModelProblem problem = reader.take_problem();
		CHECK(problem.failure == MindFailure::overloaded);
		CHECK(problem.message.find("no memory") != std::string::npos);
	}

	TEST_CASE("what is no JSON or no UTF-8 is a bad answer") {
		for (const std::string_view data : { R"({"no": JSON)", "{\"type\":\"\xFF\"}", "[DONE]" }) {
			AnthropicReader reader(small_request());
			CHECK(reader.read_event(data) == Step::failed);
			CHECK(reader.take_problem().failure == MindFailure::bad_answer);
		}
		const std::string deep(100'000, '[');
		OpenAiReader reader(small_request());
		CHECK(reader.read_event(deep) == Step::failed);
	}

	TEST_CASE("a whole answer says the same as a stream") {
		AnthropicReader anthropic(small_request());
		CHECK(anthropic.read_whole(R"({"type":"message","content":[{"type":"text","text":"Hi"},{)"
								   R"("type":"tool_use","id":"t","name":"look","input":{"at":1}}],)"
								   R"("stop_reason":"tool_use","usage":)"
								   R"({"input_tokens":3,"output_tokens":4}})") == Step::finished);
		CHECK(anthropic.new_text() == "Hi");
		OpenAiReader openai(small_request());
		CHECK(openai.read_whole(
					  R"({"choices":[{"message":{"role":"assistant","content":"Hi",)"
					  R"("tool_calls":[{"id":"t","type":"function","function":{"name":"look",)"
					  R"("arguments":"{\"at\":1}"}}]},"finish_reason":"tool_calls"}],"usage":{)"
					  R"("prompt_tokens":3,"completion_tokens":4}})") == Step::finished);
		const ModelAnswer one = anthropic.take_answer();
		const ModelAnswer other = openai.take_answer();
		CHECK(one.text == other.text);
		CHECK(one.tool_calls == other.tool_calls);
		CHECK(one.usage == other.usage);
		CHECK(one.usage.input_tokens == 3);
		OpenAiReader page(small_request());
		CHECK(page.read_whole(R"({"hello":"world"})") == Step::failed);
		CHECK(page.take_problem().failure == MindFailure::bad_answer);
	}
}

TEST_SUITE("Questions to models") {
	TEST_CASE("a conversation with tools is said as each dialect wants it") {
		ModelRequest request = small_request();
		request.system = "You are Ada.";
		request.temperature = 0.5;
		request.tools.push_back({ "look", "Looks around.", { { "type", "object" } } });
		using Role = ModelMessage::Role;
		request.messages = {
			{ Role::user, "Where is the door?", {}, "", false },
			{ Role::assistant, "", { { "a", "look", R"({"n":1})" }, { "b", "look", "{}" } }, "",
					false },
			{ Role::tool, "a wall", {}, "a", false },
			{ Role::tool, "too dark", {}, "b", true },
			{ Role::user, "Well?", {}, "", false },
		};
		const json anthropic = json::parse(anthropic_body(request).value());
		CHECK(anthropic.at("max_tokens") == 100);
		CHECK(anthropic.at("system").at(0).at("text") == "You are Ada.");
		CHECK(anthropic.at("stream") == true);
		CHECK(anthropic.at("tools").at(0).at("input_schema").at("type") == "object");
		const json &turns = anthropic.at("messages");
		REQUIRE(turns.size() == 3);
		CHECK(turns.at(1).at("content").at(0).at("input").at("n") == 1);
		CHECK(turns.at(2).at("role") == "user");
		CHECK(turns.at(2).at("content").at(0).at("tool_use_id") == "a");
		CHECK(turns.at(2).at("content").at(1).at("is_error") == true);
		CHECK(turns.at(2).at("content").at(2).at("text") == "Well?");

		const json openai = json::parse(openai_body(request, false).value());
		CHECK(openai.at("max_tokens") == 100);
		CHECK(openai.at("stream_options").at("include_usage") == true);
		CHECK(openai.at("temperature") == 0.5);
		CHECK(openai.at("messages").size() == 6);
		CHECK(openai.at("messages").at(0).at("role") == "system");
		CHECK(openai.at("messages").at(2).at("tool_calls").at(0).at("function").at("arguments") ==
				R"({"n":1})");
		CHECK(openai.at("messages").at(4).at("tool_call_id") == "b");
		CHECK(json::parse(openai_body(request, true).value()).at("max_completion_tokens") == 100);
	}

	TEST_CASE("Anthropic's API is asked to store what stays the same, and nothing else") {
		const json point = { { "type", "ephemeral" } };
		const auto points_in = [](const json &body) {
			const std::string text = body.dump();
			std::size_t count = 0;
			for (std::size_t at = text.find("cache_control"); at != std::string::npos;
					at = text.find("cache_control", at + 1)) {
				count++;
			}
			return count;
		};
		ModelRequest request = small_request();
		CHECK(points_in(json::parse(anthropic_body(request).value())) == 0);
		request.system = "You are Ada.";
		const json with_system = json::parse(anthropic_body(request).value());
		CHECK(points_in(with_system) == 1);
		CHECK(with_system.at("system").at(0).at("cache_control") == point);
		request.tools.push_back({ "look", "Looks around.", { { "type", "object" } } });
		request.tools.push_back({ "wait", "Does nothing.", { { "type", "object" } } });
		const json with_tools = json::parse(anthropic_body(request).value());
		CHECK(points_in(with_tools) == 2);
		CHECK(with_tools.at("tools").at(1).at("cache_control") == point);
		request.system.clear();
		CHECK(points_in(json::parse(anthropic_body(request).value())) == 1);
		CHECK(points_in(json::parse(openai_body(request, true).value())) == 0);
	}

	TEST_CASE("text that is not UTF-8 is not sent") {
		ModelRequest request = small_request();
		request.system = "\xFF";
		CHECK_FALSE(anthropic_body(request).ok());
		CHECK_FALSE(openai_body(request, false).ok());
	}
}

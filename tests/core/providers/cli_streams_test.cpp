#include "core/base/rng.h"
#include "core/providers/claude_stream.h"
#include "core/providers/codex_stream.h"
#include "core/providers/json_lines.h"

#include "cli_samples.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// Everything that a stream reads from the lines of a text.
struct HeardOfCli {
	std::string text;
	int progress = 0;
	std::optional<CliEnd> end;

	const ModelAnswer &answer() const { return std::get<ModelAnswer>(end.value()); }
	const ModelProblem &problem() const { return std::get<ModelProblem>(end.value()); }
};

template <typename STREAM>
HeardOfCli read_cli(const std::string &text) {
	STREAM stream;
	HeardOfCli heard;
	JsonLines lines(1'000'000);
	const Status fed = lines.feed(text, [&](std::string_view line) {
		CliNews news = stream.read(json::parse(line));
		heard.text += news.text;
		heard.progress += news.progressed ? 1 : 0;
		heard.end = std::move(news.end);
		return !heard.end.has_value();
	});
	CHECK(fed.ok());
	return heard;
}

// The failure of a run that the API ended with this closing line.
MindFailure failure_of_claude(const json &closing) {
	ClaudeStream stream;
	json line = { { "type", "result" }, { "is_error", true }, { "subtype", "success" } };
	line.update(closing);
	return std::get<ModelProblem>(stream.read(line).end.value()).failure;
}

// The same text, divided at random.
std::vector<std::string> random_parts(const std::string &text, Rng &rng) {
	std::vector<std::string> parts;
	for (std::size_t at = 0; at < text.size(); at += parts.back().size()) {
		parts.push_back(text.substr(at, 1 + rng.uniform(17)));
	}
	return parts;
}

std::vector<std::string> lines_of_parts(const std::vector<std::string> &parts, std::string &error) {
	JsonLines lines(40);
	std::vector<std::string> found;
	const JsonLines::OnLine keep = [&found](std::string_view line) {
		found.emplace_back(line);
		return true;
	};
	for (const std::string &part : parts) {
		const Status fed = lines.feed(part, keep);
		if (!fed.ok()) {
			error = fed.to_string();
		}
	}
	lines.finish(keep);
	return found;
}

} // namespace

TEST_SUITE("JsonLines") {
	TEST_CASE("any split of the bytes gives the same lines") {
		const std::string text = "one\r\n\n  \ntwo äöü\n{\"three\":3}\nlast without end";
		std::string error;
		const std::vector<std::string> whole = lines_of_parts({ text }, error);
		CHECK(whole ==
				std::vector<std::string>{
						"one\r", "two äöü", "{\"three\":3}", "last without end" });
		Rng rng(5);
		for (int i = 0; i < 500; i++) {
			CHECK(lines_of_parts(random_parts(text, rng), error) == whole);
		}
		CHECK(error.empty());
	}

	TEST_CASE("a line that is too long ends it after the same line, however it is split") {
		const std::string text = "one\ntwo\n" + std::string(41, 'x') + "\nthree\n";
		Rng rng(6);
		for (int i = 0; i < 200; i++) {
			std::string error;
			CHECK(lines_of_parts(random_parts(text, rng), error) ==
					std::vector<std::string>{ "one", "two" });
			CHECK(error == "exhausted: a line is longer than 40 bytes");
		}
		std::string error;
		CHECK(lines_of_parts({ std::string(40, 'x') + "\n" }, error).size() == 1);
		CHECK(error.empty());
	}
}

TEST_SUITE("ClaudeStream") {
	TEST_CASE("a turn is heard word by word, and its closing line says what it cost") {
		const HeardOfCli heard = read_cli<ClaudeStream>(CLAUDE_TURN);
		CHECK(heard.text == "Grüß Gott 🥖.");
		CHECK(heard.progress == 3);
		CHECK(heard.answer().text == "Grüß Gott 🥖.");
		CHECK(!heard.answer().cut_short);
		const Usage usage = heard.answer().usage;
		CHECK(usage.input_tokens == 38);
		CHECK(usage.cached_tokens == 10);
		CHECK(usage.output_tokens == 12);
		CHECK(usage.cost == Money{ 258 });
	}

	TEST_CASE("without partial messages the words come with the message") {
		const HeardOfCli heard = read_cli<ClaudeStream>(
				R"({"type":"assistant","message":{"content":[{"type":"text","text":"Good "},)"
				R"({"type":"tool_use"},{"type":"text","text":"day"}]}}
)"
				R"({"type":"result","subtype":"success","is_error":false,"result":"Good day",)"
				R"("stop_reason":"max_tokens"}
)");
		CHECK(heard.text == "Good day");
		CHECK(heard.answer().cut_short);
		CHECK(!heard.answer().usage.cost.has_value());
	}

	TEST_CASE("the words of an error are never words of the answer") {
		const HeardOfCli heard = read_cli<ClaudeStream>(CLAUDE_LIMITED);
		CHECK(heard.text.empty());
		CHECK(heard.progress == 0);
		CHECK(heard.problem().failure == MindFailure::rate_limited);
		CHECK(heard.problem().message == "API Error: Request rejected (429)");
	}

	TEST_CASE("an answer that is cut short ends the turn before the program asks again") {
		const std::size_t stop = CLAUDE_TURN.find(R"({"type":"assistant")");
		const HeardOfCli heard = read_cli<ClaudeStream>(CLAUDE_TURN.substr(0, stop) +
				R"({"type":"stream_event","event":{"type":"message_delta",)"
				R"("delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":9}}}
)");
		CHECK(heard.answer().text == "Grüß Gott 🥖.");
		CHECK(heard.answer().cut_short);
		CHECK(heard.answer().usage.input_tokens == 38);
		CHECK(heard.answer().usage.output_tokens == 9);
	}

	TEST_CASE("a cost is rounded up, and what floating point adds is no cost") {
		const auto cost = [](double dollars) {
			ClaudeStream stream;
			stream.read({ { "type", "result" }, { "total_cost_usd", dollars } });
			return stream.usage().cost.value().micro_dollars;
		};
		CHECK(cost(0.0) == 0);
		CHECK(cost(0.000492) == 492);
		CHECK(cost(0.00049200000000000003) == 492);
		CHECK(cost(0.0004921) == 493);
		CHECK(cost(1.5) == 1'500'000);
	}

	TEST_CASE("what a helper of the model's says is not the answer") {
		const HeardOfCli heard =
				read_cli<ClaudeStream>(R"({"type":"assistant","parent_tool_use_id":"t1",)"
									   R"("message":{"content":[{"type":"text","text":"inner"}]}}
)");
		CHECK(heard.text.empty());
		CHECK(heard.progress == 1);
	}

	TEST_CASE("failures are told apart") {
		CHECK(failure_of_claude({ { "api_error_status", 401 } }) == MindFailure::refused);
		CHECK(failure_of_claude({ { "api_error_status", 404 } }) == MindFailure::unknown_model);
		CHECK(failure_of_claude({ { "api_error_status", 413 } }) == MindFailure::refused);
		CHECK(failure_of_claude({ { "api_error_status", 529 } }) == MindFailure::overloaded);
		CHECK(failure_of_claude({ { "subtype", "error_max_turns" } }) == MindFailure::tool_loop);
		CHECK(failure_of_claude({ { "subtype", "error_max_budget_usd" } }) ==
				MindFailure::budget_exhausted);
		CHECK(failure_of_claude({ { "subtype", "something_new" } }) == MindFailure::program_failed);
		const auto after = [](const char *error, const char *detail) {
			ClaudeStream stream;
			stream.read({ { "type", "assistant" }, { "error", error }, { "api_error", detail } });
			return std::get<ModelProblem>(
					stream.read({ { "type", "result" }, { "is_error", true } }).end.value())
					.failure;
		};
		CHECK(after("authentication_failed", "") == MindFailure::misconfigured);
		CHECK(after("server_error", "connection_failed") == MindFailure::unreachable);
		CHECK(after("billing_error", "") == MindFailure::refused);
		ClaudeStream broken;
		broken.read(
				{ { "type", "stream_event" }, { "event", { { "type", "content_block_delta" } } } });
		broken.read({ { "type", "assistant" }, { "error", "server_error" },
				{ "api_error", "connection_failed" } });
		CHECK(std::get<ModelProblem>(
					  broken.read({ { "type", "result" }, { "is_error", true } }).end.value())
						.failure == MindFailure::cut_off);
	}

	TEST_CASE("whatever the lines hold, nothing breaks") {
		for (const char *const text : { R"({"type":1})", R"({"type":"result"})",
					 R"({"type":"stream_event","event":[]})", R"({"type":"assistant","message":7})",
					 R"({"type":"result","subtype":"success","total_cost_usd":1e300,"usage":[1]})",
					 R"({"type":"result","subtype":"success","usage":{"input_tokens":-5}})",
					 R"({"type":"stream_event","event":{"type":"content_block_delta"}})" }) {
			ClaudeStream claude;
			CodexStream codex;
			const CliNews news = claude.read(json::parse(text));
			CHECK(claude.usage().input_tokens == 0);
			CHECK(!claude.usage().cost.has_value());
			CHECK(news.text.empty());
			CHECK(!codex.read(json::parse(text)).end.has_value());
		}
	}
}

TEST_SUITE("CodexStream") {
	TEST_CASE("a turn is heard message by message, and its closing line says what it used") {
		const HeardOfCli heard = read_cli<CodexStream>(CODEX_TURN);
		CHECK(heard.text == "Grüß Gott 🥖.");
		CHECK(heard.progress == 2);
		CHECK(heard.answer().text == heard.text);
		CHECK(heard.answer().usage.input_tokens == 30);
		CHECK(heard.answer().usage.cached_tokens == 5);
		CHECK(heard.answer().usage.output_tokens == 7);
		CHECK(!heard.answer().usage.cost.has_value());
	}

	TEST_CASE("several messages are one answer") {
		const HeardOfCli heard = read_cli<CodexStream>(
				R"({"type":"item.completed","item":{"type":"agent_message","text":"One."}}
{"type":"item.completed","item":{"type":"agent_message","text":"Two."}}
{"type":"turn.completed"}
)");
		CHECK(heard.text == "One.\n\nTwo.");
		CHECK(heard.answer().text == heard.text);
	}

	TEST_CASE("a turn that fails says why, and trying again is no failure yet") {
		const HeardOfCli heard = read_cli<CodexStream>(CODEX_REFUSED);
		CHECK(heard.text.empty());
		CHECK(heard.problem().failure == MindFailure::refused);
		const HeardOfCli silent = read_cli<CodexStream>(
				R"({"type":"error","message":"Reconnecting... Connection failed: lost"}
{"type":"turn.failed"}
)");
		CHECK(silent.problem().failure == MindFailure::unreachable);
	}

	TEST_CASE("failures are told apart by their words") {
		CHECK(failure_in_words("exceeded retry limit, last status: 429 Too Many Requests") ==
				MindFailure::rate_limited);
		CHECK(failure_in_words("unexpected status 404 Not Found: x") == MindFailure::unknown_model);
		CHECK(failure_in_words("unexpected status 503 Service Unavailable") ==
				MindFailure::overloaded);
		CHECK(failure_in_words("We're currently experiencing high demand") ==
				MindFailure::overloaded);
		CHECK(failure_in_words("something else") == MindFailure::program_failed);
	}
}

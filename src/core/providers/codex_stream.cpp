#include "core/providers/codex_stream.h"

#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

struct TellingWords {
	std::string_view words;
	MindFailure failure;
};

// The first match decides. Status codes come before descriptions.
constexpr std::array<TellingWords, 19> TELLING_WORDS = { {
		{ "status 401", MindFailure::refused },
		{ "status: 401", MindFailure::refused },
		{ "status 403", MindFailure::refused },
		{ "status 404", MindFailure::unknown_model },
		{ "status 429", MindFailure::rate_limited },
		{ "status: 429", MindFailure::rate_limited },
		{ "usage limit", MindFailure::rate_limited },
		{ "quota", MindFailure::rate_limited },
		{ "status 400", MindFailure::refused },
		{ "status 5", MindFailure::overloaded },
		{ "status: 5", MindFailure::overloaded },
		{ "high demand", MindFailure::overloaded },
		{ "at capacity", MindFailure::overloaded },
		{ "stream disconnected", MindFailure::cut_off },
		{ "stream closed", MindFailure::cut_off },
		{ "Connection failed", MindFailure::unreachable },
		{ "error sending request", MindFailure::unreachable },
		{ "context window", MindFailure::too_long },
		{ "Missing environment variable", MindFailure::misconfigured },
} };

} // namespace

MindFailure failure_in_words(std::string_view words) {
	const auto *const found = std::find_if(
			TELLING_WORDS.begin(), TELLING_WORDS.end(), [words](const TellingWords &each) {
				return words.find(each.words) != std::string_view::npos;
			});
	return found != TELLING_WORDS.end() ? found->failure : MindFailure::program_failed;
}

CliNews CodexStream::read(const json &line) {
	CliNews news;
	const std::string_view type = text_member(line, "type");
	if (type == "item.completed" || type == "item.started" || type == "item.updated") {
		if (const json *const item = member(line, "item")) {
			const bool whole = type == "item.completed";
			news.progressed = text_member(*item, "type") != "error";
			if (whole) {
				read_item(*item, news);
			}
		}
	} else if (type == "turn.completed") {
		read_completed(line, news);
	} else if (type == "turn.failed") {
		read_failed(line, news);
	} else if (type == "error") {
		// This is not the end yet: the program may retry by itself.
		last_error_ = text_member(line, "message");
	}
	return news;
}

void CodexStream::read_item(const json &item, CliNews &news) {
	if (text_member(item, "type") != "agent_message") {
		return;
	}
	const std::string_view words = text_member(item, "text");
	if (!words.empty()) {
		news.text = (text_.empty() ? "" : "\n\n") + std::string(words);
		text_ += news.text;
	}
}

void CodexStream::read_completed(const json &line, CliNews &news) {
	if (const json *const usage = member(line, "usage")) {
		usage_.input_tokens = count_member(*usage, "input_tokens");
		usage_.cached_tokens = count_member(*usage, "cached_input_tokens");
		usage_.output_tokens = count_member(*usage, "output_tokens");
	}
	ModelAnswer answer;
	answer.text = text_;
	answer.usage = usage_;
	news.end = std::move(answer);
}

void CodexStream::read_failed(const json &line, CliNews &news) const {
	const json *const error = member(line, "error");
	std::string words(error != nullptr ? text_member(*error, "message") : std::string_view());
	if (words.empty()) {
		words = last_error_;
	}
	ModelProblem problem;
	problem.failure = failure_in_words(words);
	problem.message = std::move(words);
	problem.usage = usage_;
	news.end = std::move(problem);
}

} // namespace agent_runtime

#include "core/providers/claude_stream.h"

#include "core/providers/claude_lines.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

struct NamedFailure {
	std::string_view name;
	MindFailure failure;
};

// Values of `error` in an assistant's line.
constexpr std::array<NamedFailure, 8> CLAUDE_ERRORS = { {
		{ "authentication_failed", MindFailure::misconfigured },
		{ "oauth_org_not_allowed", MindFailure::refused },
		{ "billing_error", MindFailure::refused },
		{ "rate_limit", MindFailure::rate_limited },
		{ "invalid_request", MindFailure::refused },
		{ "model_not_found", MindFailure::unknown_model },
		{ "server_error", MindFailure::overloaded },
		{ "max_output_tokens", MindFailure::too_long },
} };

// Values of `subtype` in a result.
constexpr std::array<NamedFailure, 4> CLAUDE_SUBTYPES = { {
		{ "error_max_turns", MindFailure::tool_loop },
		{ "error_max_budget_usd", MindFailure::budget_exhausted },
		{ "error_max_structured_output_retries", MindFailure::bad_answer },
		{ "error_during_execution", MindFailure::program_failed },
} };

template <std::size_t SIZE>
std::optional<MindFailure> find_failure(
		const std::array<NamedFailure, SIZE> &table, std::string_view name) {
	const auto *const found = std::find_if(table.begin(), table.end(),
			[name](const NamedFailure &each) { return each.name == name; });
	return found != table.end() ? std::optional(found->failure) : std::nullopt;
}

std::optional<MindFailure> failure_of_http(std::int64_t status) {
	if (status == 404) {
		return MindFailure::unknown_model;
	}
	if (status == 429) {
		return MindFailure::rate_limited;
	}
	if (status == 408 || status >= 500) {
		return MindFailure::overloaded;
	}
	return status >= 400 ? std::optional(MindFailure::refused) : std::nullopt;
}

} // namespace

CliNews ClaudeStream::read(const json &line) {
	CliNews news;
	const std::string_view type = text_member(line, "type");
	if (type == "result") {
		read_result(line, news);
	} else if (is_from_claude_helper(line)) {
		news.progressed = true;
	} else if (type == "stream_event") {
		if (const json *const event = member(line, "event")) {
			read_event(*event, news);
		}
	} else if (type == "assistant") {
		read_assistant(line, news);
	}
	return news;
}

void ClaudeStream::read_event(const json &event, CliNews &news) {
	const std::string_view type = text_member(event, "type");
	if (type == "message_start") {
		streamed_ = false;
		text_.clear();
		const json *const message = member(event, "message");
		const json *const usage = message != nullptr ? member(*message, "usage") : nullptr;
		if (usage != nullptr) {
			usage_ = claude_usage(*usage);
		}
	} else if (type == "content_block_delta") {
		news.progressed = true;
		spoke_ = true;
		const json *const delta = member(event, "delta");
		if (delta != nullptr && text_member(*delta, "type") == "text_delta") {
			news.text = text_member(*delta, "text");
			streamed_ = streamed_ || !news.text.empty();
			text_ += news.text;
		}
	} else if (type == "message_delta") {
		read_stop(event, news);
	}
}

void ClaudeStream::read_stop(const json &event, CliNews &news) {
	if (const json *const usage = member(event, "usage")) {
		usage_.output_tokens = count_member(*usage, "output_tokens");
	}
	const json *const delta = member(event, "delta");
	if (delta != nullptr && text_member(*delta, "stop_reason") == "max_tokens") {
		ModelAnswer answer;
		answer.text = text_;
		answer.usage = usage_;
		answer.cut_short = true;
		news.end = std::move(answer);
	}
}

void ClaudeStream::read_assistant(const json &line, CliNews &news) {
	const std::string_view error = text_member(line, "error");
	const json *const message = member(line, "message");
	if (!error.empty()) {
		error_ = error;
		error_detail_ = text_member(line, "api_error");
		return;
	}
	if (message == nullptr || text_member(*message, "model") == "<synthetic>") {
		return;
	}
	// With partial messages, the words have already come.
	if (!streamed_) {
		news.text = claude_words(*message);
		news.progressed = !news.text.empty();
	}
}

void ClaudeStream::read_result(const json &line, CliNews &news) {
	if (const json *const usage = member(line, "usage")) {
		usage_ = claude_usage(*usage);
	}
	usage_.cost = claude_cost(line);
	const json *const is_error = member(line, "is_error");
	const bool failed = is_error != nullptr && is_error->is_boolean() && is_error->get<bool>();
	if (failed || text_member(line, "subtype") != "success") {
		news.end = problem_of(line);
		return;
	}
	ModelAnswer answer;
	answer.text = text_member(line, "result");
	answer.usage = usage_;
	answer.cut_short = text_member(line, "stop_reason") == "max_tokens";
	news.end = std::move(answer);
}

ModelProblem ClaudeStream::problem_of(const json &result) const {
	ModelProblem problem;
	problem.failure = MindFailure::program_failed;
	const std::optional<MindFailure> by_status =
			failure_of_http(count_member(result, "api_error_status"));
	const std::optional<MindFailure> by_error = find_failure(CLAUDE_ERRORS, error_);
	const std::optional<MindFailure> by_subtype =
			find_failure(CLAUDE_SUBTYPES, text_member(result, "subtype"));
	if (error_detail_ == "connection_failed") {
		problem.failure = spoke_ ? MindFailure::cut_off : MindFailure::unreachable;
	} else if (by_status.has_value()) {
		problem.failure = *by_status;
	} else if (by_error.has_value()) {
		problem.failure = *by_error;
	} else if (by_subtype.has_value()) {
		problem.failure = *by_subtype;
	}
	problem.message = claude_error_words(result);
	problem.usage = usage_;
	return problem;
}

} // namespace agent_runtime

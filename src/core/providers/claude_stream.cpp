#include "core/providers/claude_stream.h"

#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr double MOST_DOLLARS = 1e6; // for one turn; more is a mistake
// A price such as 0.000492 arrives slightly larger or smaller, and must not be rounded up.
constexpr double LEAST_DOLLARS = 1e-9;

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

std::optional<Money> cost_of(const json &result) {
	const json *const cost = member(result, "total_cost_usd");
	if (cost == nullptr || !cost->is_number()) {
		return std::nullopt;
	}
	const double dollars = cost->get<double>();
	return dollars >= 0.0 && dollars <= MOST_DOLLARS
			? std::optional(Money::of_dollars(std::max(dollars - LEAST_DOLLARS, 0.0)))
			: std::nullopt;
}

Usage usage_of(const json &usage) {
	Usage read;
	read.cached_tokens = count_member(usage, "cache_read_input_tokens");
	read.cache_write_tokens = count_member(usage, "cache_creation_input_tokens");
	read.input_tokens =
			count_member(usage, "input_tokens") + read.cache_write_tokens + read.cached_tokens;
	read.output_tokens = count_member(usage, "output_tokens");
	return read;
}

// All the text in an assistant's message.
std::string words_in(const json &message) {
	std::string text;
	const json *const content = member(message, "content");
	if (content != nullptr && content->is_array()) {
		for (const json &block : *content) {
			if (text_member(block, "type") == "text") {
				text += text_member(block, "text");
			}
		}
	}
	return text;
}

// The text of an error: the result itself, else the list of what went wrong.
std::string words_of_error(const json &result) {
	std::string words(text_member(result, "result"));
	const json *const errors = member(result, "errors");
	if (words.empty() && errors != nullptr && errors->is_array()) {
		for (const json &error : *errors) {
			if (error.is_string()) {
				words += (words.empty() ? "" : "; ") + error.get_ref<const std::string &>();
			}
		}
	}
	return words.empty() ? std::string(text_member(result, "subtype")) : words;
}

// What one of the model's helpers says is not the answer.
bool is_from_helper(const json &line) {
	const json *const parent = member(line, "parent_tool_use_id");
	return parent != nullptr && !parent->is_null();
}

} // namespace

CliNews ClaudeStream::read(const json &line) {
	CliNews news;
	const std::string_view type = text_member(line, "type");
	if (type == "result") {
		read_result(line, news);
	} else if (is_from_helper(line)) {
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
			usage_ = usage_of(*usage);
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
		news.text = words_in(*message);
		news.progressed = !news.text.empty();
	}
}

void ClaudeStream::read_result(const json &line, CliNews &news) {
	if (const json *const usage = member(line, "usage")) {
		usage_ = usage_of(*usage);
	}
	usage_.cost = cost_of(line);
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
	problem.message = words_of_error(result);
	problem.usage = usage_;
	return problem;
}

} // namespace agent_runtime

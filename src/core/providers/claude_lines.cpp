#include "core/providers/claude_lines.h"

#include "core/providers/json_peek.h"

#include <algorithm>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr double MOST_DOLLARS = 1e6; // for one turn; more is a mistake
// A price such as 0.000492 arrives slightly larger or smaller, and must not be rounded up.
constexpr double LEAST_DOLLARS = 1e-9;

std::optional<double> dollars_in(const json &object, const char *name) {
	const json *const found = member(object, name);
	if (found == nullptr || !found->is_number()) {
		return std::nullopt;
	}
	const double dollars = found->get<double>();
	return dollars >= 0.0 && dollars <= MOST_DOLLARS ? std::optional(dollars) : std::nullopt;
}

Money money_of(double dollars) {
	return Money::of_dollars(std::max(dollars - LEAST_DOLLARS, 0.0));
}

} // namespace

std::optional<Money> claude_cost(const json &result) {
	const std::optional<double> dollars = dollars_in(result, "total_cost_usd");
	return dollars ? std::optional(money_of(*dollars)) : std::nullopt;
}

std::optional<Money> claude_cost_since_last(const json &result) {
	const json *const models = member(result, "model_usage_since_last_result");
	if (models == nullptr || !models->is_object()) {
		return std::nullopt;
	}
	double sum = 0.0;
	for (const json &model : *models) {
		sum += dollars_in(model, "costUSD").value_or(0.0);
	}
	return money_of(sum);
}

Usage claude_usage(const json &usage) {
	Usage read;
	read.cached_tokens = count_member(usage, "cache_read_input_tokens");
	read.cache_write_tokens = count_member(usage, "cache_creation_input_tokens");
	read.input_tokens =
			count_member(usage, "input_tokens") + read.cache_write_tokens + read.cached_tokens;
	read.output_tokens = count_member(usage, "output_tokens");
	return read;
}

std::string claude_words(const json &message) {
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

std::string claude_error_words(const json &result) {
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

bool is_from_claude_helper(const json &line) {
	const json *const parent = member(line, "parent_tool_use_id");
	return parent != nullptr && !parent->is_null();
}

} // namespace agent_runtime

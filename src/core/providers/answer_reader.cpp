#include "core/providers/answer_reader.h"

#include "core/base/field_problem.h"
#include "core/base/json_io.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::size_t LONGEST_TOKEN = 32; // more bytes than any token has
constexpr std::size_t LEAST_LIMIT = 65'536;
constexpr std::size_t MOST_LIMIT = 4'194'304;
constexpr std::size_t MOST_CALLS = 128;

// Twice what the most tokens could come to. A provider that ignores the limit is cut off.
std::size_t longest_answer(std::int64_t max_output_tokens) {
	const std::size_t tokens =
			static_cast<std::size_t>(std::clamp<std::int64_t>(max_output_tokens, 0, 1'000'000));
	return std::clamp(tokens * LONGEST_TOKEN, LEAST_LIMIT, MOST_LIMIT);
}

} // namespace

AnswerReader::AnswerReader(const ModelRequest &request) :
		model_(request.model),
		longest_(longest_answer(request.max_output_tokens)) {}

AnswerReader::Step AnswerReader::read_event(std::string_view data) {
	text_before_ = answer_.text.size();
	json event = json::parse(data.begin(), data.end(), nullptr, false);
	return event.is_discarded() ? read_other(data) : read_event_json(event);
}

AnswerReader::Step AnswerReader::read_other(std::string_view data) {
	return fail(MindFailure::bad_answer,
			is_valid_utf8(data)
					? "a part of its answer is no JSON; see that base_url leads to a model's API"
					: "a part of its answer is not UTF-8; see that base_url leads to a model's "
					  "API");
}

AnswerReader::Step AnswerReader::read_whole(std::string_view body) {
	text_before_ = answer_.text.size();
	Result<json> parsed = parse_json(body);
	if (!parsed.ok()) {
		return fail(MindFailure::bad_answer,
				"its answer is no JSON that can be read; see that base_url leads to a model's API");
	}
	const Step step = read_whole_json(parsed.value());
	return step == Step::failed ? step : finish();
}

AnswerReader::Step AnswerReader::end() {
	text_before_ = answer_.text.size();
	if (is_stopped_) {
		return finish();
	}
	return fail(MindFailure::cut_off, "the answer ended in the middle; ask again");
}

AnswerReader::Step AnswerReader::grow(std::size_t bytes) {
	size_ += bytes;
	if (size_ <= longest_) {
		return Step::progressed;
	}
	return fail(MindFailure::too_long,
			"its answer passed " + std::to_string(longest_) +
					" bytes and was stopped; ask for less, or set max_output_tokens higher");
}

AnswerReader::Step AnswerReader::add_text(std::string_view text) {
	answer_.text += text;
	return grow(text.size());
}

AnswerReader::Step AnswerReader::add_unseen(std::string_view text) {
	return grow(text.size());
}

AnswerReader::Step AnswerReader::begin_call(
		std::int64_t number, std::string_view id, std::string_view name) {
	if (calls_.size() >= MOST_CALLS) {
		return fail(MindFailure::too_long,
				"its answer has more than " + std::to_string(MOST_CALLS) +
						" tool calls; give it fewer tools, or ask for less");
	}
	Call &made = calls_.emplace_back();
	made.number = number;
	made.call.id = id.empty() ? "call_" + std::to_string(calls_.size()) : std::string(id);
	made.call.name = name;
	return grow(id.size() + name.size());
}

AnswerReader::Step AnswerReader::add_arguments(ToolCall &call, std::string_view part) {
	call.arguments += part;
	return grow(part.size());
}

ToolCall *AnswerReader::find_call(std::int64_t number) {
	const auto found = std::find_if(calls_.rbegin(), calls_.rend(),
			[&](const Call &each) { return each.number == number; });
	return found != calls_.rend() ? &found->call : nullptr;
}

AnswerReader::Step AnswerReader::finish() {
	for (Call &each : calls_) {
		ToolCall &call = each.call;
		if (call.arguments.empty()) {
			call.arguments = "{}";
		}
		const Result<json> arguments = parse_json(call.arguments);
		if (arguments.ok() && arguments.value().is_object() && !call.name.empty()) {
			continue;
		}
		if (answer_.cut_short) {
			return fail(MindFailure::too_long,
					"its answer reached max_output_tokens within a call of the tool '" +
							shown_name(call.name) + "'; set max_output_tokens higher");
		}
		return fail(MindFailure::bad_answer,
				"it calls the tool '" + shown_name(call.name) +
						"' with arguments that are no JSON object; try another model");
	}
	for (Call &each : calls_) {
		answer_.tool_calls.push_back(std::move(each.call));
	}
	calls_.clear();
	return Step::finished;
}

AnswerReader::Step AnswerReader::fail(MindFailure failure, std::string message) {
	problem_.failure = failure;
	problem_.message = std::move(message);
	return Step::failed;
}

ModelProblem AnswerReader::take_problem() {
	problem_.usage = answer_.usage;
	return std::move(problem_);
}

} // namespace agent_runtime

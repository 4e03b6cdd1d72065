#include "core/built_in/offline_deeds.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/built_in/offline_words.h"
#include "core/mind/argument_check.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

// How the offline mind uses tools.

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t MOST_TOOL_CALLS = 4; // in one thought
constexpr std::size_t LONGEST_OUTCOME = 300; // in bytes
constexpr double USUAL_RANGE = 10.0;

std::string in_lower_letters(std::string_view text) {
	std::string lower(text);
	std::transform(lower.begin(), lower.end(), lower.begin(),
			[](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
	return lower;
}

bool is_part_of_word(const std::string &text, std::size_t at) {
	return at < text.size() &&
			(std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

// Where a name stands as a whole word in a text in lower case; npos: nowhere.
std::size_t place_of_name(const std::string &text, const std::string &name) {
	std::size_t at = text.find(name);
	while (at != std::string::npos &&
			((at > 0 && is_part_of_word(text, at - 1)) ||
					is_part_of_word(text, at + name.size()))) {
		at = text.find(name, at + 1);
	}
	return at;
}

// Finds "look_up", or "look up" in plain words.
std::size_t place_of_tool(const std::string &text, const std::string &tool) {
	const std::string name = in_lower_letters(tool);
	const std::size_t at = place_of_name(text, name);
	std::string spoken = name;
	std::replace_if(
			spoken.begin(), spoken.end(), [](char each) { return each == '_' || each == '-'; },
			' ');
	const bool has_parts = spoken != name;
	return at == std::string::npos && has_parts ? place_of_name(text, spoken) : at;
}

// The texts that may ask for tools: the task, what a player has said, and once in a talk the topic.
std::string instructions(const MindRequest &request, Rng &rng) {
	std::string text;
	if (request.answer_to.is_none()) {
		text = request.task ? request.task->name + ". " + request.task->description : "";
	} else if (request.answer_to.is_player()) {
		const auto said = std::find_if(request.last_lines.rbegin(), request.last_lines.rend(),
				[&](const RememberedLine &line) { return line.sender == request.answer_to; });
		text = said != request.last_lines.rend() ? said->content : "";
	}
	const bool is_time_for_topic = request.turn == 1 || (request.turn == 0 && rng.chance(0.2));
	if (text.empty() && is_time_for_topic) {
		text = request.topic;
	}
	return text;
}

std::vector<double> numbers_in(std::string_view text) {
	std::vector<double> numbers;
	std::size_t i = 0;
	while (i < text.size()) {
		double number = 0.0;
		const bool begins = i == 0 || !is_letter_of_word(text[i - 1]);
		const std::from_chars_result read =
				std::from_chars(text.data() + i, text.data() + text.size(), number);
		if (begins && read.ec == std::errc() && std::isfinite(number)) {
			numbers.push_back(number);
			i = static_cast<std::size_t>(read.ptr - text.data());
		} else {
			++i;
		}
	}
	return numbers;
}

std::optional<json> number_for(const json &schema, std::string_view text, Rng &rng) {
	const bool is_whole = schema.value("type", "") == "integer";
	const double lowest =
			schema.value("minimum", std::min(0.0, schema.value("maximum", 0.0) - USUAL_RANGE));
	const double highest = schema.value("maximum", lowest + USUAL_RANGE);
	for (const double number : numbers_in(text)) {
		const bool fits = number >= schema.value("minimum", number) &&
				number <= schema.value("maximum", number) &&
				(!is_whole || std::floor(number) == number);
		if (fits && std::abs(number) < 1e15) {
			return is_whole ? json(static_cast<std::int64_t>(number)) : json(number);
		}
	}
	const double first = std::ceil(lowest);
	const double last = std::floor(highest);
	if (first > last || std::abs(first) > 1e15 || std::abs(last) > 1e15) {
		return is_whole ? std::nullopt : std::optional(json(lowest));
	}
	const std::int64_t number =
			rng.between(static_cast<std::int64_t>(first), static_cast<std::int64_t>(last));
	return is_whole ? json(number) : json(static_cast<double>(number));
}

// The text in quotes, else what the text is about, else all of it.
std::string text_for(std::string_view text) {
	const std::size_t open = text.find('"');
	const std::size_t close =
			open != std::string_view::npos ? text.find('"', open + 1) : std::string_view::npos;
	if (close != std::string_view::npos && close > open + 1) {
		return std::string(text.substr(open + 1, close - open - 1));
	}
	Mention best;
	for (const Mention &mention : find_mentions(text)) {
		best = best.empty() || mention.evidence > best.evidence ? mention : best;
	}
	return std::string(best.empty() ? text : best.text);
}

std::optional<json> choice_for(const json &choices, std::string_view text, Rng &rng) {
	const std::string lower = in_lower_letters(text);
	for (const json &choice : choices) {
		const std::string name =
				in_lower_letters(choice.is_string() ? choice.get<std::string>() : choice.dump());
		if (!name.empty() && place_of_name(lower, name) != std::string::npos) {
			return choice;
		}
	}
	return choices[rng.uniform(choices.size())];
}

std::optional<json> words_for(const json &schema, std::string_view text) {
	const double most = schema.value("maxLength", 1'000.0);
	std::string words = text_for(text);
	while (!words.empty() && static_cast<double>(count_characters(words)) > most) {
		words = std::string(shorten(words, words.size() - 1));
	}
	const bool is_long_enough = !words.empty() &&
			static_cast<double>(count_characters(words)) >= schema.value("minLength", 0.0);
	return is_long_enough ? std::optional(json(words)) : std::nullopt;
}

// Turns {"temperature":4,"sky":"clear"} into "temperature: 4, sky: \"clear\"".
std::string in_plain_words(const std::string &result) {
	const Result<json> read = parse_json(result);
	std::string text;
	if (!read.ok()) {
		text = result;
	} else if (read.value().is_string()) {
		text = read.value().get<std::string>();
	} else if (read.value().is_object()) {
		for (const auto &[name, value] : read.value().items()) {
			text += (text.empty() ? "" : ", ") + name + ": ";
			text += value.is_string() ? value.get<std::string>() : value.dump();
		}
	} else {
		text = read.value().dump();
	}
	const std::string_view shown = shorten(text, LONGEST_OUTCOME);
	return std::string(shown) + (shown.size() < text.size() ? "…" : "");
}

} // namespace

std::optional<json> value_for_schema(const json &schema, std::string_view text, Rng &rng) {
	if (const auto choices = schema.find("enum"); choices != schema.end()) {
		return choice_for(*choices, text, rng);
	}
	const std::string type = schema.value("type", "");
	if (type == "boolean") {
		return json(rng.chance(0.5));
	}
	if (type == "integer" || type == "number") {
		return number_for(schema, text, rng);
	}
	if (type == "object") {
		return arguments_for_schema(schema, text, rng);
	}
	if (type == "array") {
		const auto items = schema.find("items");
		const std::optional<json> item =
				items != schema.end() ? value_for_schema(*items, text, rng) : std::nullopt;
		return item ? json::array({ *item }) : json::array();
	}
	return words_for(schema, text);
}

std::optional<json> arguments_for_schema(const json &schema, std::string_view text, Rng &rng) {
	json arguments = json::object();
	const auto properties = schema.find("properties");
	const auto required = schema.find("required");
	if (properties == schema.end() || required == schema.end()) {
		return arguments;
	}
	for (const json &name : *required) {
		const std::string &key = name.get_ref<const std::string &>();
		std::optional<json> value = value_for_schema(properties->at(key), text, rng);
		if (!value) {
			return std::nullopt;
		}
		arguments[key] = *std::move(value);
	}
	return arguments;
}

std::optional<MindAction> tools_asked_for(const MindRequest &request, Rng &rng) {
	if (request.tools == nullptr || request.tools->all().empty() || !request.complaint.empty() ||
			!request.tool_results.empty()) {
		return std::nullopt;
	}
	const std::string text = instructions(request, rng);
	const std::string lower = in_lower_letters(text);
	std::vector<std::pair<std::size_t, const std::string *>> named;
	for (const auto &[name, tool] : request.tools->all()) {
		const std::size_t at = place_of_tool(lower, name);
		if (at != std::string::npos) {
			named.emplace_back(at, &name);
		}
	}
	std::sort(named.begin(), named.end(),
			[](const auto &left, const auto &right) { return left.first < right.first; });
	UseToolsAction use;
	for (const auto &[at, name] : named) {
		const std::string_view after = std::string_view(text).substr(at + name->size());
		const json &schema = request.tools->find(*name)->schema;
		std::optional<json> arguments = arguments_for_schema(schema, after, rng);
		const bool fits = arguments && !find_argument_problem(*arguments, schema);
		if (fits && use.calls.size() < MOST_TOOL_CALLS) {
			use.calls.push_back(
					{ "call_" + std::to_string(use.calls.size() + 1), *name, arguments->dump() });
		}
	}
	return use.calls.empty() ? std::nullopt : std::optional(MindAction(std::move(use)));
}

MindAction outcome_of_tools(const MindRequest &request, Rng &rng) {
	std::string text;
	bool failed = false;
	for (const ToolResult &result : request.tool_results) {
		text += text.empty() ? "" : " ";
		failed = failed || !result.ok;
		if (!result.ok) {
			text += "I tried " + result.call.name + ", and it would not work.";
		} else if (rng.chance(0.5)) {
			text += "I used " + result.call.name +
					", and this is what came of it: " + in_plain_words(result.result) + ".";
		} else {
			text += "So says " + result.call.name + ": " + in_plain_words(result.result) + ".";
		}
	}
	if (request.answer_to.is_none() && request.task) {
		return CompleteTaskAction{ failed, std::move(text) };
	}
	return SpeakAction{ std::move(text), request.answer_to };
}

} // namespace agent_runtime

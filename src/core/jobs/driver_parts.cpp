#include "core/jobs/driver_parts.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/providers/json_peek.h"
#include "core/questions/question_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

// As text of the inbox each byte may take six.
constexpr JsonLimits LINE_LIMITS = { .bytes = InboxLine::MOST_BYTES / 8 };
constexpr JsonLimits STATE_LIMITS = { .bytes = Driver::MOST_STATE_BYTES };

std::size_t bytes_of_characters(std::string_view text, std::size_t characters) {
	std::size_t at = 0;
	while (at < text.size()) {
		const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
		if (begins && characters-- == 0) {
			break;
		}
		at++;
	}
	return at;
}

} // namespace

std::string input_key(std::uint64_t attempt, std::string_view what, std::string_view name) {
	std::string key = std::to_string(attempt);
	key.append("/").append(what).append("/").append(name);
	return key;
}

Result<JobInput> line_input(std::string key, std::string text) {
	if (text.size() > LINE_LIMITS.bytes) {
		return Status(StatusCode::exhausted,
				"a line for the program would be longer than " + std::to_string(LINE_LIMITS.bytes) +
						" bytes; say less");
	}
	JobInput input;
	input.key = std::move(key);
	input.line.kind = InboxKind::write;
	input.line.data = std::move(text);
	return input;
}

Result<JobInput> json_input(std::string key, const nlohmann::json &value) {
	Result<std::string> text = dump_json(value, LINE_LIMITS);
	if (!text.ok()) {
		return text.status();
	}
	return line_input(std::move(key), std::move(text).value());
}

JobInput closing_input(std::uint64_t attempt) {
	JobInput input;
	input.key = input_key(attempt, "close", "1");
	input.line.kind = InboxKind::close_input;
	return input;
}

Status check_prompt(const std::string &text, const Uuid &uuid) {
	if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
		return { StatusCode::invalid_argument, "is empty; say what is to be done", "prompt" };
	}
	if (text.size() > JobBrief::MOST_PROMPT_BYTES) {
		return { StatusCode::invalid_argument,
			"is longer than " + std::to_string(JobBrief::MOST_PROMPT_BYTES) +
					" bytes; put the rest into a file and name it",
			"prompt" };
	}
	if (!is_valid_utf8(text) || text.find('\0') != std::string::npos) {
		return { StatusCode::invalid_argument, "is not text in UTF-8", "prompt" };
	}
	if (uuid.is_none()) {
		return { StatusCode::invalid_argument, "is missing", "prompt_uuid" };
	}
	return {};
}

bool is_usable_name(std::string_view name) {
	return !name.empty() && name.size() <= vocabulary::LONGEST_ASKED_AS &&
			!has_control_characters(name);
}

std::string name_member(const nlohmann::json &value, const char *name) {
	const std::string_view text = text_member(value, name);
	return text.size() <= MOST_NAME_BYTES ? std::string(text) : std::string();
}

const nlohmann::json &list_member(const nlohmann::json &value, const char *name) {
	static const nlohmann::json empty = nlohmann::json::array();
	const nlohmann::json *const found = member(value, name);
	return found != nullptr && found->is_array() ? *found : empty;
}

bool flag_member(const nlohmann::json &value, const char *name) {
	const nlohmann::json *const found = member(value, name);
	return found != nullptr && found->is_boolean() && found->get<bool>();
}

std::string question_words(std::string_view words, std::size_t longest) {
	// Enough for as many characters, and no more is looked at.
	std::string text = for_display(shorten(words, 4 * longest));
	text.resize(bytes_of_characters(text, longest));
	return text;
}

std::string question_label(std::string_view words, std::size_t longest) {
	std::string text = question_words(words, longest);
	std::replace_if(
			text.begin(), text.end(),
			[](char character) { return character == '\n' || character == '\t'; }, ' ');
	return text;
}

void add_option(std::vector<std::string> &options, std::string_view label) {
	std::string option = question_label(label, vocabulary::LONGEST_OPTION);
	if (!option.empty() && options.size() < vocabulary::MOST_OPTIONS &&
			std::find(options.begin(), options.end(), option) == options.end()) {
		options.push_back(std::move(option));
	}
}

std::optional<NewQuestion> complete_question(NewQuestion question) {
	if (question.prompt.empty()) {
		question.prompt = "?";
	}
	question = with_usual_options(std::move(question));
	// Whose question it is will be said by whoever stores it.
	question.subject = Subject::numbered(Subject::Kind::job, 1);
	const bool can_be_asked = !find_question_problem(question).has_value();
	question.subject = Subject();
	return can_be_asked ? std::optional(std::move(question)) : std::nullopt;
}

nlohmann::json shown_input(const nlohmann::json &input) {
	constexpr std::size_t LARGEST_SHOWN = vocabulary::LARGEST_DETAIL / 2;
	const std::optional<FieldProblem> problem =
			find_json_problem(input, "input", JsonLimits{ .bytes = LARGEST_SHOWN });
	return input.is_object() && !problem ? input : nlohmann::json::object();
}

std::string telling_words(const nlohmann::json &input) {
	constexpr std::array<const char *, 10> TELLING = { "command", "file_path", "notebook_path",
		"path", "url", "pattern", "query", "skill", "description", "prompt" };
	for (const char *const name : TELLING) {
		if (const std::string_view words = text_member(input, name); !words.empty()) {
			return std::string(words);
		}
	}
	return {};
}

std::vector<std::string> texts_of_answer(const nlohmann::json &value) {
	std::vector<std::string> texts;
	if (value.is_string()) {
		texts.push_back(value.get<std::string>());
	} else if (value.is_array()) {
		for (const nlohmann::json &each : value) {
			if (each.is_string()) {
				texts.push_back(each.get<std::string>());
			}
		}
	}
	return texts;
}

std::string join_texts(const std::vector<std::string> &texts) {
	std::string joined;
	for (const std::string &text : texts) {
		joined += (joined.empty() ? "" : ", ") + text;
	}
	return joined;
}

nlohmann::json parse_driver_state(std::string_view state) {
	Result<nlohmann::json> parsed = parse_json(state, STATE_LIMITS);
	return parsed.ok() && parsed.value().is_object() ? std::move(parsed).value()
													 : nlohmann::json::object();
}

std::string driver_state_text(const nlohmann::json &state) {
	return dump_json(state, STATE_LIMITS).value_or("{}");
}

} // namespace agent_runtime

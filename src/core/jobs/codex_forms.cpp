#include "core/jobs/codex_forms.h"

#include "core/base/json_io.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr const char *SECRET_IS_STORED =
		"Codex would hide what is answered here. It is stored like all answers: give no password.";

QuestionPart part_of_input(const json &asked) {
	QuestionPart part;
	part.question = question_words(text_member(asked, "question"), vocabulary::LONGEST_PROMPT);
	part.header = question_label(text_member(asked, "header"), Field::MAX_LENGTH);
	part.other = flag_member(asked, "isOther");
	for (const json &option : list_member(asked, "options")) {
		part.options.push_back({ question_label(
										 text_member(option, "label"), vocabulary::LONGEST_OPTION),
				question_words(text_member(option, "description"), vocabulary::LONGEST_SENTENCE) });
	}
	return part;
}

// Several at once, or a single one, which is a text if there is nothing to choose.
NewQuestion ask_parts(const std::string &prompt, std::vector<QuestionPart> parts) {
	NewQuestion question;
	question.prompt = question_words(prompt, vocabulary::LONGEST_PROMPT);
	if (parts.size() == 1 && parts.front().options.empty() && !parts.front().optional) {
		question.kind = QuestionKind::text;
		return question;
	}
	question.kind = QuestionKind::choice;
	question.detail.parts = std::move(parts);
	return question;
}

// What was answered to one of the parts, or to the only one.
std::vector<std::string> answer_to_part(const Question &question, const std::string &shown) {
	const json &value = question.answer.value;
	const json *const part = value.is_object() ? member(value, shown.c_str()) : &value;
	return part != nullptr ? texts_of_answer(*part) : std::vector<std::string>();
}

// The label of the option that was shown as this text; the text itself if there is none.
std::string label_of_option(const json &asked, const std::string &shown) {
	for (const json &option : list_member(asked, "options")) {
		const std::string_view label = text_member(option, "label");
		if (question_label(label, vocabulary::LONGEST_OPTION) == shown) {
			return std::string(label);
		}
	}
	return shown;
}

// What is shown, and what is sent.
using FieldChoice = std::pair<std::string, json>;

FieldChoice choice_named(std::string_view shown, json value) {
	return { question_label(shown, vocabulary::LONGEST_OPTION), std::move(value) };
}

std::string_view text_in(const json &value) {
	return value.is_string() ? std::string_view(value.get_ref<const std::string &>())
							 : std::string_view();
}

std::vector<FieldChoice> choices_of(const json &field) {
	if (text_member(field, "type") == "boolean") {
		return { { "yes", true }, { "no", false } };
	}
	std::vector<FieldChoice> choices;
	const json *const items = member(field, "items");
	const json &list = items != nullptr ? *items : field;
	const json &names = list_member(list, "enumNames");
	for (const json &each : list_member(list, "enum")) {
		const std::string_view name =
				choices.size() < names.size() ? text_in(names[choices.size()]) : std::string_view();
		choices.push_back(choice_named(name.empty() ? text_in(each) : name, each));
	}
	for (const char *const titled : { "oneOf", "anyOf" }) {
		for (const json &each : list_member(list, titled)) {
			choices.push_back(
					choice_named(text_member(each, "title"), json(text_member(each, "const"))));
		}
	}
	return choices;
}

// Whether an answer to it can be put into words.
bool can_be_asked(const json &field) {
	const std::string_view type = text_member(field, "type");
	return type == "array"
			? !choices_of(field).empty()
			: type == "string" || type == "number" || type == "integer" || type == "boolean";
}

bool is_required(const json &params, const std::string &name) {
	const json *const schema = member(params, "requestedSchema");
	if (schema == nullptr) {
		return false;
	}
	const json &required = list_member(*schema, "required");
	return std::find(required.begin(), required.end(), json(name)) != required.end();
}

QuestionPart part_of_field(const std::string &name, const json &field) {
	QuestionPart part;
	const std::string_view title = text_member(field, "title");
	const std::string_view description = text_member(field, "description");
	part.question = question_words(
			title.empty() ? std::string_view(name) : title, vocabulary::LONGEST_PROMPT);
	part.header = question_label(description, Field::MAX_LENGTH);
	part.many = text_member(field, "type") == "array";
	for (const auto &[shown, value] : choices_of(field)) {
		part.options.push_back({ shown, {} });
	}
	return part;
}

const json &fields_of_form(const json &params) {
	static const json empty = json::object();
	const json *const schema = member(params, "requestedSchema");
	const json *const fields = schema != nullptr ? member(*schema, "properties") : nullptr;
	return fields != nullptr && fields->is_object() ? *fields : empty;
}

Result<json> value_for_field(const json &field, const std::string &text) {
	for (const auto &[shown, value] : choices_of(field)) {
		if (shown == text) {
			return value;
		}
	}
	const std::string_view type = text_member(field, "type");
	if (type != "number" && type != "integer") {
		return json(text);
	}
	Result<json> number = parse_json(text);
	const bool fits = number.ok() &&
			(type == "number" ? number.value().is_number() : number.value().is_number_integer());
	if (!fits) {
		return Status(StatusCode::invalid_argument,
				type == "number" ? "must be a number" : "must be a whole number", "answer");
	}
	return number;
}

Result<json> content_for_field(
		const std::string &name, const json &field, const Question &question) {
	const QuestionPart part = part_of_field(name, field);
	json values = json::array();
	for (const std::string &text : answer_to_part(question, part.question)) {
		Result<json> value = value_for_field(field, text);
		if (!value.ok()) {
			return value.status();
		}
		values.push_back(std::move(value).value());
	}
	return values.empty() ? json() : part.many ? values : values.front();
}

} // namespace

std::optional<NewQuestion> ask_codex_input(const json &params) {
	std::vector<QuestionPart> parts;
	std::string prompt;
	bool is_secret = false;
	for (const json &asked : list_member(params, "questions")) {
		parts.push_back(part_of_input(asked));
		prompt += (prompt.empty() ? "" : "\n") + parts.back().question;
		is_secret = is_secret || flag_member(asked, "isSecret");
	}
	NewQuestion question = ask_parts(prompt, std::move(parts));
	if (is_secret) {
		question.detail.text = SECRET_IS_STORED;
	}
	return question;
}

Result<json> answer_codex_input(const json &params, const Question &question) {
	json answers = json::object();
	for (const json &asked : list_member(params, "questions")) {
		std::vector<std::string> texts = answer_to_part(question, part_of_input(asked).question);
		for (std::string &text : texts) {
			text = label_of_option(asked, text);
		}
		answers[std::string(text_member(asked, "id"))] = { { "answers", texts } };
	}
	return json{ { "answers", answers } };
}

std::optional<NewQuestion> ask_codex_form(const json &params) {
	std::string prompt = question_words(text_member(params, "serverName"), Field::MAX_LENGTH) +
			": " + std::string(text_member(params, "message"));
	const std::string_view url = text_member(params, "url");
	if (!url.empty()) {
		prompt += "\n" + std::string(url);
	}
	std::vector<QuestionPart> parts;
	for (const auto &[name, field] : fields_of_form(params).items()) {
		if (!can_be_asked(field)) {
			return std::nullopt;
		}
		parts.push_back(part_of_field(name, field));
		parts.back().optional = !is_required(params, name);
	}
	if (parts.empty()) {
		NewQuestion question;
		question.kind = QuestionKind::confirmation;
		question.prompt = question_words(prompt, vocabulary::LONGEST_PROMPT);
		return question;
	}
	return ask_parts(prompt, std::move(parts));
}

Result<json> answer_codex_form(const json &params, const Question &question) {
	if (question.asked.kind == QuestionKind::confirmation) {
		const bool accepted = question.answer.text() == YES;
		json result = { { "action", accepted ? "accept" : "decline" } };
		if (accepted && text_member(params, "mode") != "url") {
			result["content"] = json::object();
		}
		return result;
	}
	json content = json::object();
	for (const auto &[name, field] : fields_of_form(params).items()) {
		Result<json> value = content_for_field(name, field, question);
		if (!value.ok()) {
			return value.status();
		}
		if (!value.value().is_null()) {
			content[name] = std::move(value).value();
		}
	}
	return json{ { "action", "accept" }, { "content", content } };
}

} // namespace agent_runtime

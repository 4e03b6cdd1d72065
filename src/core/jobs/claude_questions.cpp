#include "core/jobs/claude_questions.h"

#include "core/base/json_io.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;

// Its model asks something by a tool of its own.
constexpr std::string_view ASKS = "AskUserQuestion";
constexpr std::string_view HAS_A_PLAN = "ExitPlanMode";
constexpr const char *REFUSED = "The user does not want this.";

std::string shown_question(const json &asked) {
	return question_words(text_member(asked, "question"), vocabulary::LONGEST_PROMPT);
}

std::string shown_label(const json &option) {
	return question_label(text_member(option, "label"), vocabulary::LONGEST_OPTION);
}

QuestionPart part_of(const json &asked) {
	QuestionPart part;
	part.question = shown_question(asked);
	part.header = question_label(text_member(asked, "header"), Field::MAX_LENGTH);
	part.many = flag_member(asked, "multiSelect");
	part.other = true;
	for (const json &option : list_member(asked, "options")) {
		part.options.push_back({ shown_label(option),
				question_words(text_member(option, "description"), vocabulary::LONGEST_SENTENCE) });
	}
	return part;
}

// Pictures of the options are for its own screen.
json without_previews(json input) {
	for (json &asked : input["questions"]) {
		if (list_member(asked, "options").empty()) {
			continue; // and stays without any
		}
		for (json &option : asked["options"]) {
			if (option.is_object()) {
				option.erase("preview");
			}
		}
	}
	return input;
}

NewQuestion ask_choice(const json &input) {
	NewQuestion question;
	question.kind = QuestionKind::choice;
	std::vector<QuestionPart> parts;
	for (const json &asked : list_member(input, "questions")) {
		parts.push_back(part_of(asked));
		question.prompt += (question.prompt.empty() ? "" : "\n") + parts.back().question;
	}
	question.prompt = question_words(question.prompt, vocabulary::LONGEST_PROMPT);
	question.detail.parts = std::move(parts);
	question.context = dump_json(without_previews(input)).value_or(std::string());
	return question;
}

// Of what it proposes only the rules for what it asks now, for as long as it lives. It proposes
// more, such as to ask no more before it changes any file.
json session_rules(const json &suggestions) {
	json rules = json::array();
	for (json suggestion : suggestions) {
		if (text_member(suggestion, "type") == "addRules" &&
				text_member(suggestion, "behavior") == ALLOW) {
			suggestion["destination"] = "session";
			rules.push_back(std::move(suggestion));
		}
	}
	return rules;
}

NewQuestion ask_permission(const json &request, const json &input) {
	NewQuestion question;
	question.kind = QuestionKind::permission;
	const std::string tool = question_label(text_member(request, "tool_name"), Field::MAX_LENGTH);
	const std::string words = telling_words(input);
	question.prompt =
			question_words(words.empty() ? tool : tool + ": " + words, vocabulary::LONGEST_PROMPT);
	question.options = { std::string(ALLOW), std::string(DENY) };
	question.detail.tool = tool;
	question.detail.input = shown_input(input);
	const std::string_view description = text_member(request, "description");
	if (!description.empty()) {
		question.detail.text = question_words(description, vocabulary::LONGEST_SENTENCE);
	}
	json rules = session_rules(list_member(request, "permission_suggestions"));
	const JsonLimits limits = { .bytes = vocabulary::LARGEST_METADATA };
	if (!rules.empty() && !find_json_problem(rules, "suggestions", limits)) {
		question.options.insert(question.options.begin() + 1, std::string(ALLOW_FOR_SESSION));
		question.detail.suggestions = std::move(rules);
	}
	return question;
}

NewQuestion ask_about_plan(const json &input) {
	NewQuestion question;
	question.kind = QuestionKind::confirmation;
	question.prompt = "It has a plan. May it begin?";
	const std::string_view plan = text_member(input, "plan");
	if (!plan.empty()) {
		question.detail.text = question_words(plan, vocabulary::LARGEST_CONTEXT);
	}
	return question;
}

json allowed() {
	return { { "behavior", ALLOW } };
}

json denied(const std::string &message) {
	return { { "behavior", DENY }, { "message", message.empty() ? REFUSED : message } };
}

json answer_permission(const Question &question) {
	const std::string given = question.answer.text();
	if (given != ALLOW && given != ALLOW_FOR_SESSION) {
		return denied(question.answer.message);
	}
	json response = allowed();
	// Without it the tool gets what it was asked for.
	if (question.answer.input.is_object()) {
		response["updatedInput"] = question.answer.input;
	}
	if (given == ALLOW_FOR_SESSION) {
		response["updatedPermissions"] = question.asked.detail.suggestions;
	}
	return response;
}

// The words of the program itself for what was chosen, since what was shown may differ.
std::string chosen_words(const json &asked, const json &value) {
	std::vector<std::string> texts = texts_of_answer(value);
	for (std::string &text : texts) {
		for (const json &option : list_member(asked, "options")) {
			if (shown_label(option) == text) {
				text = text_member(option, "label");
				break;
			}
		}
	}
	return join_texts(texts);
}

json answer_choice(const Question &question) {
	Result<json> context = parse_json(question.asked.context);
	if (!context.ok() || !context.value().is_object()) {
		return denied("The question was lost.");
	}
	json input = std::move(context).value();
	const json &value = question.answer.value;
	json answers = json::object();
	for (const json &asked : list_member(input, "questions")) {
		const std::string shown = shown_question(asked);
		const json *const part = value.is_object() ? member(value, shown.c_str()) : &value;
		if (part != nullptr) {
			answers[std::string(text_member(asked, "question"))] = chosen_words(asked, *part);
		}
	}
	input["answers"] = std::move(answers);
	json response = allowed();
	response["updatedInput"] = std::move(input);
	return response;
}

json answer_plan(const Question &question) {
	return question.answer.text() == YES ? allowed() : denied(question.answer.message);
}

} // namespace

std::optional<NewQuestion> claude_question(std::string_view request_id, const json &request) {
	const json *const input = member(request, "input");
	const std::string_view tool = text_member(request, "tool_name");
	if (input == nullptr || !input->is_object() || tool.empty()) {
		return std::nullopt;
	}
	const bool asks = tool == ASKS && !list_member(*input, "questions").empty();
	NewQuestion question = asks	 ? ask_choice(*input)
			: tool == HAS_A_PLAN ? ask_about_plan(*input)
								 : ask_permission(request, *input);
	question.asked_as = request_id;
	return complete_question(std::move(question));
}

json claude_answer(const Question &question) {
	switch (question.asked.kind) {
		case QuestionKind::choice:
			return answer_choice(question);
		case QuestionKind::confirmation:
			return answer_plan(question);
		case QuestionKind::permission:
		case QuestionKind::text:
			break;
	}
	return answer_permission(question);
}

} // namespace agent_runtime

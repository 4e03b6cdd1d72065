#include "core/questions/answer_check.h"

#include "core/base/field_check.h"
#include "core/base/json_io.h"

#include <algorithm>
#include <set>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr FieldPath MESSAGE_ROOT;
constexpr FieldPath ANSWER{ &MESSAGE_ROOT, "answer" };
constexpr Field ANSWER_TEXT = { .required = true,
	.min_length = 1,
	.max_length = vocabulary::LONGEST_SPEECH };
// One of several.
constexpr Field ANSWER_ITEM = { .required = true,
	.one_line = true,
	.min_length = 1,
	.max_length = vocabulary::LONGEST_OPTION };
constexpr Field WORDS_BESIDE = { .max_length = vocabulary::LONGEST_SENTENCE };
constexpr Field ANSWERED_BY = { .required = true, .one_line = true, .min_length = 1 };
constexpr Field ANSWER_KEY = { .one_line = true, .max_length = vocabulary::LONGEST_ANSWER_KEY };

// What there is to choose from.
struct Choice {
	std::vector<std::string> options; // none: any text
	bool many = false;
	bool other = false;
};

Choice choice_of(const QuestionPart &part) {
	return { part.labels(), part.many, part.other };
}

Choice choice_of(const NewQuestion &question) {
	const QuestionDetail &detail = question.detail;
	const bool takes_any_text = question.kind == QuestionKind::text || detail.other.value_or(false);
	return { question.options, detail.many.value_or(false), takes_any_text };
}

MaybeProblem find_text_problem(const FieldPath &path, const Choice &choice, const json &value,
		const Field &any = ANSWER_TEXT) {
	if (!value.is_string()) {
		return wrong_kind(path, value, "give a text");
	}
	const std::string &text = value.get_ref<const std::string &>();
	if (choice.options.empty() || choice.other) {
		return check_text(path, any, text);
	}
	if (std::find(choice.options.begin(), choice.options.end(), text) != choice.options.end()) {
		return std::nullopt;
	}
	const std::vector<std::string_view> names(choice.options.begin(), choice.options.end());
	return problem_at(path, "is " + quoted_name(text) + ", which is none of the options",
			proposal(text, names));
}

MaybeProblem find_list_problem(const FieldPath &path, const Choice &choice, const json &list) {
	if (list.empty() || list.size() > vocabulary::MOST_OPTIONS) {
		return problem_at(path, list.empty() ? "is an empty list" : "is too long a list",
				"give 1 to " + std::to_string(vocabulary::MOST_OPTIONS) + " texts");
	}
	std::set<std::string> seen;
	for (std::size_t i = 0; i < list.size(); ++i) {
		const FieldPath item{ &path, {}, i };
		if (MaybeProblem problem = find_text_problem(item, choice, list[i], ANSWER_ITEM)) {
			return problem;
		}
		if (!seen.insert(list[i].get<std::string>()).second) {
			return problem_at(item, "was chosen before", "leave one of them out");
		}
	}
	return std::nullopt;
}

MaybeProblem find_choice_problem(const FieldPath &path, const Choice &choice, const json &value) {
	return value.is_array() && choice.many ? find_list_problem(path, choice, value)
										   : find_text_problem(path, choice, value);
}

MaybeProblem find_stranger(const std::vector<QuestionPart> &parts, const json &answers) {
	for (const auto &[name, answer] : answers.items()) {
		const bool is_asked = std::any_of(parts.begin(), parts.end(),
				[&name = name](const QuestionPart &part) { return part.question == name; });
		if (!is_asked) {
			return problem_at(FieldPath{ &ANSWER, name }, "is not asked", "leave it out");
		}
	}
	return std::nullopt;
}

MaybeProblem find_parts_problem(const std::vector<QuestionPart> &parts, const json &value) {
	if (parts.size() == 1 && !value.is_object()) {
		return find_choice_problem(ANSWER, choice_of(parts.front()), value);
	}
	if (!value.is_object()) {
		return wrong_kind(ANSWER, value, "give an object with an answer to each question");
	}
	for (const QuestionPart &part : parts) {
		const FieldPath path{ &ANSWER, part.question };
		const json::const_iterator answer = value.find(part.question);
		if (answer == value.end() && part.optional) {
			continue;
		}
		if (answer == value.end()) {
			return problem_at(path, "is missing", "answer all that is asked");
		}
		if (MaybeProblem problem = find_choice_problem(path, choice_of(part), *answer)) {
			return problem;
		}
	}
	return find_stranger(parts, value);
}

MaybeProblem find_value_problem(const NewQuestion &question, const json &value) {
	if (MaybeProblem problem = find_json_problem(
				value, "answer", JsonLimits{ .bytes = vocabulary::LARGEST_ANSWER })) {
		return problem;
	}
	return question.detail.parts ? find_parts_problem(*question.detail.parts, value)
								 : find_choice_problem(ANSWER, choice_of(question), value);
}

MaybeProblem find_message_problem(const NewQuestion &question, const std::string &message) {
	const FieldPath path{ &MESSAGE_ROOT, "message" };
	const bool may_have_one = question.kind == QuestionKind::confirmation ||
			question.kind == QuestionKind::permission;
	if (!message.empty() && !may_have_one) {
		return problem_at(path, "goes only with a confirmation or a permission",
				"say it in the answer itself");
	}
	return check_text(path, WORDS_BESIDE, message);
}

MaybeProblem find_input_problem(const NewQuestion &question, const QuestionAnswer &answer) {
	const FieldPath path{ &MESSAGE_ROOT, "input" };
	if (answer.input.is_null()) {
		return std::nullopt;
	}
	if (question.kind != QuestionKind::permission || answer.text() == DENY) {
		return problem_at(path, "goes only with a permission that is given", "leave it out");
	}
	if (!answer.input.is_object()) {
		return wrong_kind(path, answer.input, "give an object");
	}
	return find_json_problem(
			answer.input, "input", JsonLimits{ .bytes = vocabulary::LARGEST_DETAIL });
}

MaybeProblem find_sender_problem(const QuestionAnswer &answer) {
	const MaybeProblem by =
			check_text(FieldPath{ &MESSAGE_ROOT, "answered_by" }, ANSWERED_BY, answer.by);
	return by ? by : check_text(FieldPath{ &MESSAGE_ROOT, "answer_key" }, ANSWER_KEY, answer.key);
}

} // namespace

MaybeProblem find_answer_problem(const NewQuestion &question, const QuestionAnswer &answer) {
	if (MaybeProblem problem = find_value_problem(question, answer.value)) {
		return problem;
	}
	if (MaybeProblem problem = find_message_problem(question, answer.message)) {
		return problem;
	}
	if (MaybeProblem problem = find_input_problem(question, answer)) {
		return problem;
	}
	return find_sender_problem(answer);
}

} // namespace agent_runtime

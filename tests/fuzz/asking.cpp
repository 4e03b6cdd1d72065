#include "asking.h"

#include "readers.h"

#include "core/base/fields.h"
#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/questions/answer_check.h"
#include "core/questions/question_check.h"

#include <utility>

namespace agent_runtime::fuzz {

namespace {

using nlohmann::json;

// An answer to each part, under its question.
json answer_of_parts(const std::vector<QuestionPart> &parts, const std::string &words) {
	json value = json::object();
	for (const QuestionPart &part : parts) {
		const std::string text = part.options.empty() ? words : part.options.back().label;
		value[part.question] = part.many ? json::array({ text }) : json(text);
	}
	return value;
}

std::vector<json> values_for(const NewQuestion &asked, const std::string &words) {
	std::vector<json> values = { words, json::array({ words }), "7" };
	for (const std::string &option : asked.options) {
		values.emplace_back(option);
	}
	values.emplace_back(asked.options);
	if (asked.detail.parts) {
		values.push_back(answer_of_parts(*asked.detail.parts, words));
	}
	return values;
}

} // namespace

void check_text(std::string_view text, std::string_view promise) {
	require(is_valid_utf8(text), promise);
}

void check_question(const NewQuestion &asked) {
	NewQuestion question = asked;
	question.subject = Subject::numbered(Subject::Kind::job, 1);
	const MaybeProblem problem = find_question_problem(question);
	require(!problem, "a question can be asked: " + (problem ? problem->to_string() : ""));
	check_text(asked.context, "what is stored with a question is text");
	require(dump_json(write_fields(question)).ok(), "a question can be shown");
}

std::vector<Question> answers_to(const NewQuestion &asked, std::string_view words) {
	std::vector<Question> answered;
	for (json &value : values_for(asked, std::string(words))) {
		Question question;
		question.asked = asked;
		question.answer.value = std::move(value);
		question.answer.message = words;
		question.answer.by = "a fuzzer";
		if (!find_answer_problem(asked, question.answer)) {
			answered.push_back(std::move(question));
		}
	}
	return answered;
}

void check_input(const JobInput &input, bool is_json) {
	require(!input.key.empty(), "an input has a name");
	check_text(input.key, "the name of an input is text");
	InboxLine line = input.line;
	line.n = 1;
	const Result<std::string> written = line.to_text();
	require(written.ok() && InboxLine::parse(written.value()).ok(), "an input fits into an inbox");
	if (line.kind == InboxKind::write) {
		require(is_json ? parse_json(line.data).ok() : is_valid_utf8(line.data),
				"a program gets what it reads");
		require(!is_json || line.data.find('\n') == std::string::npos, "an input is one line");
	}
}

void check_answer(const Result<JobInput> &input, bool is_json) {
	if (input.ok()) {
		check_input(input.value(), is_json);
		return;
	}
	const StatusCode code = input.status().code();
	require(code == StatusCode::failed_precondition || code == StatusCode::invalid_argument ||
					code == StatusCode::unsupported,
			"an answer that fits is passed on: " + input.status().to_string());
}

} // namespace agent_runtime::fuzz

// What claude and codex ask, and what they are answered. The first line is the request, the second
// a text that serves as answer, the third a change of files that codex asks about.

#include "asking.h"
#include "readers.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/jobs/claude_questions.h"
#include "core/jobs/codex_questions.h"
#include "core/providers/json_peek.h"

#include <optional>

namespace agent_runtime::fuzz {

namespace {

using nlohmann::json;

constexpr std::string_view SOME_WORDS = "Red";

struct Asked {
	explicit Asked(std::string_view bytes) {
		const std::vector<std::string_view> lines = lines_in(bytes);
		request = parse_json(lines.empty() ? std::string_view() : lines[0]).value_or(json());
		const bool has_words = lines.size() > 1 && is_valid_utf8(lines[1]);
		words = has_words ? lines[1] : SOME_WORDS;
		change = parse_json(lines.size() > 2 ? lines[2] : std::string_view()).value_or(json());
	}

	json request;
	std::string_view words;
	json change;
};

} // namespace

void read_claude_question(std::string_view bytes) {
	const Asked asked(bytes);
	const std::optional<NewQuestion> question = claude_question("request-1", asked.request);
	if (!question) {
		return;
	}
	check_question(*question);
	require(question->asked_as == "request-1", "a question has the name of its request");
	for (const Question &answered : answers_to(*question, asked.words)) {
		const json response = claude_answer(answered);
		require(dump_json(response).ok(), "an answer can be written");
		const std::string_view behavior = text_member(response, "behavior");
		const bool is_allowed = behavior == "allow";
		require(is_allowed || behavior == "deny", "claude is answered in its words");
		require(answered.asked.kind != QuestionKind::choice || is_allowed,
				"what was chosen is passed on");
		require(answered.answer.text() != DENY || answered.asked.kind != QuestionKind::permission ||
						!is_allowed,
				"what was denied is not allowed");
		require(answered.answer.text() != ALLOW ||
						answered.asked.kind != QuestionKind::permission || is_allowed,
				"what was allowed is not denied");
	}
}

void read_codex_question(std::string_view bytes) {
	const Asked asked(bytes);
	const std::string changes = codex_changes(asked.change);
	check_text(changes, "changes are text");
	if (!asked.request.is_object() || !asked.request.contains("id")) {
		return; // then it is no request
	}
	const std::optional<NewQuestion> question = codex_question("1/1", asked.request, changes);
	if (!question) {
		return;
	}
	check_question(*question);
	for (const Question &answered : answers_to(*question, asked.words)) {
		const Result<json> answer = codex_answer(answered);
		require(answer.ok() || answer.status().code() == StatusCode::invalid_argument,
				"an answer that fits is passed on");
		if (!answer.ok()) {
			continue;
		}
		require(dump_json(answer.value()).ok(), "an answer can be written");
		require(answer.value().at("id") == asked.request.at("id"), "it answers this request");
		const json &result = answer.value().at("result");
		require(result.is_object(), "an answer has a result");
		const std::string_view decision = text_member(result, "decision");
		require(answered.answer.text() != DENY || decision.empty() || decision == "decline",
				"what was denied is not allowed");
	}
}

} // namespace agent_runtime::fuzz

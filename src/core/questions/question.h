#pragma once

// Questions as values, and the limits of what they hold. The form is that of events and replies.
// Thread rule: immutable.

#include "core/base/choices.h"
#include "core/base/field_codec.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/value_fields.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/subject_field.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

enum class QuestionKind : std::uint8_t {
	confirmation, // one of two options or more; "yes" and "no" unless others are given
	choice, // one or several of the options, for each part if there are several
	text,
	permission, // to use a tool; "allow" and "deny" are among the options
};
template <>
struct Choices<QuestionKind> {
	static constexpr std::array<std::string_view, 4> NAMES = { "confirmation", "choice", "text",
		"permission" };
	static constexpr QuestionKind OTHER = QuestionKind::text;
};

// Only a pending question can be answered. The other states are final, except that an answer which
// could not be delivered may be given anew.
enum class QuestionStatus : std::uint8_t { pending, answered, withdrawn, expired };
template <>
struct Choices<QuestionStatus> {
	static constexpr std::array<std::string_view, 4> NAMES = { "pending", "answered", "withdrawn",
		"expired" };
	static constexpr QuestionStatus OTHER = QuestionStatus::withdrawn;
};

// How far the answer is on its way to whoever asked.
enum class AnswerDelivery : std::uint8_t {
	queued,
	written, // all of it is in the pipe
	taken, // whoever asked says so
	failed, // it has not arrived, for certain
	unknown, // its host was killed while it wrote, or whoever asked has ended without a word
};
template <>
struct Choices<AnswerDelivery> {
	static constexpr std::array<std::string_view, 5> NAMES = { "queued", "written", "taken",
		"failed", "unknown" };
	static constexpr AnswerDelivery OTHER = AnswerDelivery::unknown;
};

// Among the options of each permission.
inline constexpr std::string_view ALLOW = "allow";
inline constexpr std::string_view DENY = "deny";

namespace vocabulary {

inline constexpr std::size_t LONGEST_PROMPT = 4'096;
inline constexpr std::size_t MOST_OPTIONS = 64;
inline constexpr std::size_t LONGEST_OPTION = 512;
inline constexpr std::size_t LARGEST_OPTIONS = 16'384; // in bytes, all of them as JSON
inline constexpr std::size_t MOST_PARTS = 16; // of one question
inline constexpr std::size_t LONGEST_ASKED_AS = 256;
inline constexpr std::size_t LARGEST_DETAIL = 1'048'576; // in bytes, as JSON
// In events and lists; a larger one is left out there, and question_request shows it.
inline constexpr std::size_t LARGEST_SHOWN_DETAIL = 16'384;
inline constexpr std::size_t LARGEST_CONTEXT = 65'536; // in bytes
inline constexpr std::size_t LARGEST_ANSWER = 65'536; // in bytes, as JSON
inline constexpr std::size_t LONGEST_ANSWER_KEY = 128;
inline constexpr std::size_t MOST_PENDING_OF_SUBJECT = 32;
inline constexpr std::size_t MOST_PENDING = 256;

inline constexpr Field QUESTION = { .name = "question_id",
	.sentence = "The question, such as question_001.",
	.required = true };
inline constexpr Field ASKING_JOB = { .name = "task_id",
	.sentence = "The job that asks, such as job_012; absent where none does." };

} // namespace vocabulary

// Something to choose, with what it means.
struct QuestionOption {
	std::string label = {};
	std::string description = {};

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "label",
						 .sentence = "What is answered when it is chosen.",
						 .required = true,
						 .one_line = true,
						 .min_length = 1,
						 .max_length = LONGEST_OPTION },
					&QuestionOption::label),
			bind({ .name = "description",
						 .sentence = "What it means.",
						 .max_length = LONGEST_SENTENCE },
					&QuestionOption::description),
		};
	}
};

// One of several things that are asked at once. Its text is the name of its answer.
struct QuestionPart {
	std::string question = {};
	std::string header = {};
	std::vector<QuestionOption> options = {}; // none: any text is an answer
	bool many = false;
	bool other = false;
	bool optional = false;

	std::vector<std::string> labels() const {
		std::vector<std::string> all;
		for (const QuestionOption &option : options) {
			all.push_back(option.label);
		}
		return all;
	}

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "question",
						 .sentence = "What is asked.",
						 .required = true,
						 .min_length = 1,
						 .max_length = LONGEST_PROMPT },
					&QuestionPart::question),
			bind({ .name = "header", .sentence = "A word or two above it.", .one_line = true },
					&QuestionPart::header),
			bind({ .name = "options",
						 .sentence = "What there is to choose.",
						 .max_length = MOST_OPTIONS },
					&QuestionPart::options),
			bind({ .name = "many", .sentence = "Whether several may be chosen." },
					&QuestionPart::many),
			bind({ .name = "other", .sentence = "Whether any other text is an answer, too." },
					&QuestionPart::other),
			bind({ .name = "optional", .sentence = "Whether it may be left unanswered." },
					&QuestionPart::optional),
		};
	}
};

// What there is to say besides the prompt. Which of it a question may have depends on its kind.
struct QuestionDetail {
	std::optional<std::string> text;
	std::optional<bool> many; // of a choice without parts
	std::optional<bool> other; // of a choice without parts
	std::optional<std::vector<QuestionPart>> parts; // of a choice
	std::optional<std::string> tool; // of a permission, like all that follows
	nlohmann::json input; // an object, or null
	nlohmann::json suggestions; // a list, or null
	std::optional<bool> reversible;

	// Every field of a message is of a kind that can be described.
	nlohmann::json wrapped_suggestions() const {
		return suggestions.is_null() ? nlohmann::json()
									 : nlohmann::json{ { "items", suggestions } };
	}

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "text",
						 .sentence = "What to look at before answering, such as a plan or what a "
									 "change would do.",
						 .max_length = LARGEST_DETAIL },
					&QuestionDetail::text),
			bind({ .name = "many",
						 .sentence = "Of a choice: whether several options may be chosen." },
					&QuestionDetail::many),
			bind({ .name = "other",
						 .sentence = "Of a choice: whether any other text is an answer, too." },
					&QuestionDetail::other),
			bind({ .name = "parts",
						 .sentence = "Of a choice: what is asked at once. The answer is an object "
									 "with one member for each, under its question.",
						 .min_length = 1,
						 .max_length = MOST_PARTS },
					&QuestionDetail::parts),
			bind({ .name = "tool",
						 .sentence = "Of a permission: the tool that is to be used.",
						 .one_line = true,
						 .min_length = 1 },
					&QuestionDetail::tool),
			bind({ .name = "input",
						 .kind = any_object,
						 .sentence = "Of a permission: with which parameters.",
						 .max_length = LARGEST_DETAIL },
					&QuestionDetail::input),
			bind(
					{ .name = "suggestions",
							.sentence = "Of a permission: rules that whoever asks proposes, in the "
										"list items.",
							.max_length = LARGEST_METADATA },
					[](const QuestionDetail &detail) { return detail.wrapped_suggestions(); },
					[](QuestionDetail &detail, const nlohmann::json &wrapped) {
						detail.suggestions = wrapped.is_object()
								? wrapped.value("items", nlohmann::json())
								: nlohmann::json();
					}),
			bind({ .name = "reversible", .sentence = "Of a permission: whether it can be undone." },
					&QuestionDetail::reversible),
		};
	}
};

// What is asked.
struct NewQuestion {
	// Who waits for the answer: a job, a run, or an agent whose tool is to be used.
	Subject subject = {};
	// The asker's own name for it, such as the id of its request or of the tool's call: asked
	// twice under one name, it is one question.
	std::string asked_as = {};
	AgentId agent = {}; // for whom the subject works; none: for nobody of the world
	TraceId trace = {};
	QuestionKind kind = QuestionKind::text;
	std::string prompt = {};
	std::vector<std::string> options = {};
	QuestionDetail detail = {};
	// What the asker needs again to pass the answer on. Never shown.
	std::string context = {};
	std::optional<WallTime> expires_at = {}; // nobody answers in its place then

	bool has_option(std::string_view option) const {
		return std::find(options.begin(), options.end(), option) != options.end();
	}
	// None where no job asks.
	JobId job() const { return JobId::parse(subject.to_string()).value_or(JobId()); }

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "subject",
						 .sentence = "Who waits for the answer: a job, a run or an agent.",
						 .required = true,
						 .max_length = Subject::MAX_LENGTH },
					&NewQuestion::subject),
			derived_field(ASKING_JOB, [](const NewQuestion &question) { return question.job(); }),
			bind({ .name = "agent_id",
						 .sentence = "The agent for whom it is asked; absent: nobody of the "
									 "world." },
					&NewQuestion::agent),
			bind({ .name = "asked_as",
						 .sentence = "The asker's own name for the question.",
						 .required = true,
						 .one_line = true,
						 .min_length = 1,
						 .max_length = LONGEST_ASKED_AS },
					&NewQuestion::asked_as),
			bind(TRACE, &NewQuestion::trace),
			bind({ .name = "kind", .sentence = "What kind of answer it wants.", .required = true },
					&NewQuestion::kind),
			bind({ .name = "prompt",
						 .sentence = "What is asked.",
						 .required = true,
						 .min_length = 1,
						 .max_length = LONGEST_PROMPT },
					&NewQuestion::prompt),
			bind({ .name = "options",
						 .sentence = "What there is to choose; empty: any text.",
						 .required = true,
						 .max_length = MOST_OPTIONS,
						 .item_length = LONGEST_OPTION },
					&NewQuestion::options),
			bind({ .name = "detail", .sentence = "What else there is to say.", .required = true },
					&NewQuestion::detail),
			bind({ .name = "expires_at",
						 .sentence = "Until when it can be answered; absent: at any time." },
					&NewQuestion::expires_at),
		};
	}
};

// The answer to one of several things that were asked, or several texts that were chosen.
struct AnswerPart {
	std::optional<std::string> question = {}; // none: there is only one
	std::optional<std::string> text = {};
	std::optional<std::vector<std::string>> chosen = {}; // instead of a text

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "question",
						 .sentence = "What was asked; absent where that is one thing.",
						 .max_length = LONGEST_PROMPT },
					&AnswerPart::question),
			bind({ .name = "text", .sentence = "What was answered.", .max_length = LONGEST_SPEECH },
					&AnswerPart::text),
			bind({ .name = "chosen",
						 .sentence = "Where several may be chosen: all that were.",
						 .max_length = MOST_OPTIONS,
						 .item_length = LONGEST_OPTION },
					&AnswerPart::chosen),
		};
	}
};

// What somebody has answered.
struct QuestionAnswer {
	// A text, a list of texts, or an object with such a one for each part.
	nlohmann::json value = {};
	std::string message = {}; // to go with it, such as why something is denied
	nlohmann::json input = {}; // of a permission: the parameters to use instead; null: as asked
	std::string by = {};
	std::string key = {}; // empty: none

	// A single text; empty for any other value.
	std::string text() const {
		return value.is_string() ? value.get<std::string>() : std::string();
	}
	// The value as one text; nothing before it is answered.
	std::optional<std::string> response() const;
	// The value part by part; nothing for a single text, which the response is.
	std::optional<std::vector<AnswerPart>> parts() const;
	void set_parts(const std::vector<AnswerPart> &parts);

	// As parts of the question. The key is the sender's own affair.
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(
					{ .name = "response",
							.sentence =
									"What was answered; as JSON where it is more than one text.",
							.max_length = LARGEST_ANSWER },
					[](const QuestionAnswer &answer) { return answer.response(); },
					[](QuestionAnswer &answer, std::string text) {
						answer.value = std::move(text);
					}),
			bind(
					{ .name = "answers",
							.sentence = "What was answered, where it is more than one text.",
							.max_length = MOST_PARTS },
					[](const QuestionAnswer &answer) { return answer.parts(); },
					[](QuestionAnswer &answer, const std::vector<AnswerPart> &parts) {
						answer.set_parts(parts);
					}),
			bind_unless_empty({ .name = "message",
									  .sentence = "What was said with the answer.",
									  .max_length = LONGEST_SENTENCE },
					&QuestionAnswer::message),
			bind({ .name = "input",
						 .kind = any_object,
						 .sentence = "Of a permission: the parameters to use instead.",
						 .max_length = LARGEST_DETAIL },
					&QuestionAnswer::input),
			bind_unless_empty(
					{ .name = "answered_by", .sentence = "Who has answered it.", .one_line = true },
					&QuestionAnswer::by),
		};
	}
};

// A question as it stands at one moment.
struct Question {
	QuestionId id = {};
	NewQuestion asked = {};
	QuestionStatus status = QuestionStatus::pending;
	QuestionAnswer answer = {}; // its value is null until it is answered
	std::optional<AnswerDelivery> delivery = {};
	std::string delivery_error = {};
	std::string reason = {}; // why it was withdrawn
	WallTime created_at = {};
	std::optional<WallTime> closed_at = {}; // when it was answered, withdrawn or expired
	std::optional<WallTime> delivered_at = {}; // when its delivery last changed
	std::optional<bool> shortened = {}; // true: see shown_briefly()

	bool is_pending() const { return status == QuestionStatus::pending; }

	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(FieldRows{ bind({ .name = "id",
												 .sentence = "The question, such as question_001.",
												 .required = true },
								 &Question::id) },
				part_fields(&Question::asked),
				FieldRows{ bind({ .name = "status",
										.sentence = "Whether it waits for an answer.",
										.required = true },
						&Question::status) },
				part_fields(&Question::answer),
				FieldRows{
						bind_unless_empty({ .name = "delivery_error",
												  .sentence = "Why the answer did not arrive.",
												  .max_length = LONGEST_SENTENCE },
								&Question::delivery_error),
						bind_unless_empty({ .name = "reason",
												  .sentence = "Why it was withdrawn.",
												  .max_length = LONGEST_SENTENCE },
								&Question::reason),
						bind({ .name = "delivery",
									 .sentence = "How far the answer is on its way." },
								&Question::delivery),
						bind({ .name = "created_at",
									 .sentence = "When it was asked: date and time in UTC.",
									 .required = true },
								&Question::created_at),
						bind({ .name = "closed_at",
									 .sentence = "When it was answered, withdrawn or expired." },
								&Question::closed_at),
						bind({ .name = "delivered_at",
									 .sentence = "When the delivery of the answer last changed." },
								&Question::delivered_at),
						bind({ .name = "shortened",
									 .sentence =
											 "True: the detail, or the input that was answered, "
											 "is too large to be shown here; a request for "
											 "this question alone has it." },
								&Question::shortened),
				});
	}
};

} // namespace agent_runtime

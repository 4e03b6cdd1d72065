#pragma once

// The requests about questions, with their fields and replies.
// Thread rule: immutable.

#include "core/base/vocabulary.h"
#include "core/questions/question.h"
#include "core/requests/request_words.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace vocabulary {

inline constexpr std::size_t MOST_QUESTIONS_SHOWN = 1'000;

} // namespace vocabulary

// Who has answered, where a request does not say it.
constexpr std::string_view usual_answerer(From from) {
	return from == From::outside ? "gateway" : "game";
}

struct QuestionAnswerRequest {
	using Reply = Question;
	static constexpr RequestWords WORDS{ .name = "question_answer_request",
		.sentence = "Answer a question. The first answer counts." };
	QuestionId question;
	nlohmann::json answer;
	std::string message;
	nlohmann::json input;
	std::string key;
	std::string by;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(QUESTION, &QuestionAnswerRequest::question),
			bind({ .name = "answer",
						 .kind = any,
						 .sentence = "One of the options, or a text; a list where several may be "
									 "chosen; an object with the answer to each part where several "
									 "things are asked.",
						 .required = true,
						 .max_length = LARGEST_ANSWER },
					&QuestionAnswerRequest::answer),
			bind({ .name = "message",
						 .sentence = "What to tell whoever asked, such as why something is denied.",
						 .max_length = LONGEST_SENTENCE },
					&QuestionAnswerRequest::message),
			bind({ .name = "input",
						 .kind = any_object,
						 .sentence = "Of a permission that is given: the parameters to use instead "
									 "of those that were asked for.",
						 .max_length = LARGEST_DETAIL },
					&QuestionAnswerRequest::input),
			bind({ .name = "answer_key",
						 .sentence = "A name of the sender's own for this answer. Sent again under "
									 "the same name, it is the same answer.",
						 .one_line = true,
						 .min_length = 1,
						 .max_length = LONGEST_ANSWER_KEY },
					&QuestionAnswerRequest::key),
			bind({ .name = "answered_by",
						 .sentence = "Who answers; when absent, gateway for a program outside "
									 "the game, and game for its scripts.",
						 .one_line = true,
						 .min_length = 1 },
					&QuestionAnswerRequest::by),
		};
	}
};

struct QuestionRequest {
	using Reply = Question;
	static constexpr RequestWords WORDS{ .name = "question_request",
		.sentence = "Look at a question, with all its detail." };
	QuestionId question;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::QUESTION, &QuestionRequest::question) };
	}
};

struct QuestionsReply {
	std::vector<Question> questions; // as shown_briefly() leaves them
	bool more = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "questions",
						 .sentence = "The newest first.",
						 .required = true,
						 .max_length = vocabulary::MOST_QUESTIONS_SHOWN },
					&QuestionsReply::questions),
			bind({ .name = "more", .sentence = "Whether there are older ones.", .required = true },
					&QuestionsReply::more),
		};
	}
};

struct QuestionsRequest {
	using Reply = QuestionsReply;
	static constexpr RequestWords WORDS{ .name = "questions_request",
		.sentence = "List questions, newest first.",
		.long_answer = true };
	std::optional<QuestionStatus> status;
	JobId job;
	AgentId agent;
	QuestionId before;
	std::size_t limit = 100;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "status", .sentence = "Only questions of this status." },
					&QuestionsRequest::status),
			bind({ .name = "task_id", .sentence = "Only what this job has asked." },
					&QuestionsRequest::job),
			bind({ .name = "agent_id", .sentence = "Only what was asked for this agent." },
					&QuestionsRequest::agent),
			bind({ .name = "before",
						 .sentence = "Only questions asked before this one, to read on." },
					&QuestionsRequest::before),
			bind({ .name = "limit",
						 .sentence = "At most so many; 100 when absent.",
						 .min = 1,
						 .max = MOST_QUESTIONS_SHOWN },
					&QuestionsRequest::limit),
		};
	}
};

} // namespace agent_runtime

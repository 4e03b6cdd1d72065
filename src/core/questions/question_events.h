#pragma once

// What happens to questions. The subject of each event is that of the question, such as the job
// that asks. Thread rule: immutable once emitted.

#include "core/base/status.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"
#include "core/questions/question.h"
#include "core/store/database.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct QuestionEvents; // the list of all of them

struct QuestionAsked {
	using List = QuestionEvents;
	static constexpr std::string_view TYPE = "question_asked";
	static constexpr EventNote NOTE = { .sentence = "Somebody waits for the answer of a human.",
		.waits_for_storage = true };
	Question question; // as shown_briefly() leaves it
	std::optional<bool> again;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(derived_field(QUESTION,
								 [](const QuestionAsked &event) { return event.question.id; }),
				derived_field(ASKING_JOB,
						[](const QuestionAsked &event) { return event.question.asked.job(); }),
				bind({ .name = "question", .sentence = "What is asked.", .required = true },
						&QuestionAsked::question),
				bind({ .name = "again",
							 .sentence = "True: it was asked before and still waits. Sent to each "
										 "client that comes, without an id." },
						&QuestionAsked::again));
	}
};

struct QuestionAnswered {
	using List = QuestionEvents;
	static constexpr std::string_view TYPE = "question_answered";
	static constexpr EventNote NOTE = { .sentence = "A question was answered.",
		.waits_for_storage = true };
	QuestionId question;
	JobId job;
	QuestionAnswer answer; // without an input

	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(FieldRows{ bind(QUESTION, &QuestionAnswered::question),
								 bind(ASKING_JOB, &QuestionAnswered::job) },
				part_fields(&QuestionAnswered::answer));
	}
};

struct QuestionDelivered {
	using List = QuestionEvents;
	static constexpr std::string_view TYPE = "question_delivered";
	static constexpr EventNote NOTE = { .sentence =
												"An answer is on its way, has arrived or has not.",
		.waits_for_storage = true };
	QuestionId question;
	JobId job;
	AnswerDelivery delivery = AnswerDelivery::queued;
	std::string error;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(bind(QUESTION, &QuestionDelivered::question),
				bind(ASKING_JOB, &QuestionDelivered::job),
				bind({ .name = "delivery",
							 .sentence = "How far the answer is on its way.",
							 .required = true },
						&QuestionDelivered::delivery),
				bind_unless_empty({ .name = "error",
										  .sentence = "Why it did not arrive.",
										  .max_length = LONGEST_SENTENCE },
						&QuestionDelivered::error));
	}
};

// It can be answered no longer: whoever asked does not want to know any more, or has ended, or its
// time is up.
struct QuestionWithdrawn {
	using List = QuestionEvents;
	static constexpr std::string_view TYPE = "question_withdrawn";
	static constexpr EventNote NOTE = { .sentence = "A question cannot be answered any more.",
		.waits_for_storage = true };
	QuestionId question;
	JobId job;
	QuestionStatus status = QuestionStatus::withdrawn; // or expired
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(bind(QUESTION, &QuestionWithdrawn::question),
				bind(ASKING_JOB, &QuestionWithdrawn::job),
				bind({ .name = "status",
							 .sentence = "Whether it was withdrawn or has expired.",
							 .required = true },
						&QuestionWithdrawn::status),
				bind(REASON, &QuestionWithdrawn::reason));
	}
};

struct QuestionEvents
		: EventList<QuestionAsked, QuestionAnswered, QuestionDelivered, QuestionWithdrawn> {};

extern template struct EventTable<QuestionEvents>;

// Without a detail, or changed parameters, that are too large for events and lists.
Question shown_briefly(Question question);

// Messages of question_asked with `again` and without an id, oldest first.
struct PendingPage {
	std::vector<nlohmann::json> messages = {};
	QuestionId last = {}; // where the next page begins
	bool more = false;
};

// A new client is told what waits for an answer, whatever it has read: page by page, each about
// 32 KB or one message.
Result<PendingPage> announce_pending(Database &database, QuestionId after);

} // namespace agent_runtime

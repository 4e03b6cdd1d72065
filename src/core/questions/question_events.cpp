#include "core/questions/question_events.h"

#include "core/log/event_forms.h"
#include "core/log/event_json.h"
#include "core/questions/question_store.h"

#include <utility>

namespace agent_runtime {

template struct EventTable<QuestionEvents>;

namespace {

// What details of announcements may come to, so that a new client is not flooded.
constexpr std::size_t DETAIL_OF_ANNOUNCEMENTS = 262'144;

std::size_t size_of(const nlohmann::json &value) {
	return value.dump().size();
}

std::size_t detail_size(const Question &question) {
	return size_of(write_fields(question.asked.detail));
}

void leave_out_detail(Question &question) {
	question.asked.detail = {};
	question.shortened = true;
}

nlohmann::json announcement_of(const Question &question) {
	nlohmann::json message = event_to_message(
			Event{ question.asked.subject, QuestionAsked{ question, true }, question.asked.trace });
	message["ts"] = to_iso8601(question.created_at);
	return message;
}

} // namespace

Question shown_briefly(Question question) {
	if (detail_size(question) > vocabulary::LARGEST_SHOWN_DETAIL) {
		leave_out_detail(question);
	}
	if (size_of(question.answer.input) > vocabulary::LARGEST_SHOWN_DETAIL) {
		question.answer.input = {};
		question.shortened = true;
	}
	return question;
}

Result<std::vector<nlohmann::json>> announce_pending(Database &database) {
	const Result<std::vector<Question>> pending = list_questions(
			database, { .status = QuestionStatus::pending, .limit = vocabulary::MOST_PENDING });
	if (!pending.ok()) {
		return pending.status();
	}
	std::vector<nlohmann::json> messages;
	std::size_t bytes = 0;
	for (const Question &found : pending.value()) {
		Question question = shown_briefly(found);
		bytes += detail_size(question);
		if (bytes > DETAIL_OF_ANNOUNCEMENTS) {
			leave_out_detail(question);
		}
		messages.push_back(announcement_of(question));
	}
	return messages;
}

} // namespace agent_runtime

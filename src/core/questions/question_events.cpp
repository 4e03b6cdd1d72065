#include "core/questions/question_events.h"

#include "core/log/event_forms.h"
#include "core/log/event_json.h"
#include "core/questions/question_store.h"

#include <utility>

namespace agent_runtime {

template struct EventTable<QuestionEvents>;

namespace {

constexpr std::size_t PAGE_BYTES = 32'768; // of announcements
constexpr std::size_t MOST_IN_PAGE = 16; // questions that are read for one

std::size_t size_of(const nlohmann::json &value) {
	return value.dump().size();
}

std::size_t detail_size(const Question &question) {
	return size_of(write_fields(question.asked.detail));
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
		question.asked.detail = {};
		question.shortened = true;
	}
	if (size_of(question.answer.input) > vocabulary::LARGEST_SHOWN_DETAIL) {
		question.answer.input = {};
		question.shortened = true;
	}
	return question;
}

Result<PendingPage> announce_pending(Database &database, QuestionId after) {
	const Result<std::vector<Question>> pending = list_questions(
			database, { .status = QuestionStatus::pending, .after = after, .limit = MOST_IN_PAGE });
	if (!pending.ok()) {
		return pending.status();
	}
	PendingPage page;
	page.more = pending.value().size() == MOST_IN_PAGE;
	std::size_t bytes = 0;
	for (const Question &found : pending.value()) {
		nlohmann::json message = announcement_of(shown_briefly(found));
		bytes += size_of(message);
		if (bytes > PAGE_BYTES && !page.messages.empty()) {
			page.more = true;
			break;
		}
		page.messages.push_back(std::move(message));
		page.last = found.id;
	}
	return page;
}

} // namespace agent_runtime

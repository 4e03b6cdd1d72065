#include "core/questions/answer_question.h"

#include "core/base/field_problem.h"
#include "core/questions/answer_check.h"
#include "core/questions/question_events.h"
#include "core/questions/question_rows.h"
#include "core/questions/question_store.h"

#include <utility>

namespace agent_runtime {

namespace {

Status refused(StatusCode code, const Question &question, const std::string &why) {
	return Status(code, question.id.to_string() + " " + why);
}

// Whether the question has an answer that stands.
bool has_its_answer(const Question &question) {
	return question.status == QuestionStatus::answered &&
			question.delivery != AnswerDelivery::failed;
}

Status require_open(const Question &question, WallTime now) {
	if (has_its_answer(question)) {
		return refused(StatusCode::already_exists, question,
				"was answered with " + quoted_name(question.answer.response().value_or("")) +
						" by " + question.answer.by + " at " +
						to_iso8601(question.closed_at.value_or(WallTime())) +
						"; the first answer counts");
	}
	const bool is_late = question.asked.expires_at && *question.asked.expires_at <= now;
	if (question.status == QuestionStatus::expired || (question.is_pending() && is_late)) {
		return refused(StatusCode::failed_precondition, question,
				"could be answered until " +
						to_iso8601(question.asked.expires_at.value_or(WallTime())) +
						"; whoever asked goes on without an answer");
	}
	if (question.status == QuestionStatus::withdrawn) {
		return refused(StatusCode::failed_precondition, question,
				"was withdrawn: " + question.reason + "; nobody waits for an answer");
	}
	return Status();
}

bool is_repeated(const Question &question, const QuestionAnswer &answer) {
	return !answer.key.empty() && question.answer.key == answer.key;
}

Question answered(Question question, const QuestionAnswer &answer, WallTime now) {
	question.status = QuestionStatus::answered;
	question.answer = answer;
	question.delivery = AnswerDelivery::queued;
	question.delivery_error.clear();
	question.closed_at = now;
	question.delivered_at.reset();
	return question;
}

} // namespace

Status AnswerRoutes::send(DecisionScope &scope, const Question &question) const {
	const auto route = routes_.find(question.asked.subject.kind());
	if (route == routes_.end()) {
		return Status(StatusCode::unsupported,
				"this program cannot pass an answer on to " + question.asked.subject.to_string() +
						"; answer in the one that asks");
	}
	return route->second(scope, question);
}

Result<Question> answer_question(DecisionScope &scope, const AnswerRoutes &routes, QuestionId id,
		const QuestionAnswer &answer) {
	Result<std::optional<Question>> found = find_question(scope.database(), id);
	if (!found.ok()) {
		return found.status();
	}
	if (!found.value()) {
		return Status(StatusCode::not_found,
				"question_id: there is no " + id.to_string() +
						"; it was never asked, or is gone with whoever asked it");
	}
	Question &question = *found.value();
	if (is_repeated(question, answer)) {
		return std::move(question);
	}
	if (Status open = require_open(question, scope.now()); !open.ok()) {
		return open;
	}
	if (const MaybeProblem problem = find_answer_problem(question.asked, answer)) {
		return problem->to_status();
	}
	question = answered(std::move(question), answer, scope.now());
	Status status = routes.send(scope, question);
	if (status.ok()) {
		status = update_question(scope.database(), question);
	}
	if (!status.ok()) {
		return status;
	}
	QuestionAnswered event{ id, question.asked.job(), answer };
	event.answer.input = {};
	const Result<EventId> logged =
			scope.log({ question.asked.subject, std::move(event), question.asked.trace });
	return logged.ok() ? Result(std::move(question)) : logged.status();
}

} // namespace agent_runtime

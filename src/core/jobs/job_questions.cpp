#include "core/jobs/job_questions.h"

#include "core/questions/question_store.h"

#include <optional>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view WITHDRAWN_BY_PROGRAM = "its program does not wait for it any more";

} // namespace

Status ask_for_job(DecisionScope &scope, const JobRecord &job, NewQuestion question) {
	question.subject = job_subject(job.id);
	question.agent = job.plan.agent;
	const Status status = ask_question(scope, question).status();
	const bool is_unusable =
			status.code() == StatusCode::invalid_argument || status.code() == StatusCode::exhausted;
	return is_unusable ? Status() : status;
}

Status close_for_job(DecisionScope &scope, JobId job, const ClosedQuestion &closed) {
	const Subject subject = job_subject(job);
	const Result<std::optional<Question>> found =
			find_question(scope.database(), subject, closed.asked_as);
	if (!found.ok() || !found.value()) {
		return found.status();
	}
	const Question &question = *found.value();
	const bool is_taken = closed.how == ClosedQuestion::How::taken ||
			(closed.how == ClosedQuestion::How::either &&
					question.delivery == AnswerDelivery::written);
	return question.status == QuestionStatus::answered && is_taken
			? set_delivery(scope, question.id, AnswerDelivery::taken)
			: withdraw_question(scope, subject, closed.asked_as, WITHDRAWN_BY_PROGRAM);
}

} // namespace agent_runtime

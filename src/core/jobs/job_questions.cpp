#include "core/jobs/job_questions.h"

#include "core/jobs/driver_parts.h"
#include "core/jobs/job_rows.h"
#include "core/questions/question_store.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view WITHDRAWN_BY_PROGRAM = "its program does not wait for it any more";
constexpr std::size_t LONGEST_SHOWN_PROMPT = 80;

} // namespace

Result<std::string> ask_for_job(DecisionScope &scope, const JobRecord &job, NewQuestion question) {
	question.subject = job_subject(job.id);
	question.agent = job.plan.agent;
	const Status asked = ask_question(scope, question).status();
	if (asked.code() != StatusCode::invalid_argument && asked.code() != StatusCode::exhausted) {
		return asked.ok() ? Result(std::string()) : asked;
	}
	std::string why = "its question \"" + question_label(question.prompt, LONGEST_SHOWN_PROMPT) +
			"\" cannot be asked: " + asked.message();
	const std::unique_ptr<Driver> driver = restore_driver(job.plan.program, job.cursor.driver);
	const Result<JobInput> input = driver->decline(question, asked.message());
	if (!input.ok()) {
		return why; // it listens no more
	}
	const Status told =
			add_input(scope.database(), job.id, input.value(), QuestionId(), scope.now()).status();
	return told.ok() ? Result(std::move(why)) : told;
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

#include "core/jobs/job_steps.h"

#include "core/jobs/job_events.h"
#include "core/jobs/job_questions.h"
#include "core/questions/question_store.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view JOB_HAS_ENDED = "the job has ended";
constexpr std::string_view NOT_CONFIRMED =
		"the job has ended, and its program has not said that it took the answer";

template <typename Data>
Status log_about(DecisionScope &scope, const JobRecord &job, Data data) {
	return scope.log({ job_subject(job.id), std::move(data), job.trace }).status();
}

JobNamed named(const JobRecord &job) {
	return { job.id, job.plan.agent };
}

Status add_inputs(DecisionScope &scope, JobId job, const std::vector<JobInput> &inputs) {
	for (const JobInput &input : inputs) {
		if (const Result<std::uint64_t> n =
						add_input(scope.database(), job, input, {}, scope.now());
				!n.ok()) {
			return n.status();
		}
	}
	return {};
}

// Signals do not wait, so there is always space for them.
Status require_space(DecisionScope &scope, JobId job, const std::vector<JobInput> &inputs) {
	const bool waits = std::any_of(inputs.begin(), inputs.end(),
			[](const JobInput &input) { return input.line.kind == InboxKind::write; });
	const Result<std::vector<std::uint64_t>> queued =
			waits ? queued_inputs(scope.database(), job) : Result(std::vector<std::uint64_t>());
	if (!queued.ok() || queued.value().size() < MOST_WAITING_INPUTS) {
		return queued.status();
	}
	return { StatusCode::exhausted,
		std::to_string(queued.value().size()) + " inputs wait for the program of " +
				job.to_string() + " already, which does not read them; say it later" };
}

// The job, if this is its present attempt and has not ended; nothing when there is nothing to do
// any more.
Result<std::optional<JobRecord>> open_attempt(DecisionScope &scope, const JobAttempt &job) {
	Result<JobRecord> found = find_job(scope.database(), job.id);
	if (!found.ok()) {
		return found.status().code() == StatusCode::not_found ? Result(std::optional<JobRecord>())
															  : found.status();
	}
	const JobState &state = found.value().state;
	const bool is_open = state.attempt == job.attempt && !is_over(state.status);
	return is_open ? std::optional(std::move(found).value()) : std::nullopt;
}

Status has_ended(const JobRecord &job) {
	return { StatusCode::failed_precondition,
		job.id.to_string() + " is " + std::string(choice_name(job.state.status)) +
				"; resume it, or start another one" };
}

// An answer among the inputs goes the same way.
Status tell_question(DecisionScope &scope, JobId job, const InputOutcome &outcome) {
	const Result<QuestionId> question = question_of_input(scope.database(), job, outcome.n);
	if (!question.ok() || question.value().is_none()) {
		return question.status();
	}
	switch (outcome.state) {
		case InputState::queued:
			return {};
		case InputState::written:
			return set_delivery(scope, question.value(), AnswerDelivery::written);
		case InputState::taken:
			return set_delivery(scope, question.value(), AnswerDelivery::taken);
		case InputState::failed:
			return set_delivery(scope, question.value(), AnswerDelivery::failed, outcome.reason);
		case InputState::unknown:
			return set_delivery(scope, question.value(), AnswerDelivery::unknown, outcome.reason);
	}
	return {};
}

Status settle_inputs(DecisionScope &scope, JobId job,
		const Result<std::vector<std::uint64_t>> &inputs, InputState state,
		std::string_view reason) {
	if (!inputs.ok()) {
		return inputs.status();
	}
	Status status;
	for (std::size_t i = 0; i < inputs.value().size() && status.ok(); i++) {
		const InputOutcome outcome{ inputs.value()[i], state, std::string(reason) };
		status = set_input_state(scope.database(), job, outcome);
		status = status.ok() ? tell_question(scope, job, outcome) : status;
	}
	return status;
}

// What is on its way will not arrive any more. Of an answer that a program was written, and that it
// has not confirmed although it does that, nobody knows whether it was read.
Status settle_what_is_open(DecisionScope &scope, const JobRecord &job) {
	Database &database = scope.database();
	Status status = settle_inputs(
			scope, job.id, queued_inputs(database, job.id), InputState::failed, JOB_HAS_ENDED);
	if (!status.ok() || !restore_driver(job.plan.program, job.cursor.driver)->confirms()) {
		return status;
	}
	return settle_inputs(
			scope, job.id, written_answers(database, job.id), InputState::unknown, NOT_CONFIRMED);
}

// When something has happened, as its host says, within what can be: a clock may have been set.
WallTime moment_of(const std::optional<WallTime> &told, WallTime earliest, WallTime now) {
	return std::min(std::max(told.value_or(now), earliest), now);
}

Status log_end(DecisionScope &scope, const JobRecord &job) {
	const JobState &state = job.state;
	const JobEndFields end{ state.exit_code, state.signal, job.cursor.last_seq };
	if (state.status == JobStatus::completed) {
		return log_about(
				scope, job, JobCompleted{ named(job), state.exit_code.value_or(0), end.last_seq });
	}
	return state.status == JobStatus::killed
			? log_about(scope, job, JobKilled{ named(job), state.kill_reason, end })
			: log_about(scope, job, JobFailed{ named(job), state.error, end });
}

} // namespace

Status start_job(DecisionScope &scope, const JobRecord &job, const std::vector<JobInput> &inputs,
		const JobMoney &money) {
	Database &database = scope.database();
	Status status = raise_newest_job(database, job.id.number());
	status = status.ok() ? insert_job(database, job) : status;
	status = status.ok() ? reserve_money(database, job.id, job.state.attempt, money, 0, scope.now())
						 : status;
	status = status.ok() ? add_inputs(scope, job.id, inputs) : status;
	return status.ok() ? log_about(scope, job, JobStarting{ named(job), job.state.attempt })
					   : status;
}

Result<std::uint64_t> resume_job(
		DecisionScope &scope, const JobAgain &again, const JobMoney &money) {
	Database &database = scope.database();
	Result<JobRecord> found = find_job(database, again.id);
	if (!found.ok()) {
		return found.status();
	}
	JobRecord &job = found.value();
	if (!is_over(job.state.status) || job.state.attempt + 1 != again.attempt) {
		return Status(StatusCode::failed_precondition,
				again.id.to_string() + " is " + std::string(choice_name(job.state.status)) +
						"; only a job that has ended can be resumed");
	}
	Result<std::uint64_t> last = last_input_number(database, again.id);
	if (!last.ok()) {
		return last;
	}
	JobState state;
	state.attempt = again.attempt;
	state.created_at = job.state.created_at;
	state.keep = job.state.keep;
	state.agent_task = again.agent_task;
	job.state = state;
	Status status = update_state(database, again.id, state);
	status = status.ok() ? update_cursor(database, again.id, again.cursor) : status;
	status = status.ok() ? reserve_money(database, again.id, again.attempt, money,
								   again.cursor.micro_dollars, scope.now())
						 : status;
	status = status.ok() ? add_inputs(scope, again.id, again.inputs) : status;
	status = status.ok() ? log_about(scope, job, JobStarting{ named(job), again.attempt }) : status;
	return status.ok() ? Result(last.value() + 1) : status;
}

Status note_started(DecisionScope &scope, const JobAttempt &attempt, const ProcessIdentity &host,
		const StartedProgram &program) {
	Result<std::optional<JobRecord>> found = open_attempt(scope, attempt);
	if (!found.ok() || !found.value() || found.value()->state.status != JobStatus::starting) {
		return found.status();
	}
	JobRecord &job = *found.value();
	job.state.status = JobStatus::running;
	job.state.process = program.process;
	job.state.command = program.command;
	job.state.host_pid = host.pid;
	job.state.started_at = moment_of(program.at, job.state.created_at, scope.now());
	const Status status = update_state(scope.database(), job.id, job.state);
	return status.ok() ? log_about(scope, job, JobStarted{ named(job), program.process.pid })
					   : status;
}

Status note_inputs(
		DecisionScope &scope, const JobAttempt &job, const std::vector<InputOutcome> &outcomes) {
	Status status;
	for (std::size_t i = 0; i < outcomes.size() && status.ok(); i++) {
		status = set_input_state(scope.database(), job.id, outcomes[i]);
		status = status.ok() ? tell_question(scope, job.id, outcomes[i]) : status;
	}
	return status;
}

Result<std::vector<std::string>> note_progress(
		DecisionScope &scope, const JobAttempt &attempt, const JobProgress &progress) {
	Result<std::optional<JobRecord>> found = open_attempt(scope, attempt);
	std::vector<std::string> unasked;
	if (!found.ok() || !found.value()) {
		return found.ok() ? Result(std::move(unasked)) : found.status();
	}
	JobRecord &job = *found.value();
	JobCursor cursor = progress.cursor;
	const JobOutput lines{ named(job), job.cursor.told_seq + 1, cursor.last_seq };
	const bool tells = progress.tells_lines && lines.last_seq >= lines.first_seq;
	cursor.told_seq = tells ? lines.last_seq : job.cursor.told_seq;
	Status status = update_cursor(scope.database(), job.id, cursor);
	job.cursor = std::move(cursor);
	for (std::size_t i = 0; i < progress.asked.size() && status.ok(); i++) {
		Result<std::string> why = ask_for_job(scope, job, progress.asked[i]);
		status = why.status();
		if (why.ok() && !why.value().empty()) {
			unasked.push_back(std::move(why).value());
		}
	}
	for (const std::string &key : progress.taken) {
		status = status.ok() ? set_input_taken(scope.database(), job.id, key).status() : status;
	}
	for (const ClosedQuestion &closed : progress.closed) {
		status = status.ok() ? close_for_job(scope, job.id, closed) : status;
	}
	status = status.ok() ? add_inputs(scope, job.id, progress.inputs) : status;
	status = status.ok() && tells ? log_about(scope, job, lines) : status;
	return status.ok() ? Result(std::move(unasked)) : status;
}

Result<JobRecord> ask_to_kill(DecisionScope &scope, const KillOrder &order) {
	Result<JobRecord> found = find_job(scope.database(), order.id);
	if (!found.ok()) {
		return found;
	}
	JobRecord &job = found.value();
	if (is_over(job.state.status)) {
		return has_ended(job);
	}
	const std::uint64_t attempt = job.state.attempt;
	const Result<std::optional<std::uint64_t>> grace =
			shortest_grace(scope.database(), job.id, attempt);
	if (!grace.ok()) {
		return grace.status();
	}
	Status status;
	if (!job.state.kill_asked_at) {
		job.state.kill_asked_at = scope.now();
		job.state.kill_reason = order.reason;
		status = update_state(scope.database(), job.id, job.state);
	}
	if (status.ok() && (!grace.value() || order.grace_seconds < *grace.value())) {
		InboxLine line;
		line.kind = InboxKind::kill;
		line.grace_seconds = order.grace_seconds;
		status = add_inputs(scope, job.id, { { kill_key(attempt, line.grace_seconds), line } });
	}
	return status.ok() ? found : status;
}

Status end_job(DecisionScope &scope, const JobAttempt &attempt, const JobEnd &end) {
	Result<std::optional<JobRecord>> found = open_attempt(scope, attempt);
	if (!found.ok() || !found.value()) {
		return found.status();
	}
	JobRecord &job = *found.value();
	job.state.status = end.status;
	job.state.error = end.error;
	job.state.exit_code = end.exit_code;
	job.state.signal = end.signal;
	job.state.ended_at =
			moment_of(end.at, job.state.started_at.value_or(job.state.created_at), scope.now());
	Status status = update_state(scope.database(), job.id, job.state);
	status = status.ok() ? settle_what_is_open(scope, job) : status;
	status = status.ok() ? withdraw_questions(scope, job_subject(job.id), JOB_HAS_ENDED).status()
						 : status;
	status = status.ok() ? settle_money(scope.database(), job) : status;
	return status.ok() ? log_end(scope, job) : status;
}

Status purge_job(DecisionScope &scope, JobId id, const std::optional<std::string> &kept_worktree) {
	const Result<JobRecord> found = find_job(scope.database(), id);
	if (!found.ok()) {
		return found.status();
	}
	if (!is_over(found.value().state.status)) {
		return { StatusCode::failed_precondition,
			id.to_string() + " has not ended; kill it first, or purge it later" };
	}
	Status status = purge_questions(scope.database(), job_subject(id)).status();
	status = status.ok() ? remove_job_rows(scope.database(), id) : status;
	return status.ok()
			? log_about(scope, found.value(), JobPurged{ named(found.value()), kept_worktree })
			: status;
}

Status send_inputs(DecisionScope &scope, const JobAttempt &attempt, const JobCursor &cursor,
		const std::vector<JobInput> &inputs, const std::string &sender_key) {
	const Result<JobRecord> found = find_job(scope.database(), attempt.id);
	if (!found.ok()) {
		return found.status();
	}
	const JobState &state = found.value().state;
	if (is_over(state.status) || state.attempt != attempt.attempt) {
		return has_ended(found.value());
	}
	JobCursor told = cursor;
	told.told_seq = found.value().cursor.told_seq;
	Status status = require_space(scope, attempt.id, inputs);
	status = status.ok() ? update_cursor(scope.database(), attempt.id, told) : status;
	if (status.ok() && !sender_key.empty()) {
		status = add_sender_key(scope.database(), attempt.id, sender_key);
	}
	return status.ok() ? add_inputs(scope, attempt.id, inputs) : status;
}

Status send_answer_to_job(DecisionScope &scope, const Question &question) {
	const JobId id = question.asked.job();
	const Result<JobRecord> found = find_job(scope.database(), id);
	if (!found.ok()) {
		return found.status();
	}
	const JobRecord &job = found.value();
	if (is_over(job.state.status)) {
		return has_ended(job);
	}
	const std::unique_ptr<Driver> driver = restore_driver(job.plan.program, job.cursor.driver);
	const Result<JobInput> input = driver->answer(question);
	if (!input.ok()) {
		return input.status();
	}
	// A question whose answer has failed may be answered again.
	const Status freed = free_key_of_failed(scope.database(), id, input.value().key);
	return freed.ok()
			? add_input(scope.database(), id, input.value(), question.id, scope.now()).status()
			: freed;
}

} // namespace agent_runtime

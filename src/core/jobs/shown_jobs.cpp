#include "core/jobs/shown_jobs.h"

#include "core/jobs/job_rows.h"
#include "core/mind/model.h"
#include "core/questions/question_store.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace agent_runtime {

Result<JobFields> shown_job(Database &database, const JobRecord &job) {
	const Result<std::size_t> pending = count_pending(database, job_subject(job.id));
	if (!pending.ok()) {
		return pending.status();
	}
	JobFields fields;
	fields.job = job.id;
	fields.task_name = job.plan.task_name;
	fields.agent = job.plan.agent;
	fields.program = job.plan.program;
	fields.status = job.state.status;
	fields.error = job.state.error;
	fields.folder = job.plan.folder;
	fields.worktree = job.plan.worktree;
	fields.branch = job.plan.branch;
	fields.output_file = job.output_file;
	if (job.state.process.pid != 0) {
		fields.pid = job.state.process.pid;
	}
	fields.attempt = job.state.attempt;
	fields.created_at = job.state.created_at;
	fields.started_at = job.state.started_at;
	fields.ended_at = job.state.ended_at;
	fields.exit_code = job.state.exit_code;
	fields.signal = job.state.signal;
	fields.last_seq = job.cursor.last_seq;
	fields.pending_questions = pending.value();
	fields.dollars = Money{ job.cursor.micro_dollars }.dollars();
	return fields;
}

Result<JobsReply> shown_jobs(Database &database, const JobsRequest &request) {
	// One more than is shown says whether there are others.
	const Result<std::vector<JobRecord>> found = list_jobs(database,
			{ .status = request.status,
					.agent = request.agent,
					.before = request.before,
					.limit = request.limit + 1 });
	if (!found.ok()) {
		return found.status();
	}
	JobsReply reply;
	for (const JobRecord &job : found.value()) {
		if (reply.jobs.size() == request.limit) {
			reply.more = true;
			break;
		}
		Result<JobFields> fields = shown_job(database, job);
		if (!fields.ok()) {
			return fields.status();
		}
		reply.jobs.push_back(std::move(fields).value());
	}
	return reply;
}

} // namespace agent_runtime

#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/jobs/job_agents.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_errands.h"
#include "core/jobs/job_hooks.h"
#include "core/jobs/job_keeper.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_money.h"
#include "core/jobs/job_purge.h"
#include "core/jobs/job_rules.h"
#include "core/jobs/job_starter.h"
#include "core/jobs/job_worktree.h"
#include "core/jobs/job_writes.h"
#include "core/jobs/new_job.h"
#include "core/jobs/question_expiry.h"
#include "core/mind/provider.h"
#include "core/models/price_list.h"
#include "core/questions/answer_question.h"
#include "core/services/shared_store.h"
#include "core/store/database.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

// A job that was there when the desk started. Thread rule: immutable.
struct FoundJob {
	JobFields job;
	bool has_just_ended = false; // nobody has been told of its end
};

// All that works at jobs, put together: what is asked of them, one after the other, and what
// becomes of them. Owned by the desk. Thread rule: worker only; open() and recover() before the
// thread is there.
class JobWorks {
public:
	// All of it must outlive the works.
	struct Parts {
		const JobRules &rules;
		const std::string &host; // the program agent_runtime_host; empty: none
		SharedStore &store;
		EventFanout &fanout;
		const Clock &clock;
		const MindSettings &minds;
		const JobCaps &caps;
		JobAgents *agents = nullptr; // null: none
		JobHooks *hooks = nullptr;
		JobBook &book;
		JobWords &words;
		FileChanges &changes;
	};

	static Result<std::unique_ptr<JobWorks>> open(const Parts &parts, const Logger &log);

	const JobBase &base() const { return base_; }
	// What earlier games have left.
	Status recover();
	// All jobs there are, the newest first; at most as many as a list may show.
	Result<std::vector<FoundJob>> list();

	// With a worktree if that is asked for. The job was planned without one.
	void begin(const std::shared_ptr<NewJob> &planned, const JobStartRequest &request,
			const JobDone<JobStartReply> &done);
	void begin_again(const JobResumeRequest &request, const JobCaller &caller,
			const JobDone<JobStartReply> &done);
	Result<JobKillReply> kill(const JobKillRequest &request, TraceId trace);
	Result<OneJob> say(const JobInputRequest &request, TraceId trace);
	Result<JobRespondReply> respond(const JobRespondRequest &request, From from, TraceId trace);
	void purge(const JobPurgeRequest &request, const JobDone<JobPurgeReply> &done) {
		purge_.purge(request, done);
	}

	void look_for_inputs() { keeper_.look_for_inputs(); }
	// Does what is due, and returns how long nothing is.
	Micros work();

private:
	JobWorks(const Parts &parts, JobBase base, Database reading, const Logger &log);

	void begin_in_worktree(const NewJob &planned, const Result<JobPlan> &plan,
			const JobStartRequest &request, const JobDone<JobStartReply> &done);
	void begin_planned(const std::shared_ptr<NewJob> &planned, const JobDone<JobStartReply> &done);
	void launch(const std::shared_ptr<NewJob> &job, std::uint64_t first_input,
			const JobDone<JobStartReply> &done);
	void give_task(const JobRecord &job) const;
	Money cost_of(const JobPlan &plan, const std::string &model, const Usage &usage);
	// With git, beside the jobs.
	void unlock(const JobPlan &plan);
	void change_worktree(std::function<void(GitCancelled &cancelled)> change);
	void clean_up();
	Result<QuestionId> question_to_answer(JobId job, const std::string &key);

	const Parts parts_;
	const Logger log_;
	const JobBase base_;
	Database reading_;
	PriceList prices_;
	JobWrites writes_;
	JobStarter starter_;
	JobKeeper keeper_;
	JobPurge purge_;
	std::vector<JobId> just_ended_;
	QuestionExpiry expiry_;
	AnswerRoutes answers_;
	std::vector<std::string> markers_; // of processes that nobody looks after
	std::vector<JobPlan> locked_; // of those, whose worktrees are locked
	JobErrands git_;
	JobErrands hosts_; // what has to wait for hosts and their programs
};

} // namespace agent_runtime

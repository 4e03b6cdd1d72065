#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/io/file_changes.h"
#include "core/jobs/job_agents.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_book.h"
#include "core/jobs/job_errands.h"
#include "core/jobs/job_starter.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_watch.h"
#include "core/jobs/job_words.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// Keeps the jobs that have not ended: starts them, reads what their hosts have done, stores what
// has come of it, and writes into their inboxes what the database says that they are to hold. Owned
// by the desk. Thread rule: worker only.
class JobKeeper {
public:
	static constexpr Micros BETWEEN_OUTPUT_EVENTS = std::chrono::milliseconds(100);

	// All of it must outlive the keeper.
	struct Parts {
		const JobBase &base;
		JobWrites &writes;
		const JobStarter &starter;
		JobBook &book;
		JobWords &words;
		FileChanges &changes;
		const Clock &clock;
		Database &reading; // a connection that is this thread's
		JobWatch::CostOf cost_of;
		JobErrands &hosts; // for what has to wait for hosts and their programs
		std::function<void(const JobPlan &plan)> unlock; // the job's worktree
		JobAgents *agents = nullptr; // null: none
	};

	JobKeeper(Parts parts, const Logger &log);

	// The job is in the database, and its files are there if `made` says so. When it cannot be
	// started it has failed, and the database says so.
	void launch(const JobLaunch &launch, std::unique_ptr<Driver> driver, const Status &made);
	// One that was found running.
	void attach(const JobRecord &job);

	// What is to be said to a program. Under a sender's key it is said once.
	struct Words {
		std::function<Result<std::vector<JobInput>>(Driver &driver)> say;
		std::string sender_key;
	};
	// `failed_precondition` when the job does not run.
	Status say(JobId job, const Words &words, TraceId trace);
	// Something may have been queued for inboxes.
	void look_for_inputs() { inputs_may_wait_ = true; }

	// Does what is due, and returns how long there is nothing to do unless something changes.
	Micros work();

private:
	struct Live {
		std::unique_ptr<JobWatch> watch;
		JobTask task; // of an agent, if it is one
		int folder = -1; // of FileChanges
		RealTime began;
		RealTime next_event; // of output
		RealTime next_try; // after something has failed
		bool has_inputs = true; // that may have to be written into the inbox
		bool is_over = false;
		bool loses_host = false; // what its host has left is being ended
	};

	// One whose files cannot be used at the moment, though its host may live.
	struct Unread {
		JobRecord job;
		RealTime next_try;
	};

	void add(const JobRecord &job, std::unique_ptr<Driver> driver);
	Micros look_at_unread(RealTime now);
	void end_unwatched(const JobRecord &job, const Status &why);
	void end_task(const JobTask &task, const JobEnd &end) const;
	void limit_spending(JobWatch &watch);
	Micros work_at(Live &live, RealTime now);
	Status store(Live &live, bool tells_lines);
	void write_inputs(Live &live);
	void look_after_host(Live &live, RealTime now);
	void lose_host(Live &live);
	void end_strays_of(Live &live);
	void put_off(Live &live, const Status &why) const;
	void remove_ended();

	const Parts parts_;
	const Logger log_;
	std::map<JobId, Live> live_;
	std::map<JobId, Unread> unread_;
	RealTime next_look_at_hosts_;
	bool inputs_may_wait_ = false;
};

} // namespace agent_runtime

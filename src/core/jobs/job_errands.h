#pragma once

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace agent_runtime {

// What jobs have other programs do, such as git, on a thread of its own, so that no other job has
// to wait meanwhile: one after the other, in the order in which it was asked for. The thread is
// there once something was.
//
//	errands.post({ [plan](const JobErrand::Cancelled &cancelled) {
//		Result<JobPlan> made = add_worktree(plan, cancelled);
//		return [made] { go_on_with(made); }; // on the thread of jobs
//	}, [] { tell_that_nothing_came_of_it(); } });
//
// Thread rule: immutable.
struct JobErrand {
	using Cancelled = std::atomic<bool>; // becomes true when nobody waits any more
	using Then = std::function<void()>;

	std::function<Then(const Cancelled &cancelled)> run;
	Then give_up = {}; // instead of what run() returns, at a stop; empty: nothing to do
};

// Owned by the desk. Thread rule: worker only; stop() by the owner when the worker has ended.
class JobErrands {
public:
	// `wake` is called when finish() has something to do; it outlives this.
	JobErrands(const std::string &name, std::function<void()> wake, const Logger &log);
	~JobErrands();
	JobErrands(const JobErrands &) = delete;
	JobErrands &operator=(const JobErrands &) = delete;

	void post(JobErrand errand);
	// Calls what errands that are done have returned.
	void finish();
	// Cancels the one that is under way, and gives up all.
	void stop();

private:
	struct Done {
		JobErrand::Then then;
		JobErrand::Then give_up;
	};

	std::optional<JobErrand> take();
	void run();
	void run_one(JobErrand errand);

	const std::function<void()> wake_;
	const Logger log_;
	std::atomic<bool> cancelled_{ false }; // guards no other data
	Mutex mutex_;
	std::condition_variable changed_;
	std::deque<JobErrand> waiting_ AR_GUARDED_BY(mutex_);
	std::deque<Done> done_ AR_GUARDED_BY(mutex_);
	bool is_stopping_ AR_GUARDED_BY(mutex_) = false;
	NamedThread thread_;
};

} // namespace agent_runtime

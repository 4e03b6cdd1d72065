#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/io/file_changes.h"
#include "core/io/launch_detached.h"
#include "core/jobs/job_agents.h"
#include "core/jobs/job_book.h"
#include "core/jobs/job_feed.h"
#include "core/jobs/job_followers.h"
#include "core/jobs/job_hooks.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_money.h"
#include "core/jobs/job_rules.h"
#include "core/jobs/job_words.h"
#include "core/jobs/job_works.h"
#include "core/mind/provider.h"
#include "core/services/shared_store.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// Where jobs are started, spoken to, ended and purged, on a thread of its own, which also watches
// those that run. What is asked for is answered when it is in the database. A stop leaves jobs as
// they are: their programs work on, and the next start finds them.
// Owned by Runtime. Thread rule: any thread; start() and stop() once each, by the owner.
class JobDesk : public EventSubscriber {
public:
	// All of it must outlive the desk.
	struct Parts {
		SharedStore &store;
		EventFanout &fanout;
		const Clock &clock;
		const MindSettings
				&minds; // where claude and codex find their models, and what may be spent
		std::string project; // its folder; empty: none
		std::string host; // where agent_runtime_host can be run; empty: nowhere
		JobHooks *hooks = nullptr; // for tests
		Status support = can_launch_detached(); // whether jobs can be had on this system at all
	};
	// Called exactly once, on the desk's thread or on that of stop().
	template <typename Reply>
	using Done = JobDone<Reply>;
	using Caller = JobCaller;

	JobDesk(JobSettings settings, Parts parts, const Logger &log);
	~JobDesk() override;
	JobDesk(const JobDesk &) = delete;
	JobDesk &operator=(const JobDesk &) = delete;

	// For whom jobs work; outlives the desk. Before start().
	void set_agents(JobAgents &agents) { agents_ = &agents; }
	// What jobs that begin from now on may spend.
	void set_caps(LedgerCaps caps) { caps_.set(std::move(caps)); }

	// Puts in order what earlier games have left, and attaches to what runs. Call it once the store
	// has started, and before anything is accepted.
	Status start();
	const Status &stop();
	// Which jobs there were when it started, the newest first. The owner takes them once.
	std::vector<FoundJob> take_found() { return std::exchange(found_, {}); }
	// Why nothing is accepted, if so.
	Status check() const;

	// The id at once; `done` is told whether the job is in the database. On failure `done` is not
	// called.
	Result<JobId> start_job(
			const JobStartRequest &request, const Caller &caller, const Done<JobStartReply> &done);
	Status resume(
			const JobResumeRequest &request, const Caller &caller, const Done<JobStartReply> &done);
	Status kill(
			const JobKillRequest &request, const Caller &caller, const Done<JobKillReply> &done);
	Status say(const JobInputRequest &request, const Caller &caller, const Done<OneJob> &done);
	Status respond(const JobRespondRequest &request, const Caller &caller,
			const Done<JobRespondReply> &done);
	Status purge(const JobPurgeRequest &request, const Done<JobPurgeReply> &done);

	JobFeeds &feeds() { return feeds_; }
	JobWords &words() { return words_; }
	// For clients of the gateway that follow what jobs write.
	JobFollowers &followers() { return followers_; }
	const JobBook &book() const { return book_; }
	// Where the files of all jobs lie.
	std::string base_path() const;

	// An answer to a question may have been given, by any process on the file.
	void publish(const PublishedBatch &batch) override;

private:
	struct Order {
		std::function<void(JobWorks &works)> run;
		std::function<void(const Status &why)> refuse;
	};
	static constexpr std::size_t MOST_ORDERS = 1'024;

	Status check_open() const AR_REQUIRES(mutex_);
	Status post(Order order);
	template <typename Reply>
	Status post_call(std::function<Result<Reply>(JobWorks &works)> call, const Done<Reply> &done);
	void run();
	bool carry_out_orders();
	void carry_out(const Order &order);
	Micros work();
	Micros work_or_throw();

	const JobRules rules_;
	const Parts parts_;
	const Logger log_;
	JobAgents *agents_ = nullptr;
	JobCaps caps_;
	JobBook book_;
	JobWords words_;
	FileChanges changes_;
	JobFeeds feeds_;
	JobFollowers followers_;
	std::vector<FoundJob> found_;
	std::unique_ptr<JobWorks> works_; // used by the thread alone once it runs
	std::atomic<bool> inputs_may_wait_{ false }; // guards no other data
	mutable Mutex mutex_;
	std::deque<Order> orders_ AR_GUARDED_BY(mutex_);
	bool is_open_ AR_GUARDED_BY(mutex_) = false;
	bool is_stopping_ AR_GUARDED_BY(mutex_) = false;
	Status failure_ AR_GUARDED_BY(mutex_); // of start()
	NamedThread thread_;
	const ClockWatch watch_;
};

} // namespace agent_runtime

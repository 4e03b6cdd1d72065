#pragma once

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/event_log.h"
#include "core/store/file_watch.h"
#include "core/store/foreign_tail.h"
#include "core/store/group_commit.h"
#include "core/store/housekeeping.h"
#include "core/store/idle_task.h"
#include "core/store/write_job.h"
#include "core/store/write_queue.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace agent_runtime {

struct WriterOptions {
	WriteQueueLimits queue;
	BatchLimits batch;
	// Other processes look for the lock each millisecond: after so much holding they get such a
	// gap.
	Micros gap_after = std::chrono::milliseconds(4);
	Micros gap = std::chrono::microseconds(1300);
	std::chrono::milliseconds busy_limit{ 2000 }; // then the storage counts as failing
	Micros retry_every = std::chrono::seconds(1); // while the storage fails
	Micros foreign_poll = std::chrono::milliseconds(100);
	Micros file_look = std::chrono::milliseconds(500); // whether the file is where it was
	HousekeepingOptions housekeeping;
};

// What the writer tells of its own accord, on its thread. Empty ones are not called. None may
// block.
struct WriterHooks {
	// Events of other processes, before our own of higher ids are committed().
	ForeignTail::Callback foreign_events;
	std::function<void(const Status &reason)> degraded;
	std::function<void(std::uint64_t jobs)> recovered; // all that waited is written
	// Looks at what lies beside the file whenever that is looked for; what it says is not ok is
	// told as the loss of the file is.
	std::function<Status()> keep_beside;
};

struct WriterStats {
	std::size_t queue_bytes = 0; // of jobs that have not ended
	std::size_t queue_jobs = 0;
	std::uint64_t commits = 0;
	std::uint64_t jobs = 0; // that were committed
	std::uint64_t rows = 0;
	std::uint64_t foreign_events = 0;
	std::uint64_t checkpoints = 0;
	bool degraded = false;
	std::string lost; // what has become of the file; empty: it is as it was
	Micros longest_wait{}; // of submit(), for room
	Micros longest_hold{}; // of the write lock
	Micros longest_checkpoint{}; // of the writer's own part
};

// The one thread that writes the database. Jobs of any thread go into a bounded queue and from
// there, in order, into transactions of a few milliseconds with gaps between them for other
// processes. A full queue makes submit() wait, and nothing is ever dropped for it. While the
// storage fails, jobs are told so at once, are kept, and are written when it works again. When the
// file is deleted or moved away, jobs are told so as well; they are still written to what is open,
// from which the world can be copied to another file, and which may be put back.
// Owned by whoever owns the open database; stops in its destructor. Thread rule: any thread;
// start() and stop() not at the same time.
class Writer {
public:
	Writer() = default;
	~Writer();
	Writer(const Writer &) = delete;
	Writer &operator=(const Writer &) = delete;

	// Once in a Writer's life. The connection belongs to the writer's thread until stop() closes
	// it.
	Status start(Database database, WriterOptions options = {}, WriterHooks hooks = {},
			std::vector<std::unique_ptr<IdleTask>> idle_tasks = {}, Logger log = {});

	// Says how long it had to wait because the queue was full. On failure the job remains the
	// caller's: `exhausted` when the storage fails and the backlog is full, `failed_precondition`
	// when stopped.
	Result<Micros> submit(std::unique_ptr<WriteJob> &&job);

	// Until all that was submitted before has ended; the failure, if the storage fails.
	Status flush();

	// stop() comes soon: jobs are written as before, and all that can wait is left. The WAL is
	// copied only when it becomes far longer than it usually is.
	void prepare_stop();

	// Writes what is waiting, drops what cannot be written, and closes the database. Says what was
	// not written, or which thread had ended by an exception; the same when asked again.
	const Status &stop();

	WriterStats stats() const;

private:
	using SteadyTime = std::chrono::steady_clock::time_point;

	void run();
	void receive(SteadyTime deadline, bool patient);
	bool keeps_house() const;
	SteadyTime next_deadline() const;
	void write_pending();
	void publish(const BatchOutcome &outcome);
	void end_job(WriteJob &job, const Status &status);
	void end_jobs(const BatchOutcome &outcome);
	void enter_degraded(const Status &reason);
	void tell_degraded();
	void leave_degraded();
	void look_for_file(SteadyTime now);
	void note_state();
	const Status &trouble() const { return failure_.ok() ? lost_ : failure_; }
	void drop_rest();
	void drop_all();
	void look_for_foreign(SteadyTime now);
	void leave_gap();
	void update_stats(const BatchOutcome &outcome, std::uint64_t committed);

	WriterOptions options_;
	WriterHooks hooks_;
	Logger log_;
	std::unique_ptr<WriteQueue> queue_;
	std::unique_ptr<NamedThread> thread_;
	std::atomic<bool> ending_{ false }; // stands alone

	// Of the writer's thread alone.
	std::optional<Database> database_;
	std::deque<PendingJob> pending_;
	ForeignTail foreign_;
	Housekeeping housekeeping_;
	Status failure_; // not ok while the file cannot be written
	FileWatch file_;
	Status lost_; // not ok while the file has no name, or not its content
	std::size_t told_ = 0; // so many of pending_, from the front, know of a failure
	std::uint64_t recovered_ = 0;
	SteadyTime retry_at_;
	SteadyTime poll_at_;
	SteadyTime look_at_;
	SteadyTime last_commit_;
	Micros held_{}; // since the last gap

	Status end_; // what stop() says
	bool stopped_ = false;

	mutable Mutex stats_mutex_;
	WriterStats stats_ AR_GUARDED_BY(stats_mutex_);
};

} // namespace agent_runtime

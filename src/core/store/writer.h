#pragma once

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/file_tail.h"
#include "core/store/file_waiters.h"
#include "core/store/file_watch.h"
#include "core/store/group_commit.h"
#include "core/store/housekeeping.h"
#include "core/store/idle_work.h"
#include "core/store/write_operation.h"
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
	// Other processes try the lock every millisecond. After holding it for this long, the writer
	// leaves them such a gap.
	Micros gap_after = std::chrono::milliseconds(4);
	Micros gap = std::chrono::microseconds(1300);
	std::chrono::milliseconds busy_limit{ 2000 }; // after this the storage counts as failing
	Micros retry_every = std::chrono::seconds(1); // while the storage fails
	Micros foreign_poll = std::chrono::milliseconds(100);
	// how often to check that the file is where it was
	Micros file_look = std::chrono::milliseconds(500);
	HousekeepingOptions housekeeping;
};

// What the writer reports without being asked, on its thread. Empty functions are not called. None
// may block.
struct WriterHooks {
	std::unique_ptr<FileTail> tail; // null: nobody follows what other processes write
	std::function<void(const Status &reason)> degraded;
	std::function<void(std::uint64_t operations)> recovered; // all that waited is written
	// Looks at what lies beside the file whenever that is looked for; what it says is not ok is
	// told as the loss of the file is.
	std::function<Status()> keep_beside;
};

struct WriterStats {
	std::size_t queue_bytes = 0; // of operations that have not ended
	std::size_t queue_operations = 0;
	std::uint64_t commits = 0;
	std::uint64_t operations = 0; // that were committed
	std::uint64_t rows = 0;
	std::uint64_t foreign_rows = 0; // that the tail has published
	std::uint64_t checkpoints = 0;
	bool degraded = false;
	std::string lost; // what has happened to the file; empty: nothing
	Micros longest_wait{}; // by submit(), for room
	Micros longest_hold{}; // of the write lock
	Micros longest_checkpoint{}; // of the writer's own part
};

// The one thread that writes the database. Operations of any thread go into a bounded queue and
// from there, in order, into transactions of a few milliseconds with gaps between them for other
// processes. A full queue makes submit() wait, and nothing is ever dropped for it. While the
// storage fails, operations are told so at once, are kept, and are written when it works again.
// When the file is deleted or moved away, operations are told so as well; they are still written to
// what is open, from which the world can be copied to another file, and which may be put back.
// Those that wait for the file are told that they were written when it is back.
// Owned by whoever owns the open database; stops in its destructor. Thread rule: any thread;
// start() and stop() not at the same time.
class Writer {
public:
	Writer() = default;
	~Writer();
	Writer(const Writer &) = delete;
	Writer &operator=(const Writer &) = delete;

	// Called once in a Writer's life. The connection belongs to the writer's thread until stop()
	// closes it.
	Status start(Database database, WriterOptions options = {}, WriterHooks hooks = {},
			std::vector<std::unique_ptr<IdleWork>> idle_work = {}, Logger log = {});

	// Says how long it had to wait because the queue was full. On failure the operation remains the
	// caller's: `exhausted` when the storage fails and the backlog is full, `failed_precondition`
	// when stopped, or when the writer's own thread would have to wait for itself.
	Result<Micros> submit(std::unique_ptr<WriteOperation> &&operation);

	// Waits until everything submitted before has ended; returns the failure if the storage fails,
	// and `failed_precondition` to the writer's own thread.
	Status flush();

	// stop() comes soon: operations are written as before, and all that can wait is left. The WAL
	// is copied only when it becomes far longer than it usually is.
	void prepare_stop();

	// Writes what is waiting, drops what cannot be written, and closes the database. Returns what
	// was not written, or which thread had ended with an exception; later calls return the same.
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
	void end_operation(PendingOperation next, const Status &status);
	void end_what_waits_for_file();
	void end_operations(const BatchOutcome &outcome);
	void enter_degraded(const Status &reason);
	void tell_degraded();
	void leave_degraded();
	void look_for_file(SteadyTime now);
	void look_for_those_who_wait();
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
	std::atomic<bool> ending_{ false }; // guards no other data

	// Used by the writer's thread alone.
	std::optional<Database> database_;
	std::deque<PendingOperation> pending_;
	Housekeeping housekeeping_;
	Status failure_; // not ok while the file cannot be written
	FileWatch file_;
	Status lost_; // not ok while the file has no name, or not its content
	FileWaiters file_waiters_; // empty while the file is there
	std::size_t told_ = 0; // this many of pending_, from the front, know of a failure
	std::uint64_t recovered_ = 0;
	SteadyTime retry_at_;
	SteadyTime poll_at_;
	SteadyTime look_at_;
	SteadyTime last_commit_;
	Micros held_{}; // since the last gap

	Status end_; // what stop() returns
	bool stopped_ = false;

	mutable Mutex stats_mutex_;
	WriterStats stats_ AR_GUARDED_BY(stats_mutex_);
};

} // namespace agent_runtime

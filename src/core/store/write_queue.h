#pragma once

#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/write_operation.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

namespace agent_runtime {

struct WriteQueueLimits {
	std::size_t queue_bytes = 32U << 20U; // above this push() waits
	std::size_t backlog_bytes = 64U << 20U; // above this push() refuses while the storage fails
	// The writer is not woken for fewer jobs than this before `max_delay` has passed.
	std::size_t batch_operations = 1024;
	std::size_t batch_bytes = 1U << 20U;
	Micros max_delay = std::chrono::milliseconds(2);
};

// Operations on their way to the writer, limited by the bytes of all that have not ended. Owned by
// Writer. Thread rule: any thread for push(), wait_until_done(), close() and the counts; the rest
// is the writer thread's.
class WriteQueue {
public:
	using SteadyTime = std::chrono::steady_clock::time_point;

	explicit WriteQueue(const WriteQueueLimits &limits);

	// Takes the operation, if need be after waiting for space, and says how long that took. On
	// failure the operation remains the caller's: `exhausted` while the backlog is full since the
	// storage fails or the file is gone, `failed_precondition` when the queue is closed, or when
	// the writer's own thread would have to wait.
	Result<Micros> push(std::unique_ptr<WriteOperation> &&operation);

	// Until every operation that was pushed before has ended; sooner, with the failure, while the
	// storage fails. `failed_precondition` when the writer's own thread would have to wait.
	Status wait_until_done();

	// No more operations; wakes everyone.
	void close();

	// The writer's side. Waits until a batch is complete, the oldest operation has waited for
	// `max_delay`, someone waits in wait_until_done(), the queue is closed, or it is `deadline`;
	// then takes all. Without `patient` it takes what is there.
	std::vector<std::unique_ptr<WriteOperation>> take(SteadyTime deadline, bool patient);
	void ended(std::size_t operations, std::size_t bytes);
	// Of operations that were written and wait for the file, with all before them; zero when it is
	// back. They count as ended.
	void keeps_for_file(std::size_t bytes);
	void storage_failed(const Status &reason); // each operation taken so far has been told
	void storage_works();
	void fail_for_good(const Status &reason); // the queue will never be emptied again
	bool is_closed() const;

	std::size_t bytes() const;
	std::size_t operations() const; // that have not ended
	Micros longest_wait() const;

private:
	bool batch_is_due() const AR_REQUIRES(mutex_);
	bool may_enter(std::size_t bytes) const AR_REQUIRES(mutex_);
	Status refusal(std::size_t bytes) const AR_REQUIRES(mutex_);
	bool is_writer() const AR_REQUIRES(mutex_);

	const WriteQueueLimits limits_;
	mutable Mutex mutex_;
	std::condition_variable work_; // for the writer
	std::condition_variable space_; // for who pushes
	std::condition_variable done_; // for who flushes
	std::vector<std::unique_ptr<WriteOperation>> waiting_ AR_GUARDED_BY(mutex_);
	std::size_t waiting_bytes_ AR_GUARDED_BY(mutex_) = 0;
	SteadyTime oldest_ AR_GUARDED_BY(mutex_); // when waiting_ began to fill
	// Of operations that have not ended, taken ones included.
	std::size_t bytes_ AR_GUARDED_BY(mutex_) = 0;
	std::size_t kept_for_file_ AR_GUARDED_BY(mutex_) = 0;
	std::uint64_t pushed_ AR_GUARDED_BY(mutex_) = 0;
	std::uint64_t taken_ AR_GUARDED_BY(mutex_) = 0;
	std::uint64_t ended_ AR_GUARDED_BY(mutex_) = 0;
	int flushing_ AR_GUARDED_BY(mutex_) = 0;
	std::thread::id writer_ AR_GUARDED_BY(mutex_); // who takes
	bool writer_sleeps_ AR_GUARDED_BY(mutex_) = false;
	bool closed_ AR_GUARDED_BY(mutex_) = false;
	// Operations that know of the failure, while there is one.
	std::uint64_t told_ AR_GUARDED_BY(mutex_) = 0;
	Status failure_ AR_GUARDED_BY(mutex_);
	Micros longest_wait_ AR_GUARDED_BY(mutex_){};
};

} // namespace agent_runtime

#pragma once

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace agent_runtime {

// A query that runs away from the threads that must not wait.
struct ReadQuery {
	// Runs on the reader's thread with a connection that cannot write. It stores its results for
	// `done`.
	std::function<Status(Database &database)> run;
	// Called exactly once, on the reader's thread (by stop() on the caller's), with what run()
	// returned, or `deadline_exceeded`, or `cancelled`. It posts the answer to whoever asked.
	std::function<void(const Status &status)> done;
	Micros time_limit = std::chrono::seconds(10); // including the time in the queue
};

// The one thread that reads for others, with a connection of its own. Queries run one after
// another; a slow one is ended by its time limit or by cancel().
// Owned by whoever owns the Writer; stops in its destructor. Thread rule: any thread; start() and
// stop() not at the same time.
class Reader {
public:
	using Ticket = std::uint64_t;
	static constexpr std::size_t MOST_WAITING = 1024;

	Reader() = default;
	~Reader();
	Reader(const Reader &) = delete;
	Reader &operator=(const Reader &) = delete;

	// The file must already be open in a writer. Called once in a Reader's life.
	Status start(const std::string &path, Schema schema = {}, Logger log = {});

	// `exhausted` when too many wait; `failed_precondition` when stopped. Then `done` is not
	// called.
	Result<Ticket> ask(ReadQuery query);

	// Its `done` is called with `cancelled`, unless it was called already.
	void cancel(Ticket ticket);

	// Cancels everything and ends the thread; `internal` when that had ended with an exception.
	const Status &stop();

private:
	using SteadyTime = std::chrono::steady_clock::time_point;

	struct Waiting {
		Ticket ticket = 0;
		ReadQuery query;
		SteadyTime deadline;
		bool cancelled = false;
	};

	void run();
	void answer(Waiting &waiting);
	Status run_watched(const Waiting &waiting);
	void tell(const Waiting &waiting, const Status &status);

	Logger log_;
	std::unique_ptr<Database> database_; // used by the thread alone once it runs
	std::unique_ptr<NamedThread> thread_;
	Mutex mutex_;
	std::condition_variable changed_;
	std::deque<Waiting> waiting_ AR_GUARDED_BY(mutex_);
	Ticket next_ AR_GUARDED_BY(mutex_) = 0;
	Ticket running_ AR_GUARDED_BY(mutex_) = 0; // 0: none
	bool open_ AR_GUARDED_BY(mutex_) = false;
	Status end_; // what stop() returns
	std::atomic<bool> cancel_running_ = false; // set with mutex_ held, read by the running query
};

} // namespace agent_runtime

#pragma once

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <condition_variable>
#include <memory>
#include <string>

namespace agent_runtime {

// Copies the WAL into the file on a thread with a connection of its own, because that sometimes
// takes a tenth of a second, and events would have to wait for it. Commits go on meanwhile, so a
// little is always left over. The writer copies that itself, and then the WAL begins anew. Owned by
// Writer. Thread rule: any thread, one at a time.
class Checkpointer {
public:
	~Checkpointer();

	Status start(const std::string &path, Logger log);
	const Status &stop(); // `internal` when its thread had ended with an exception

	// Begins a copy unless one is in progress.
	void request();
	// Whether a copy has ended since the last call.
	bool take_finished();

private:
	enum class State { idle, requested, running, finished };

	void run();
	Status copy_most();
	bool is_stopping();

	Logger log_;
	std::unique_ptr<Database> database_; // used by the thread alone once it runs
	std::unique_ptr<NamedThread> thread_;
	Mutex mutex_;
	std::condition_variable changed_;
	State state_ AR_GUARDED_BY(mutex_) = State::idle;
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	Status end_; // what stop() returns
};

} // namespace agent_runtime

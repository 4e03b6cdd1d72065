#pragma once

#include "core/base/mutex.h"
#include "core/base/named_thread.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

namespace agent_runtime {

// Threads that run parts of a step side by side with the sim thread, which always runs a part
// itself. Without helpers everything runs on the caller. Owned by the step engine. Thread rule:
// run() from one thread only.
class HelperPool {
public:
	HelperPool(std::size_t helpers, const Logger &log);
	~HelperPool();

	// Calls work(part) for every part in [0, parts) and returns when all are done. If one throws,
	// the exception is thrown here after the others have ended.
	void run(std::size_t parts, const std::function<void(std::size_t)> &work);
	std::size_t helpers() const { return threads_.size(); }

private:
	void serve();
	bool take(std::size_t &part);
	void end_part(std::exception_ptr thrown) AR_REQUIRES(mutex_);

	Mutex mutex_;
	std::condition_variable wake_;
	std::condition_variable done_;
	const std::function<void(std::size_t)> *work_ AR_GUARDED_BY(mutex_) = nullptr;
	std::size_t parts_ AR_GUARDED_BY(mutex_) = 0;
	std::size_t next_ AR_GUARDED_BY(mutex_) = 0;
	std::size_t running_ AR_GUARDED_BY(mutex_) = 0;
	std::exception_ptr thrown_ AR_GUARDED_BY(mutex_); // the first, if any
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	std::vector<std::unique_ptr<NamedThread>> threads_;
};

} // namespace agent_runtime

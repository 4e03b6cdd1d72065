#pragma once

// A thread with a name that is always joined, and whose failures are reported.
//
//	NamedThread writer("writer", log);
//	Status started = writer.start([this] { write_until_stopped(); });
//	…
//	ask_to_stop();
//	writer.join_within(2s);

#include <condition_variable>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

namespace agent_runtime {

// Owns one thread at a time. The owner has its own way to ask the function to end. This class waits
// for that, however long it takes, and names the thread that it waits for. The destructor joins,
// too. Thread rule: any thread, one at a time; never the thread itself.
class NamedThread {
public:
	static constexpr Micros EXPECTED = std::chrono::seconds(5);

	// The system shows only the first 15 bytes of the name.
	NamedThread(std::string name, Logger log);
	~NamedThread();
	NamedThread(const NamedThread &) = delete;
	NamedThread &operator=(const NamedThread &) = delete;

	// Runs `body` once. An exception is logged and ends the thread. Fails while one is running; can
	// be called again after a join.
	Status start(std::function<void()> body);

	// Waits for the end. After the expected time it logs an error that names the thread, and goes
	// on waiting. True when the thread ended in time, or none had been started.
	bool join_within(Micros expected);

	// Valid after a join: `internal` when the thread ended with an exception.
	const Status &failure() const { return failure_; }

	// Whether there is a thread to join.
	bool is_started() const { return thread_.joinable(); }
	const std::string &name() const { return name_; }

private:
	// Shared by owner and thread.
	struct End {
		Mutex mutex;
		std::condition_variable changed;
		bool ended AR_GUARDED_BY(mutex) = false;
		Status failure AR_GUARDED_BY(mutex);
	};

	const std::string name_;
	const Logger log_;
	std::shared_ptr<End> end_;
	std::thread thread_;
	Status failure_;
};

} // namespace agent_runtime

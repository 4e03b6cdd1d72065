#pragma once

// The room of what comes from outside the process: one thread that waits for sockets, and what
// makes a port safe on a machine that others use too. In come bytes of strangers, out go calls on
// the io thread. The files:
//
//	io_thread.h   the thread, and how others hand it work
//	http_transport.h   one HTTP request; beast_transport.h is its form without an engine
//	response_reader.h  what a server answers, read from bytes
//	loopback.h    which hosts and origins are this machine
//	token.h       the secret that shows that a client may come in
//
//	IoThread io("ar-io", log);
//	Status started = io.start();
//	IoPost post = io.poster();
//	post([] { on_the_io_thread(); });
//	io.stop();

#include "core/base/log.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace agent_runtime {

// Hands work to an IoThread, and may outlive it: what comes after its end is dropped.
// Thread rule: any thread.
class IoPost {
public:
	using Work = std::function<void()>;

	IoPost() = default;

	// Runs on the io thread, in the order of the calls of one thread. Never blocks. False when the
	// thread has stopped; then `work` is destroyed here.
	bool operator()(Work work) const;

private:
	friend class IoThread;
	struct Door;

	explicit IoPost(std::shared_ptr<Door> door) :
			door_(std::move(door)) {}

	std::shared_ptr<Door> door_;
};

// One io_context with a thread of its own. A handler that throws is logged, and the next one runs;
// stop() says so.
// Owned by whoever has the sockets. Thread rule: any thread; start() and stop() not at the same
// time, and stop() not on the io thread.
class IoThread {
public:
	IoThread(std::string name, Logger log);
	// Stops. What was posted and has not run is destroyed by then.
	~IoThread();
	IoThread(const IoThread &) = delete;
	IoThread &operator=(const IoThread &) = delete;

	Status start();

	// Ends the thread, also while handlers wait, and joins it. Once in an IoThread's life; later
	// calls say the same. `internal`: a handler or the thread has failed, and this was the first.
	const Status &stop();

	// For sockets and timers; they are used on the io thread alone, and go before this.
	boost::asio::io_context &context() { return *context_; }
	IoPost poster() const { return IoPost(door_); }

private:
	struct KeepRunning;

	void run();

	const Logger log_;
	std::unique_ptr<boost::asio::io_context> context_;
	std::unique_ptr<KeepRunning> keep_running_;
	std::shared_ptr<IoPost::Door> door_;
	Status end_; // of the thread's alone, while that runs
	NamedThread thread_;
};

} // namespace agent_runtime

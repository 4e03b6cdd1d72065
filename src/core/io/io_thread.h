#pragma once

// The room for what comes from outside the process: one thread that waits for sockets, and what
// makes a port safe on a machine that others use too. Bytes from strangers come in, calls on the io
// thread go out. The files:
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

// Hands work to an IoThread. May outlive it; work posted after its end is dropped. Thread rule: any
// thread.
class IoPost {
public:
	using Work = std::function<void()>;

	IoPost() = default;

	// Runs `work` on the io thread, in the order in which one thread posted it. Never blocks.
	// Returns false when the thread has stopped, and destroys `work` here.
	bool operator()(Work work) const;

private:
	friend class IoThread;
	struct Mailbox;

	explicit IoPost(std::shared_ptr<Mailbox> mailbox) :
			mailbox_(std::move(mailbox)) {}

	std::shared_ptr<Mailbox> mailbox_;
};

// One io_context with a thread of its own. A handler that throws is logged, and the next one runs;
// stop() reports it.
// Owned by whoever owns the sockets. Thread rule: any thread; start() and stop() not at the same
// time, and stop() not on the io thread.
class IoThread {
public:
	IoThread(std::string name, Logger log);
	// Stops. Work that was posted and has not run is destroyed.
	~IoThread();
	IoThread(const IoThread &) = delete;
	IoThread &operator=(const IoThread &) = delete;

	Status start();

	// Ends the thread, even while handlers wait, and joins it. It does so once; later calls return
	// the same. `internal`: a handler or the thread has failed, and this was the first failure.
	const Status &stop();

	// For sockets and timers. Use them on the io thread only, and destroy them before this.
	boost::asio::io_context &context() { return *context_; }
	IoPost poster() const { return IoPost(mailbox_); }

private:
	struct KeepRunning;

	void run();

	const Logger log_;
	std::unique_ptr<boost::asio::io_context> context_;
	std::unique_ptr<KeepRunning> keep_running_;
	std::shared_ptr<IoPost::Mailbox> mailbox_;
	Status end_; // used by the thread alone while it runs
	NamedThread thread_;
};

} // namespace agent_runtime

#include "core/io/io_thread.h"

#include "core/base/mutex.h"
#include "core/base/thrown.h"

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace agent_runtime {

// Closed when the thread stops, so that a poster never uses a context that is gone.
struct IoPost::Mailbox {
	Mutex mutex;
	boost::asio::io_context *context AR_GUARDED_BY(mutex) = nullptr;
};

// Without it the context would end whenever there is nothing to wait for.
struct IoThread::KeepRunning {
	boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard;
};

bool IoPost::operator()(Work work) const {
	if (mailbox_ == nullptr) {
		return false;
	}
	const Lock lock(mailbox_->mutex);
	if (mailbox_->context == nullptr) {
		return false;
	}
	boost::asio::post(*mailbox_->context, std::move(work));
	return true;
}

IoThread::IoThread(std::string name, Logger log) :
		log_(log),
		context_(std::make_unique<boost::asio::io_context>(1)),
		keep_running_(new KeepRunning{ boost::asio::make_work_guard(*context_) }),
		mailbox_(std::make_shared<IoPost::Mailbox>()),
		thread_(std::move(name), std::move(log)) {
	mailbox_->context = context_.get();
}

IoThread::~IoThread() {
	stop();
}

Status IoThread::start() {
	return thread_.start([this] { run(); });
}

const Status &IoThread::stop() {
	{
		const Lock lock(mailbox_->mutex);
		mailbox_->context = nullptr;
	}
	keep_running_.reset();
	context_->stop();
	thread_.join_within(NamedThread::EXPECTED);
	if (end_.ok()) {
		end_ = thread_.failure();
	}
	return end_;
}

void IoThread::run() {
	while (!context_->stopped()) {
		try {
			context_->run();
		} catch (...) {
			const Status failure(StatusCode::internal,
					thread_.name() + ": a handler failed by " + thrown_text());
			log_.error(failure.message());
			end_ = end_.ok() ? failure : end_;
		}
	}
}

} // namespace agent_runtime

#include "core/base/named_thread.h"

#include "core/base/thrown.h"

#include <algorithm>
#include <cassert>
#include <system_error>
#include <utility>

#include <pthread.h>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_SYSTEM_NAME = 15;
constexpr Micros LONGEST_BOUND = std::chrono::hours(24 * 365); // a longer bound could overflow

Status run_guarded(const std::function<void()> &body, const Logger &log, const std::string &name) {
	try {
		body();
		return Status();
	} catch (...) {
		Status failure(StatusCode::internal, "the thread " + name + " ended by " + thrown_text());
		log.error(failure.message());
		return failure;
	}
}

} // namespace

NamedThread::NamedThread(std::string name, Logger log) :
		name_(std::move(name)),
		log_(std::move(log)) {}

NamedThread::~NamedThread() {
	join_within(EXPECTED);
}

Status NamedThread::start(std::function<void()> body) {
	if (thread_.joinable()) {
		return Status(StatusCode::failed_precondition,
				"the thread " + name_ + " is running already; join it first");
	}
	end_ = std::make_shared<End>();
	failure_ = Status();
	try {
		thread_ = std::thread([name = name_, log = log_, end = end_, body = std::move(body)] {
			const std::string shown = name.substr(0, LONGEST_SYSTEM_NAME);
			pthread_setname_np(pthread_self(), shown.c_str());
			Status failure = run_guarded(body, log, name);
			const Lock lock(end->mutex);
			end->failure = std::move(failure);
			end->ended = true;
			end->changed.notify_all();
		});
	} catch (const std::system_error &error) {
		return Status(StatusCode::exhausted,
				"the thread " + name_ + " could not be started (" + error.what() +
						"); too many threads may be running");
	}
	return Status();
}

bool NamedThread::join_within(Micros expected) {
	if (!thread_.joinable()) {
		return true;
	}
	assert(thread_.get_id() != std::this_thread::get_id() && "a thread cannot wait for itself");
	bool kept = false;
	{
		Lock lock(end_->mutex);
		const Micros bound = std::min(expected, LONGEST_BOUND);
		kept = lock.wait_for(
				end_->changed, bound, [this]() AR_REQUIRES(end_->mutex) { return end_->ended; });
	}
	if (!kept) {
		const std::chrono::duration<double> bound = expected;
		log_.error("the thread " + name_ + " did not end within " + std::to_string(bound.count()) +
				" s; waiting on");
	}
	thread_.join();
	const Lock lock(end_->mutex);
	failure_ = end_->failure;
	return kept;
}

} // namespace agent_runtime

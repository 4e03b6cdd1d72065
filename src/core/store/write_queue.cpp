#include "core/store/write_queue.h"

#include <algorithm>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

Status waits_for_itself(const char *reason) {
	return Status(StatusCode::failed_precondition,
			std::string(reason) +
					", and the database's writer cannot wait for itself; do this on another "
					"thread");
}

} // namespace

WriteQueue::WriteQueue(const WriteQueueLimits &limits) :
		limits_(limits) {}

// An operation that is larger than the whole queue may enter an empty one, or it never could.
bool WriteQueue::may_enter(std::size_t bytes) const {
	const std::size_t limit = failure_.ok() ? limits_.queue_bytes : limits_.backlog_bytes;
	return bytes_ == 0 || bytes_ + bytes <= limit;
}

Status WriteQueue::refusal(std::size_t bytes) const {
	if (closed_) {
		return Status(StatusCode::failed_precondition,
				"the database's writer has stopped; start it first");
	}
	if (kept_for_file_ > 0 && kept_for_file_ + bytes > limits_.backlog_bytes) {
		return Status(StatusCode::exhausted,
				"the database's file is gone, and " + std::to_string(kept_for_file_) +
						" bytes of events that must be stored wait for it already; put it back");
	}
	if (!failure_.ok() && !may_enter(bytes)) {
		return Status(StatusCode::exhausted,
				"nothing can be stored, and " + std::to_string(bytes_) +
						" bytes wait for it already: " + failure_.message());
	}
	return {};
}

bool WriteQueue::is_writer() const {
	return std::this_thread::get_id() == writer_;
}

bool WriteQueue::batch_is_due() const {
	return closed_ || (flushing_ > 0 && !waiting_.empty()) ||
			waiting_.size() >= limits_.batch_operations || waiting_bytes_ >= limits_.batch_bytes;
}

Result<Micros> WriteQueue::push(std::unique_ptr<WriteOperation> &&operation) {
	const std::size_t size = operation->bytes();
	Micros waited{};
	Lock lock(mutex_);
	if (!closed_ && is_writer() && !may_enter(size)) {
		return waits_for_itself("the queue is full");
	}
	if (!closed_ && failure_.ok() && !may_enter(size)) {
		const SteadyTime begin = std::chrono::steady_clock::now();
		lock.wait(space_,
				[&]() AR_REQUIRES(mutex_) { return closed_ || !failure_.ok() || may_enter(size); });
		waited = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - begin);
		longest_wait_ = std::max(longest_wait_, waited);
	}
	const Status refused = refusal(size);
	if (!refused.ok()) {
		return refused;
	}
	const bool first = waiting_.empty();
	if (first) {
		oldest_ = std::chrono::steady_clock::now();
	}
	waiting_.push_back(std::move(operation));
	waiting_bytes_ += size;
	bytes_ += size;
	++pushed_;
	if (writer_sleeps_ && (first || batch_is_due())) {
		work_.notify_one();
	}
	return waited;
}

Status WriteQueue::wait_until_done() {
	Lock lock(mutex_);
	const std::uint64_t target = pushed_;
	if (is_writer()) {
		return ended_ >= target ? Status() : waits_for_itself("not everything is written");
	}
	++flushing_;
	work_.notify_one();
	lock.wait(done_, [&]() AR_REQUIRES(mutex_) {
		const bool all_told = !failure_.ok() && told_ >= target;
		return ended_ >= target || all_told;
	});
	--flushing_;
	return ended_ >= target ? Status() : failure_;
}

void WriteQueue::close() {
	const Lock lock(mutex_);
	closed_ = true;
	work_.notify_all();
	space_.notify_all();
}

std::vector<std::unique_ptr<WriteOperation>> WriteQueue::take(SteadyTime deadline, bool patient) {
	Lock lock(mutex_);
	writer_ = std::this_thread::get_id();
	if (patient) {
		writer_sleeps_ = true;
		lock.wait_until(work_, deadline,
				[&]() AR_REQUIRES(mutex_) { return !waiting_.empty() || batch_is_due(); });
		if (!waiting_.empty()) {
			lock.wait_until(work_, std::min(deadline, oldest_ + limits_.max_delay),
					[&]() AR_REQUIRES(mutex_) { return batch_is_due(); });
		}
		writer_sleeps_ = false;
	}
	taken_ += waiting_.size();
	waiting_bytes_ = 0;
	return std::exchange(waiting_, {});
}

void WriteQueue::ended(std::size_t operations, std::size_t bytes) {
	const Lock lock(mutex_);
	ended_ += operations;
	bytes_ -= bytes;
	space_.notify_all();
	done_.notify_all();
}

void WriteQueue::keeps_for_file(std::size_t bytes) {
	const Lock lock(mutex_);
	kept_for_file_ = bytes;
}

void WriteQueue::storage_failed(const Status &reason) {
	const Lock lock(mutex_);
	failure_ = reason;
	told_ = taken_;
	space_.notify_all();
	done_.notify_all();
}

void WriteQueue::storage_works() {
	const Lock lock(mutex_);
	failure_ = Status();
}

void WriteQueue::fail_for_good(const Status &reason) {
	const Lock lock(mutex_);
	closed_ = true;
	failure_ = reason;
	told_ = pushed_;
	space_.notify_all();
	done_.notify_all();
}

bool WriteQueue::is_closed() const {
	const Lock lock(mutex_);
	return closed_;
}

std::size_t WriteQueue::bytes() const {
	const Lock lock(mutex_);
	return bytes_;
}

std::size_t WriteQueue::operations() const {
	const Lock lock(mutex_);
	return pushed_ - ended_;
}

Micros WriteQueue::longest_wait() const {
	const Lock lock(mutex_);
	return longest_wait_;
}

} // namespace agent_runtime

#include "core/agents/helper_pool.h"

#include <utility>

namespace agent_runtime {

namespace {

std::exception_ptr run_caught(const std::function<void(std::size_t)> &work, std::size_t part) {
	try {
		work(part);
		return nullptr;
	} catch (...) {
		return std::current_exception();
	}
}

} // namespace

HelperPool::HelperPool(std::size_t helpers, const Logger &log) {
	for (std::size_t i = 0; i < helpers; i++) {
		std::unique_ptr<NamedThread> thread =
				std::make_unique<NamedThread>("ar-helper-" + std::to_string(i), log);
		// If the system refuses a helper there is one less, and the rest do its part.
		if (thread->start([this] { serve(); }).ok()) {
			threads_.push_back(std::move(thread));
		}
	}
}

HelperPool::~HelperPool() {
	{
		const Lock lock(mutex_);
		stopping_ = true;
	}
	wake_.notify_all();
	threads_.clear();
}

void HelperPool::run(std::size_t parts, const std::function<void(std::size_t)> &work) {
	if (threads_.empty() || parts < 2) {
		for (std::size_t part = 0; part < parts; part++) {
			work(part);
		}
		return;
	}
	{
		const Lock lock(mutex_);
		work_ = &work;
		parts_ = parts;
		next_ = 0;
	}
	wake_.notify_all();
	std::size_t part = 0;
	while (take(part)) {
		std::exception_ptr thrown = run_caught(work, part);
		const Lock lock(mutex_);
		end_part(std::move(thrown));
	}
	Lock lock(mutex_);
	lock.wait(done_, [this]() AR_REQUIRES(mutex_) { return running_ == 0; });
	work_ = nullptr;
	if (thrown_ != nullptr) {
		std::rethrow_exception(std::exchange(thrown_, nullptr));
	}
}

void HelperPool::end_part(std::exception_ptr thrown) {
	running_--;
	if (thrown != nullptr && thrown_ == nullptr) {
		thrown_ = std::move(thrown);
	}
}

bool HelperPool::take(std::size_t &part) {
	const Lock lock(mutex_);
	if (work_ == nullptr || next_ >= parts_) {
		return false;
	}
	part = next_++;
	running_++;
	return true;
}

void HelperPool::serve() {
	Lock lock(mutex_);
	while (true) {
		lock.wait(wake_, [this]() AR_REQUIRES(mutex_) {
			return stopping_ || (work_ != nullptr && next_ < parts_);
		});
		if (stopping_) {
			return;
		}
		const std::size_t part = next_++;
		running_++;
		const std::function<void(std::size_t)> &work = *work_;
		lock.unlock();
		std::exception_ptr thrown = run_caught(work, part);
		lock.lock();
		end_part(std::move(thrown));
		if (running_ == 0 && next_ >= parts_) {
			done_.notify_one();
		}
	}
}

} // namespace agent_runtime

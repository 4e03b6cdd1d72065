#include "core/store/writer_errand.h"

#include "core/base/mutex.h"

#include <condition_variable>
#include <utility>

namespace agent_runtime {

struct WriterErrand::State {
	Mutex mutex;
	std::condition_variable ended;
	std::size_t open AR_GUARDED_BY(mutex) = 0; // pieces
	Status failure AR_GUARDED_BY(mutex); // not ok: what follows is void

	Status failed() {
		const Lock lock(mutex);
		return failure;
	}
	void end(const Status &status) {
		const Lock lock(mutex);
		if (failure.ok()) {
			failure = status;
		}
		--open;
		ended.notify_all();
	}
};

class WriterErrand::Job : public WriteJob {
public:
	Job(std::shared_ptr<State> state, Piece piece, std::size_t size,
			std::function<void()> committed) :
			state_(std::move(state)),
			piece_(std::move(piece)),
			size_(size),
			committed_(std::move(committed)) {}

	std::size_t bytes() const override { return sizeof(*this) + size_; }
	// What was given up must not happen later.
	Status write(Database &database) override {
		return ended_ || !state_->failed().ok() ? Status() : piece_(database);
	}
	void committed() override {
		if (!ended_ && state_->failed().ok() && committed_) {
			committed_();
		}
		end({});
	}
	void degraded(const Status &reason) override { end(reason); }
	void dropped(const Status &reason) override { end(reason); }

private:
	void end(const Status &status) {
		if (!std::exchange(ended_, true)) {
			state_->end(status);
		}
	}

	const std::shared_ptr<State> state_;
	const Piece piece_;
	const std::size_t size_;
	const std::function<void()> committed_;
	bool ended_ = false;
};

WriterErrand::WriterErrand(Writer &writer) :
		writer_(writer),
		state_(std::make_shared<State>()) {}

Status WriterErrand::add(Piece piece, std::size_t bytes, std::function<void()> committed) {
	if (Status failure = state_->failed(); !failure.ok()) {
		return failure;
	}
	{
		const Lock lock(state_->mutex);
		++state_->open;
	}
	std::unique_ptr<WriteJob> job =
			std::make_unique<Job>(state_, std::move(piece), bytes, std::move(committed));
	const Result<Micros> submitted = writer_.submit(std::move(job));
	if (!submitted.ok()) {
		job->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
	}
	return submitted.status();
}

Status WriterErrand::wait() {
	Lock lock(state_->mutex);
	lock.wait(state_->ended, [this]() AR_REQUIRES(state_->mutex) { return state_->open == 0; });
	return state_->failure;
}

} // namespace agent_runtime

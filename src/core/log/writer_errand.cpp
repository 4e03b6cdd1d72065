#include "core/log/writer_errand.h"

#include "core/base/mutex.h"

#include <condition_variable>
#include <utility>

namespace agent_runtime {

struct WriterErrand::State {
	Mutex mutex;
	std::condition_variable ended;
	std::size_t open AR_GUARDED_BY(mutex) = 0; // pieces
	Status failure AR_GUARDED_BY(mutex); // not ok: everything after it is void

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

WriterErrand::WriterErrand(Writer &writer, std::string purpose) :
		writer_(writer),
		purpose_(std::move(purpose)),
		state_(std::make_shared<State>()) {}

Status WriterErrand::add(DecideStatus piece, DecisionTerms terms, std::function<void()> stored) {
	if (Status failure = state_->failed(); !failure.ok()) {
		return failure;
	}
	{
		const Lock lock(state_->mutex);
		++state_->open;
	}
	terms.purpose = purpose_;
	std::unique_ptr<WriteOperation> operation = make_decision(
			std::move(terms),
			[state = state_, piece = std::move(piece)](DecisionScope &scope) {
				Status failure = state->failed();
				return failure.ok() ? piece(scope) : failure;
			},
			[state = state_, stored = std::move(stored)](const Status &status) {
				if (status.ok() && stored) {
					stored();
				}
				state->end(status);
			});
	const Result<Micros> submitted = writer_.submit(std::move(operation));
	if (!submitted.ok()) {
		operation->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
	}
	return submitted.status();
}

Status WriterErrand::wait() {
	Lock lock(state_->mutex);
	lock.wait(state_->ended, [this]() AR_REQUIRES(state_->mutex) { return state_->open == 0; });
	return state_->failure;
}

} // namespace agent_runtime

#include "core/log/writer_errand.h"

#include "core/base/mutex.h"

#include <condition_variable>
#include <optional>
#include <utility>

namespace agent_runtime {

struct WriterErrand::State {
	Mutex mutex;
	std::condition_variable ended;
	std::size_t open AR_GUARDED_BY(mutex) = 0; // pieces
	Status failure AR_GUARDED_BY(mutex); // not ok: everything after it is void
	// The first piece whose latest attempt failed. Its end comes after the commit, and until then
	// those behind it may already be tried in the same transaction.
	std::optional<std::size_t> refused AR_GUARDED_BY(mutex);
	Status refusal AR_GUARDED_BY(mutex);
	std::size_t newest AR_GUARDED_BY(mutex) = 0; // number of a piece

	Status failed() {
		const Lock lock(mutex);
		return failure;
	}
	std::size_t begin() {
		const Lock lock(mutex);
		++open;
		return ++newest;
	}
	Status failed_before(std::size_t piece) {
		const Lock lock(mutex);
		return failure.ok() && refused && piece > *refused ? refusal : failure;
	}
	// An attempt whose transaction is rolled back is made again.
	void tried(std::size_t piece, const Status &status) {
		const Lock lock(mutex);
		if (status.ok() && refused == piece) {
			refused.reset();
		} else if (!status.ok() && (!refused || piece < *refused)) {
			refused = piece;
			refusal = status;
		}
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
	const std::size_t number = state_->begin();
	terms.purpose = purpose_;
	std::unique_ptr<WriteOperation> operation = make_decision(
			std::move(terms),
			[state = state_, number, piece = std::move(piece)](DecisionScope &scope) {
				Status status = state->failed_before(number);
				if (status.ok()) {
					status = piece(scope);
					state->tried(number, status);
				}
				return status;
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

#pragma once

// What waits for a step: inputs from other threads, in one order, and how many posted lines are
// still to be heard.
// Owned by the step engine. Thread rule: any thread; take() sim thread only.

#include "core/agents/audience.h"
#include "core/agents/input.h"
#include "core/agents/snapshot_board.h"
#include "core/base/mutex.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace agent_runtime {

class Ingress {
public:
	// `board` must outlive this. It tells where speakers are.
	explicit Ingress(const SnapshotBoard &board) :
			board_(board) {}

	// Inputs stay in the order in which they were posted, whichever threads did it.
	void post(Input input);
	// Comes after the inputs that were posted for a request.
	void post_end_of(RequestId request);
	std::int64_t waiting() const { return waiting_.load(std::memory_order_acquire); }

	// How many hearings are still to come of what was posted: one for each agent that may hear each
	// line.
	std::int64_t waiting_hearings() const { return hearings_.load(std::memory_order_relaxed); }
	void add_hearings(std::size_t hearers) {
		hearings_.fetch_add(static_cast<std::int64_t>(hearers), std::memory_order_relaxed);
	}
	void remove_hearings(std::size_t hearers) {
		hearings_.fetch_sub(static_cast<std::int64_t>(hearers), std::memory_order_relaxed);
	}
	Audience &audience() { return audience_; }

	// Adds at most `most` of them to `inputs`, and to `reached` the requests whose inputs were all
	// taken.
	void take(std::size_t most, std::vector<Input> &inputs, std::vector<RequestId> &reached);

private:
	struct Posted {
		Input input;
		RequestId end_of; // none: it is an input
	};

	std::size_t most_hearers(const SayInput &input) const;

	void put(Posted posted);
	bool get_newer();

	const SnapshotBoard &board_;
	Mutex mutex_;
	std::deque<Posted> newer_ AR_GUARDED_BY(mutex_);
	std::deque<Posted> older_; // sim thread only: came before all of newer_
	std::atomic<std::int64_t> waiting_{ 0 }; // partner of both: counts what they hold
	std::atomic<std::int64_t> hearings_{ 0 }; // guards no other data
	Audience audience_;
};

} // namespace agent_runtime

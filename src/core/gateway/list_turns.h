#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace agent_runtime {

// Lists of any length are made on the io thread, which serves nobody meanwhile. After each, the
// thread is everybody's for as long as that one took, however many clients ask for lists; these
// come in the order in which they asked.
// Owned by the core. Thread rule: worker only (io).
class ListTurns {
public:
	using Time = std::chrono::steady_clock::time_point;

	// When the list of a client may begin, which asks again then; `place` is what it was told
	// before.
	Time turn_of(std::optional<Time> place, Time now) {
		if (place) {
			return std::max(*place, free_at_);
		}
		const Time turn = std::max({ now, free_at_, next_ });
		next_ = turn + 2 * last_;
		return turn;
	}

	void made(Time began, Time ended) {
		last_ = ended - began;
		free_at_ = ended + last_;
	}

private:
	std::chrono::steady_clock::duration last_{ 0 }; // how long it took
	Time free_at_; // for the next one
	Time next_; // the first that nobody waits for
};

} // namespace agent_runtime

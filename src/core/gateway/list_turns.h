#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace agent_runtime {

// Spaces out long lists. A list of any length is made on the io thread, which serves nobody
// meanwhile. After each list, the thread is free for others for as long as that one took, however
// many clients ask for lists. Lists are made in the order in which they were asked for.
// Owned by the core. Thread rule: worker only (io).
class ListTurns {
public:
	using Time = std::chrono::steady_clock::time_point;

	// When a client's list may begin. The client asks again at that time, and passes the time that
	// it was given as `place`.
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
	std::chrono::steady_clock::duration last_{ 0 }; // how long the last list took
	Time free_at_; // when the next list may be made
	Time next_; // the first time that nobody has been given
};

} // namespace agent_runtime

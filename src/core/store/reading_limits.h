#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace agent_runtime {

// How much a file may demand of its reader. When it takes more steps of the database engine than
// its content can need, or more time, reading ends.
// Owned by the reader of the file. Thread rule: worker only, one thread.
class ReadingLimits {
public:
	using Time = std::chrono::steady_clock::time_point;
	using Now = std::function<Time()>;

	// It looks every 2,000 steps.
	static constexpr std::uint64_t FREE_LOOKS = 10'000;
	static constexpr std::uint64_t BYTES_A_LOOK = 40;
	static constexpr std::chrono::seconds FREE_TIME{ 4 };
	static constexpr std::uint64_t BYTES_A_MILLISECOND = 2'000;

	// For this many bytes, counted from now on. Reading also ends when `keep_going` returns false.
	ReadingLimits(std::uint64_t bytes, std::function<bool()> keep_going,
			Now now = &std::chrono::steady_clock::now) :
			keep_going_(std::move(keep_going)),
			now_(std::move(now)),
			looks_left_(FREE_LOOKS + bytes / BYTES_A_LOOK),
			until_(now_() + FREE_TIME + std::chrono::milliseconds(bytes / BYTES_A_MILLISECOND)) {}

	bool may_go_on() {
		is_cancelled_ = is_cancelled_ || (keep_going_ && !keep_going_());
		is_spent_ = is_spent_ || looks_left_ == 0 || now_() >= until_;
		looks_left_ -= is_spent_ ? 0 : 1;
		return !is_cancelled_ && !is_spent_;
	}
	bool is_spent() const { return is_spent_ && !is_cancelled_; }
	const std::function<bool()> &keep_going() const { return keep_going_; }

private:
	const std::function<bool()> keep_going_;
	const Now now_;
	std::uint64_t looks_left_;
	const Time until_;
	bool is_cancelled_ = false;
	bool is_spent_ = false;
};

} // namespace agent_runtime

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace agent_runtime {

// What a file may ask of those who read it: more steps of the database's engine than its content
// can need, or more time, and it is not read on.
// Owned by who reads. Thread rule: worker only, one thread.
class ReadingLimits {
public:
	using Time = std::chrono::steady_clock::time_point;
	using Now = std::function<Time()>;

	// There is a look each 2,000 steps.
	static constexpr std::uint64_t FREE_LOOKS = 10'000;
	static constexpr std::uint64_t BYTES_A_LOOK = 40;
	static constexpr std::chrono::seconds FREE_TIME{ 4 };
	static constexpr std::uint64_t BYTES_A_MILLISECOND = 2'000;

	// For so many bytes, from now on. `keep_going` false ends the reading as well.
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

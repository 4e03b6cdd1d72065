#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstdint>
#include <deque>

namespace agent_runtime {

// At most so much within any span of a minute, to the microsecond: what was added counts for
// exactly that long. Time is handed in and never goes back.
// Thread rule: worker only.
class RateWindow {
public:
	static constexpr Micros SPAN = std::chrono::minutes(1);

	// 0: without bound; then nothing is noted, so a bound that is set later knows no past.
	explicit RateWindow(std::int64_t limit = 0) :
			limit_(limit) {}

	void set_limit(std::int64_t limit) { limit_ = limit; }
	// When so much may be added, if nothing else is until then. What is more than the limit all by
	// itself may be added when nothing else counts: else it never could.
	RealTime when(std::int64_t amount, RealTime now);
	// Gives a number for correct().
	std::uint64_t add(std::int64_t amount, RealTime now);
	// What was added was really so much; nothing when it does not count any more. Once for each.
	void correct(std::uint64_t number, std::int64_t amount);
	std::int64_t sum(RealTime now);

private:
	struct Entry {
		RealTime at;
		std::int64_t amount = 0;
	};

	void forget_old(RealTime now);

	std::int64_t limit_;
	std::deque<Entry> entries_;
	std::uint64_t first_ = 0; // the number of the first entry
	std::int64_t sum_ = 0;
};

} // namespace agent_runtime

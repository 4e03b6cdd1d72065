#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstdint>
#include <deque>

namespace agent_runtime {

// Allows a certain amount within any span of a minute, exact to the microsecond: what was added
// counts for exactly that long. The time is passed in and never goes backwards.
// Thread rule: worker only.
class RateWindow {
public:
	static constexpr Micros SPAN = std::chrono::minutes(1);

	// 0: no limit. Then nothing is recorded, so a limit that is set later knows no past.
	explicit RateWindow(std::int64_t limit = 0) :
			limit_(limit) {}

	void set_limit(std::int64_t limit) { limit_ = limit; }
	// When this amount may be added, if nothing else is added until then. An amount that exceeds
	// the limit by itself may be added when nothing else counts; otherwise it never could.
	RealTime when(std::int64_t amount, RealTime now);
	// Returns a number for correct().
	std::uint64_t add(std::int64_t amount, RealTime now);
	// Replaces what was added by the real amount; does nothing when that no longer counts. Call it
	// once for each number.
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

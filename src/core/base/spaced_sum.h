#pragma once

// Says when a line about something that keeps happening is due: the first time that it is worth
// one, and then once in a while, each line with the sum of all since the one before.
//
//	if (const std::optional<Micros> sum = waits_.add(waited, clock.now())) {
//		log.warning("the world waited for the store for " + milliseconds(*sum));
//	}

#include <optional>

#include "core/base/mutex.h"
#include "core/base/time.h"

namespace agent_runtime {

// Thread rule: any thread.
class SpacedSum {
public:
	static constexpr Micros BETWEEN_LINES = std::chrono::minutes(1);

	// Less than `least` together is worth no line.
	explicit SpacedSum(Micros least, Micros between = BETWEEN_LINES) :
			least_(least),
			between_(between) {}

	// The sum for a line, if one is due.
	std::optional<Micros> add(Micros amount, RealTime now);
	// For a last line, which need not wait.
	std::optional<Micros> take_rest();

private:
	std::optional<Micros> take() AR_REQUIRES(mutex_);

	const Micros least_;
	const Micros between_;
	Mutex mutex_;
	Micros sum_ AR_GUARDED_BY(mutex_){}; // since the last line
	std::optional<RealTime> told_ AR_GUARDED_BY(mutex_); // when that was
};

} // namespace agent_runtime

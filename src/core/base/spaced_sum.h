#pragma once

// Decides when to log something that keeps happening: the first time that it matters, and then only
// now and then, each time with the sum of everything since the last line.
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

	// A sum below `least` is not worth a line.
	explicit SpacedSum(Micros least, Micros between = BETWEEN_LINES) :
			least_(least),
			between_(between) {}

	// Returns the sum for a line if one is due.
	std::optional<Micros> add(Micros amount, RealTime now);
	// Returns the sum for a last line, which is always due.
	std::optional<Micros> take_rest();

private:
	std::optional<Micros> take() AR_REQUIRES(mutex_);

	const Micros least_;
	const Micros between_;
	Mutex mutex_;
	Micros sum_ AR_GUARDED_BY(mutex_){}; // since the last line
	std::optional<RealTime> told_ AR_GUARDED_BY(mutex_); // when the last line was due
};

} // namespace agent_runtime

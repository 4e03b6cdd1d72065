#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace agent_runtime {

// Which of one client's requests are still to be answered, and whether its next one may be asked.
// Most are answered in no time, so when many are in work the next one waits its turn. Some wait for
// something themselves, such as a walk for its end: those hold nobody up, and are only counted.
// Owned by the client. Thread rule: worker only (io).
class OpenRequests {
public:
	using Time = std::chrono::steady_clock::time_point;
	using Number = std::uint64_t;

	struct Limits {
		std::size_t in_work = 1;
		std::size_t waiting = 1;
		Micros quick = Micros(0); // what is open for longer than this waits for something
	};

	enum class Verdict {
		ask, // at once
		later, // when one is answered, or at next_change()
		refuse, // too many wait already
	};

	explicit OpenRequests(Limits limits) :
			limits_(limits) {}

	// A long answer may be of any length: two of them are never made at a time.
	Verdict verdict(bool long_answer, Time now);

	// Numbers grow.
	void open(Number request, bool long_answer, Time now);
	void close(Number request);

	// When the next of those in work counts as one that waits; nothing when none is in work.
	std::optional<Time> next_change() const;

private:
	const Limits limits_;
	std::map<Number, Time> in_work_; // since when
	std::size_t waiting_ = 0;
	std::optional<Number> long_answer_;
};

} // namespace agent_runtime

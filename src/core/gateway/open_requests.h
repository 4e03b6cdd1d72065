#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace agent_runtime {

// Which of one client's requests are not answered yet, and whether its next one may run. Most
// requests are answered almost at once, so when many are in work the next one waits its turn. Some
// have to wait for something, such as the end of a walk; those hold nobody up, and are only
// counted. Owned by the client. Thread rule: worker only (io).
class OpenRequests {
public:
	using Time = std::chrono::steady_clock::time_point;
	using Number = std::uint64_t;

	struct Limits {
		std::size_t in_work = 1;
		std::size_t waiting = 1;
		// a request that is open for longer than this is waiting for something
		Micros quick = Micros(0);
	};

	enum class Verdict {
		ask, // run it now
		later, // wait until another is answered, or until next_change()
		refuse, // too many are waiting already
	};

	explicit OpenRequests(Limits limits) :
			limits_(limits) {}

	// A long answer may have any length, so two of them are never made at the same time.
	Verdict verdict(bool long_answer, Time now);

	// Numbers must increase.
	void open(Number request, bool long_answer, Time now);
	void close(Number request);

	// When the next request in work will count as waiting; nothing when none is in work.
	std::optional<Time> next_change() const;

private:
	const Limits limits_;
	std::map<Number, Time> in_work_; // with the time at which each began
	std::size_t waiting_ = 0;
	std::optional<Number> long_answer_;
};

} // namespace agent_runtime

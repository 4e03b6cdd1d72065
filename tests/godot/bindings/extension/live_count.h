#pragma once

#include <atomic>
#include <cstdint>

// Counts the objects of which it is a member, so that a test can tell whether all of them went.
// Any thread.
class LiveCount {
	static std::atomic<int64_t> alive;

public:
	LiveCount() { alive++; }
	LiveCount(const LiveCount &) { alive++; }
	LiveCount &operator=(const LiveCount &) = default;
	~LiveCount() { alive--; }

	static int64_t get() { return alive; }
};

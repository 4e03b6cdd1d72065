#pragma once

// How tests wait for other threads.

#include <chrono>
#include <thread>

namespace agent_runtime {

// Ends a test that would wait forever, however busy the machine is.
inline constexpr std::chrono::seconds LONGEST_PATIENCE{ 120 };

// Lets other threads go on for a moment. On a busy machine, whoever yields instead comes back only
// when all other programs have used up their share.
inline void let_others_run() {
	std::this_thread::sleep_for(std::chrono::microseconds(50));
}

// Checks the condition again and again until it is true; false when it never is.
template <typename Condition>
bool comes_true(const Condition &condition) {
	const auto end = std::chrono::steady_clock::now() + LONGEST_PATIENCE;
	while (!condition()) {
		if (std::chrono::steady_clock::now() >= end) {
			return false;
		}
		let_others_run();
	}
	return true;
}

} // namespace agent_runtime

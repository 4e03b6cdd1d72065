#pragma once

#include <concurrentqueue/concurrentqueue.h>

#include <optional>
#include <utility>

namespace agent_runtime {

// Passes values from any thread to the one that takes them, in the order of each sender. Thread
// rule: any thread.
template <typename T>
class Inbox {
public:
	void put(T value) { queue_.enqueue(std::move(value)); }

	std::optional<T> take() {
		T value;
		return queue_.try_dequeue(value) ? std::optional<T>(std::move(value)) : std::nullopt;
	}

private:
	moodycamel::ConcurrentQueue<T> queue_;
};

} // namespace agent_runtime

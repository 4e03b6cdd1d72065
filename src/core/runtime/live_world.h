#pragma once

#include "core/agents/input.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/requests/request_book.h"
#include "core/runtime/world.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace agent_runtime {

// The present world, which another may replace, and the way in for inputs. Whoever posts holds the
// mutex shared, so that an id and the agent's first input reach the same world. It is held
// exclusively while another world takes over, and when the runtime stops. Owned by Runtime. Thread
// rule: any thread.
struct LiveWorld {
	explicit LiveWorld(const RequestBook &book) :
			requests(book) {}

	// A request to an earlier world, which is answered as cancelled, has no effect. The input of a
	// request belongs to the request's trace.
	void post(Input input);
	// The step that takes everything posted so far reports this (StepOutput::reached).
	void post_end_of(RequestId request);
	void wake();
	// Refused when it stops, or so much waits already that more would fill the memory.
	Status require_capacity() const;
	// The same of what is to be heard, of which so much may wait.
	Status require_hearers(std::int64_t most_waiting) const;
	// The same until another world takes over: for the thread that replaces it, and for the owner
	// while that thread does not run.
	World &now() const {
		const SharedLock lock(mutex);
		return *current;
	}
	bool is_stopping() const { return stopping.load(std::memory_order_acquire); }

	const RequestBook &requests;
	std::atomic<bool> stopping{ false }; // set with the mutex held
	mutable SharedMutex mutex;
	std::unique_ptr<World> current AR_GUARDED_BY(mutex);
};

// What the game has set, as the world was last told; it applies to the next world, too. The mutex
// is also held while agents are configured, so that the sim thread learns of it in the order of the
// directory. Lock it before the world's.
// Owned by Runtime. Thread rule: any thread.
struct GameSettings {
	GridMapPtr map_now() const {
		const Lock lock(mutex);
		return map;
	}

	mutable Mutex mutex;
	GameInput game AR_GUARDED_BY(mutex);
	Offers offers AR_GUARDED_BY(mutex); // for groups and single agents
	GridMapPtr map AR_GUARDED_BY(mutex);
	// For agents whose attention was set.
	std::map<AgentId, float> attention AR_GUARDED_BY(mutex);
	std::vector<AgentId> going_home AR_GUARDED_BY(mutex); // as soon as there is a map
};

// Makes sure that conversations are started and stopped one at a time. Lock its mutex before the
// game's. Owned by Runtime. Thread rule: any thread.
struct TalkOrder {
	Mutex mutex;
	std::uint64_t topics_drawn AR_GUARDED_BY(mutex) = 0;
	std::uint64_t run AR_GUARDED_BY(mutex) = 0; // differs each time that a world is opened
};

} // namespace agent_runtime

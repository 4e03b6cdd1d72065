#pragma once

#include "core/agents/input.h"
#include "core/agents/mind_desk.h"
#include "core/agents/simulation.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/requests/request_book.h"
#include "core/runtime/sim_driver.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace agent_runtime {

// The world that lives, whose place another may take, and the way in for inputs. The mutex is
// shared by whoever posts, so that an id which was given and the agent's first input reach the
// same world; it is held alone while another world takes its place, and when the runtime stops.
// Owned by Runtime. Thread rule: any thread.
struct LiveWorld {
	explicit LiveWorld(const RequestBook &book) :
			requests(book) {}

	// What was asked of a world before this one, and is answered as cancelled, stays undone.
	void post(Input input);
	void wake();
	// Refused when it stops, or so much waits already that more would fill the memory.
	Status require_room() const;
	// The same of what is to be heard, of which so much may wait.
	Status require_hearers(std::int64_t most_waiting) const;
	bool is_stopping() const { return stopping.load(std::memory_order_acquire); }
	static Status has_stopped();

	const RequestBook &requests;
	std::atomic<bool> stopping{ false }; // set under the mutex
	mutable SharedMutex mutex;
	std::unique_ptr<MindDesk> desk AR_GUARDED_BY(mutex);
	std::unique_ptr<Simulation> simulation AR_GUARDED_BY(mutex);
	std::unique_ptr<SimDriver> driver AR_GUARDED_BY(mutex);
};

// What the game has set, as it was last told to the world; it holds in the next world, too. The
// mutex is also held while agents are configured, so that sim hears of it in the order of the
// directory. It comes before the world's.
// Owned by Runtime. Thread rule: any thread.
struct GameSettings {
	GridMapPtr map_now() const {
		const Lock lock(mutex);
		return map;
	}

	mutable Mutex mutex;
	GameInput game AR_GUARDED_BY(mutex);
	GridMapPtr map AR_GUARDED_BY(mutex);
	// Of those for whom it was set.
	std::map<AgentId, float> attention AR_GUARDED_BY(mutex);
	std::vector<AgentId> going_home AR_GUARDED_BY(mutex); // as soon as there is a map
};

// Conversations are started and stopped one by one. The mutex comes before the game's.
// Owned by Runtime. Thread rule: any thread.
struct TalkOrder {
	Mutex mutex;
	std::uint64_t topics_drawn AR_GUARDED_BY(mutex) = 0;
	std::uint64_t run AR_GUARDED_BY(mutex) = 0; // differs between the lives of a world
};

} // namespace agent_runtime

#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/log/published.h"
#include "core/runtime/restored_world.h"
#include "core/store/slots.h"
#include "core/store/world_switch.h"
#include "core/store/writer.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Saves and loads worlds and copies the database, one after the other, on a thread of its own: it
// may wait for all others.
// A save takes the world as it is at the end of a step. A load writes the saved world beside the
// one that lives, and only when all of it is there stops that one and lets the other take its
// place; whatever fails before leaves the world as it is (world_switch.h).
// Owned by Runtime. Thread rule: any thread; start() and stop() by the owner.
class SlotDesk {
public:
	// What it needs of the runtime, called on the desk's thread. All outlive the desk.
	struct Rooms {
		Writer &writer;
		const Clock &clock;
		std::string database_path;
		std::size_t most_agents = 0; // that a world may have
		// The generation that is being written, or 0; for those who clear up on the writer's
		// thread.
		std::atomic<std::int64_t> &coming;
		// Keeps the world between two steps, with all that happened before written; let_go() after
		// a hold() that was ok.
		std::function<Status()> hold;
		std::function<void()> let_go;
		std::function<std::vector<AgentPlace>()> places; // while held
		// What is asked of the held world gets no answer any more.
		std::function<void()> close_world;
		// The world that follows upon the held one; it goes on by itself. The event says so.
		std::function<void(RestoredWorld world, EventId event)> open_world;
		std::function<void(const PublishedEvent &event)> tell_loaded;
	};
	// Exactly once, on the desk's thread, or on that of stop().
	using Done = std::function<void(const Result<nlohmann::json> &result)>;
	enum class Work : std::uint8_t { save, load, list, remove, copy };

	SlotDesk(Rooms rooms, const Logger &log);
	~SlotDesk();
	SlotDesk(const SlotDesk &) = delete;
	SlotDesk &operator=(const SlotDesk &) = delete;

	// What is asked before waits.
	Status start();
	// Ends what can be ended, as cancelled; a load that can no longer be undone is led to its end.
	// `internal` when the thread had ended by an exception.
	const Status &stop();

	// The slot's name was checked; none is needed for a list. A copy has the path of the new file
	// there.
	void ask(Work work, std::string slot, Done done);

private:
	struct Order {
		Work work = Work::list;
		std::string slot;
		Done done;
	};
	class Hold;

	void run();
	Result<nlohmann::json> carry_out_guarded(const Order &order);
	Result<nlohmann::json> carry_out(const Order &order);
	Result<nlohmann::json> save(const std::string &slot);
	Result<nlohmann::json> load(const std::string &slot);
	Result<nlohmann::json> copy(const std::string &path);
	Result<Database> open(const std::string &slot) const;
	Result<std::int64_t> write_beside(Database &slot);
	Result<EventId> take_place(
			const std::string &slot, std::int64_t generation, const HighestNumbers &highest);
	Status go_on() const;

	const Rooms rooms_;
	const Logger log_;
	// Open from the start: what is copied is the file that is in use, whatever its name is by then.
	std::unique_ptr<Database> source_; // the thread's alone, once it runs
	std::atomic<bool> stopping_{ false }; // partner of mutex_: set under it
	Mutex mutex_;
	std::deque<Order> orders_ AR_GUARDED_BY(mutex_);
	std::condition_variable changed_;
	NamedThread thread_;
};

nlohmann::json slot_to_json(const SlotCover &cover);

} // namespace agent_runtime

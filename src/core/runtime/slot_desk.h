#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/runtime/world_swap.h"
#include "core/store/file_messages.h"
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

// Saves and loads worlds and copies the database, one after the other, on a thread of its own,
// because it may have to wait for all others.
// A save takes the world as it is at the end of a step. A load writes the saved world beside the
// present one, and only when all of it is there stops that one and lets the other take over.
// Whatever fails before leaves the world as it is (world_switch.h).
// Owned by Runtime. Thread rule: any thread; start() and stop() by the owner.
class SlotDesk {
public:
	// All of them must outlive the desk.
	struct Parts {
		Writer &writer;
		EventSubscriber &fanout;
		const Clock &clock;
		std::string database_path;
		std::size_t most_agents = 0; // that a world may have
		// The generation that is being written, or 0; read by the clean-up on the writer's thread.
		std::atomic<std::int64_t> &coming;
		WorldSwap &world;
	};
	// Called exactly once, on the desk's thread or on that of stop().
	using Done = std::function<void(const Result<nlohmann::json> &result)>;
	enum class Work : std::uint8_t { save, load, list, remove, copy };

	SlotDesk(Parts parts, const Logger &log);
	~SlotDesk();
	SlotDesk(const SlotDesk &) = delete;
	SlotDesk &operator=(const SlotDesk &) = delete;

	// Work that was requested before waits until then.
	Status start();
	// Ends what can be ended, as cancelled; a load that can no longer be undone is completed.
	// `internal` when the thread had ended with an exception.
	const Status &stop();

	// The slot's name was checked; a list needs none. For a copy it is the path of the new file.
	// What comes of it belongs to `trace`.
	void ask(Work work, std::string slot, TraceId trace, Done done);

private:
	struct Order {
		Work work = Work::list;
		std::string slot;
		TraceId trace = {};
		Done done = {};
	};
	class Hold;

	void run();
	Result<nlohmann::json> carry_out_guarded(const Order &order);
	Result<nlohmann::json> carry_out(const Order &order);
	Result<nlohmann::json> save(const std::string &slot);
	Result<nlohmann::json> load(const std::string &slot, TraceId trace);
	Result<nlohmann::json> copy(const std::string &path);
	Result<Database> open(const std::string &slot) const;
	Result<std::int64_t> write_beside(Database &slot);
	Result<EventId> take_place(const std::string &slot, std::int64_t generation,
			const HighestNumbers &highest, TraceId trace);
	Status go_on() const;

	const Parts parts_;
	const Logger log_;
	// Open from the start, so that what is copied is the file in use, whatever its name is by then.
	std::unique_ptr<Database> source_; // used by the thread alone once it runs
	std::atomic<bool> stopping_{ false }; // partner of mutex_: set with it held
	Mutex mutex_;
	std::deque<Order> orders_ AR_GUARDED_BY(mutex_);
	std::condition_variable changed_;
	NamedThread thread_;
};

SavedWorldFields saved_world(const SlotCover &cover);

} // namespace agent_runtime

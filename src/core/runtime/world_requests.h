#pragma once

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/runtime/live_world.h"
#include "core/runtime/world_messages.h"

#include <atomic>
#include <functional>

namespace agent_runtime {

// Controls whether and how fast the world's time passes, and answers the requests about that and
// about the state of the runtime. There are two reasons to stand still: the game is paused, or only
// the world is.
// Owned by Runtime. Thread rule: any thread.
class WorldRequests {
public:
	using Types =
			RequestTypes<PauseWorldRequest, StepWorldRequest, TimeScaleRequest, HealthRequest>;

	WorldRequests(ScaledClock &clock, LiveWorld &world, std::function<HealthReply()> health) :
			clock_(clock),
			world_(world),
			health_(std::move(health)) {}

	Status answer(const PauseWorldRequest &request);
	// For a paused world: moves to the next moment at which something is due.
	Status answer(const StepWorldRequest &request);
	Status answer(const TimeScaleRequest &request);
	Result<HealthReply> answer(const HealthRequest &request) const;

	void set_paused_by_game(bool paused);
	bool is_world_paused() const { return world_paused_.load(std::memory_order_relaxed); }

private:
	void follow_pauses() AR_REQUIRES(mutex_);

	ScaledClock &clock_;
	LiveWorld &world_;
	const std::function<HealthReply()> health_;
	Mutex mutex_; // lock it before the world's
	bool game_paused_ AR_GUARDED_BY(mutex_) = false;
	std::atomic<bool> world_paused_{ false }; // set with the mutex held, read without
};

} // namespace agent_runtime

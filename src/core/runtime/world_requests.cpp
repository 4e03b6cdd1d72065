#include "core/runtime/world_requests.h"

namespace agent_runtime {

Status WorldRequests::answer(const PauseWorldRequest &request) {
	const Lock lock(mutex_);
	world_paused_.store(request.paused, std::memory_order_relaxed);
	follow_pauses();
	return Status();
}

void WorldRequests::set_paused_by_game(bool paused) {
	const Lock lock(mutex_);
	game_paused_ = paused;
	follow_pauses();
}

void WorldRequests::follow_pauses() {
	const bool paused = game_paused_ || world_paused_.load(std::memory_order_relaxed);
	paused ? clock_.pause() : clock_.resume();
	world_.wake();
}

Status WorldRequests::answer(const StepWorldRequest &) {
	if (!clock_.is_paused()) {
		return Status(StatusCode::failed_precondition,
				"the world is not paused; pause it first, then let it make single steps");
	}
	const SharedLock lock(world_.mutex);
	world_.current->step_once();
	return Status();
}

Status WorldRequests::answer(const TimeScaleRequest &request) {
	Status status = clock_.set_scale(request.scale);
	world_.wake();
	return status;
}

Result<HealthReply> WorldRequests::answer(const HealthRequest &) const {
	return health_();
}

} // namespace agent_runtime

#include "core/runtime/live_world.h"

#include <string>
#include <utility>
#include <variant>

namespace agent_runtime {

namespace {

// Inputs beyond this are refused: a world that stands still must not fill the memory.
constexpr std::int64_t MOST_INPUTS = 1'000'000;

// None: nobody waits for what comes of it.
RequestId request_of(const Input &input) {
	return std::visit(
			[](const auto &each) {
				if constexpr (requires { each.request; }) {
					return each.request;
				} else {
					return RequestId();
				}
			},
			input);
}

} // namespace

void LiveWorld::post(Input input) {
	const RequestId request = request_of(input);
	const SharedLock lock(mutex);
	if (!request.is_none() && !requests.is_open(request)) {
		return;
	}
	simulation->post(std::move(input));
	driver->wake();
}

void LiveWorld::wake() {
	const SharedLock lock(mutex);
	driver->wake();
}

Status LiveWorld::has_stopped() {
	return Status(StatusCode::cancelled, "the runtime has stopped");
}

Status LiveWorld::require_room() const {
	const SharedLock lock(mutex);
	if (is_stopping()) {
		return has_stopped();
	}
	if (simulation->waiting_inputs() < MOST_INPUTS) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up: a million inputs wait already; ask again later");
}

Status LiveWorld::require_hearers(std::int64_t most_waiting) const {
	Status status = require_room();
	if (!status.ok()) {
		return status;
	}
	const SharedLock lock(mutex);
	const std::int64_t waiting = simulation->waiting_hearings();
	if (waiting < most_waiting) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up with what is said: about " + std::to_string(waiting) +
					" lines wait to be heard, counted once for each agent that may hear them; say "
					"it again later, or let fewer hear it (a smaller hearing_radius, a group)");
}

} // namespace agent_runtime

#include "core/runtime/live_world.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace agent_runtime {

namespace {

// More inputs than this are refused, since a world that stands still must not fill the memory.
constexpr std::int64_t MOST_INPUTS = 1'000'000;

// None: nobody waits for the outcome.
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
	if (!request.is_none()) {
		const std::optional<TraceId> trace = requests.trace_of(request);
		if (!trace) {
			return;
		}
		set_input_trace(input, *trace);
	}
	current->post(std::move(input));
}

void LiveWorld::post_end_of(RequestId request) {
	const SharedLock lock(mutex);
	current->post_end_of(request);
}

void LiveWorld::wake() {
	const SharedLock lock(mutex);
	current->wake();
}

Status LiveWorld::require_capacity() const {
	const SharedLock lock(mutex);
	if (is_stopping()) {
		return has_stopped();
	}
	if (current->waiting_inputs() < MOST_INPUTS) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up: a million inputs wait already; ask again later");
}

Status LiveWorld::require_hearers(std::int64_t most_waiting) const {
	Status status = require_capacity();
	if (!status.ok()) {
		return status;
	}
	const SharedLock lock(mutex);
	const std::int64_t waiting = current->waiting_hearings();
	if (waiting < most_waiting) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up with what is said: about " + std::to_string(waiting) +
					" lines wait to be heard, counted once for each agent that may hear them; say "
					"it again later, or let fewer hear it (a smaller hearing_radius, a group)");
}

} // namespace agent_runtime

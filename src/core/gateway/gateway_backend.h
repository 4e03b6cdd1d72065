#pragma once

#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/log/event_log.h"

#include <functional>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What the gateway needs from the runtime behind it. Outlives the gateway's stop(). Thread rule:
// any thread; neither call may block. Answers come exactly once, on any thread, possibly before the
// call returns.
class GatewayBackend {
public:
	virtual ~GatewayBackend() = default;

	// Takes a message of the vocabulary that was not checked yet. The answer is a
	// request_completed.
	virtual void request(const nlohmann::json &message,
			std::function<void(const nlohmann::json &completed)> reply) = 0;

	// All requests, replies and events. Outlives the host.
	virtual const Vocabulary &vocabulary() const = 0;

	// Reads a page of the event log. Not called when there is no log.
	virtual void read_log(
			EventFilter filter, std::function<void(const Result<EventPage> &page)> done) = 0;
};

} // namespace agent_runtime

#pragma once

#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/store/event_log.h"

#include <functional>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What the gateway needs of the runtime behind it. Outlives the gateway's stop().
// Thread rule: any thread; neither call may block. Answers come exactly once, on any thread, also
// before the call returns.
class GatewayHost {
public:
	virtual ~GatewayHost() = default;

	// A message of the vocabulary, not checked yet. The answer is a request_completed.
	virtual void request(const nlohmann::json &message,
			std::function<void(const nlohmann::json &completed)> reply) = 0;

	// What it can be asked, and sends. Outlives the host.
	virtual const Vocabulary &vocabulary() const = 0;

	// A page of the event log; not called when there is none.
	virtual void read_log(
			EventFilter filter, std::function<void(const Result<EventPage> &page)> done) = 0;
};

} // namespace agent_runtime

#pragma once

#include "core/agents/input.h"
#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/log/published.h"
#include "core/mind/mind.h"
#include "core/requests/request_book.h"
#include "core/store/reader.h"
#include "core/store/write_operation.h"

#include <functional>
#include <memory>

namespace agent_runtime {

// What the desks about memory share. All of it outlives them.
// Owned by Runtime. Thread rule: any thread.
struct MemoryParts {
	Reader &reader;
	EventSubscriber &fanout;
	RequestBook &requests;
	const Clock &clock;
	const InProcessMind &mind;
	std::function<void(std::unique_ptr<WriteOperation>)>
			store; // may wait, and may drop the operation
	std::function<void(Input)> post;
	std::function<Status(AgentId)> known; // whether such an agent exists
	const bool &stores; // whether there is a database; set before the first request

	Status require_store() const {
		return stores ? Status()
					  : Status(StatusCode::failed_precondition,
								"what is asked for lies in the database, and this runtime has "
								"none");
	}
};

} // namespace agent_runtime

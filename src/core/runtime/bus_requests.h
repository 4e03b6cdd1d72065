#pragma once

#include "core/agents/bus_messages.h"
#include "core/runtime/world_parts.h"

namespace agent_runtime {

// Answers the requests to say something, and about who hears what.
// Owned by Runtime. Thread rule: any thread.
class BusRequests {
public:
	using Types = RequestTypes<SayRequest, PublishRequest, SubscribeRequest>;

	explicit BusRequests(const WorldParts &parts) :
			parts_(parts) {}

	Status answer(const SayRequest &request);
	Status answer(const PublishRequest &request);
	Status answer(const SubscribeRequest &request);

private:
	const WorldParts parts_;
};

} // namespace agent_runtime

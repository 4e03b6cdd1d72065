#pragma once

#include "core/agents/bus_messages.h"
#include "core/runtime/world_parts.h"

namespace agent_runtime {

// Answers the requests to say something, and those about who hears what.
// Owned by Runtime. Thread rule: any thread.
class BusRequests {
public:
	using Types = RequestTypes<SayRequest, PublishRequest, SubscribeRequest>;

	explicit BusRequests(const WorldParts &parts) :
			parts_(parts) {}

	Status answer(const SayRequest &request, TraceId trace = {});
	Status answer(const PublishRequest &request, TraceId trace = {});
	Status answer(const SubscribeRequest &request, TraceId trace = {});

private:
	const WorldParts parts_;
};

} // namespace agent_runtime

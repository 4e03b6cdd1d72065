#pragma once

#include "core/memory/memory_messages.h"
#include "core/runtime/world_parts.h"

#include <functional>

namespace agent_runtime {

// Answers requests that read what agents remember, on the reader's thread. MemoryChanges answers
// those that change it, and MemorySummaries those for summaries.
// Owned by Runtime. Thread rule: any thread.
class MemoryDesk {
public:
	using Types = RequestTypes<SearchRequest, MemoryRequest>;

	explicit MemoryDesk(const WorldParts &parts) :
			parts_(parts) {}

	Status answer(const SearchRequest &request, RequestId number);
	Status answer(const MemoryRequest &request, RequestId number);

private:
	// For an agent that exists or has existed.
	template <typename Found>
	Status read_for(RequestId request, AgentId agent, std::function<Result<Found>(Database &)> run);

	const WorldParts &parts_;
};

} // namespace agent_runtime

#pragma once

#include "core/memory/memory_messages.h"
#include "core/runtime/memory_changes.h"
#include "core/runtime/memory_parts.h"

#include <memory>

namespace agent_runtime {

// Answers requests to summarise what an agent remembers. The reader's thread reads the older lines
// and has the mind summarise them. The writer stores the summary, unless the lines have changed
// meanwhile. Owned by Runtime. Thread rule: any thread.
class MemorySummaries {
public:
	using Types = RequestTypes<SummariseRequest>;

	MemorySummaries(const MemoryParts &parts, MemoryChanges &changes) :
			parts_(parts),
			changes_(changes) {}

	Status answer(const SummariseRequest &request, RequestId number);

private:
	struct Summary;

	Status sum_up(Database &database, Summary &summary) const;
	static Result<bool> is_unchanged(Database &database, const Summary &summary);
	void store(const std::shared_ptr<Summary> &summary);
	void end(const Summary &summary, const Result<MemoryOutcome> &outcome);

	const MemoryParts &parts_;
	MemoryChanges &changes_;
};

} // namespace agent_runtime

#pragma once

#include "core/memory/memory_messages.h"
#include "core/mind/mind.h"
#include "core/runtime/memory_changes.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/world_parts.h"

#include <memory>

namespace agent_runtime {

// Answers requests to summarise what an agent remembers. The reader's thread reads the older lines.
// The agent's own mind sums them up if it is one outside this process, and pays for that from its
// account; where it cannot, or is none, the built-in mind does. The writer stores the summary,
// unless the lines have changed meanwhile.
// Owned by Runtime. Thread rule: any thread.
class MemorySummaries {
public:
	using Types = RequestTypes<SummariseRequest>;

	// `mind` is the built-in one.
	MemorySummaries(const WorldParts &parts, MemoryChanges &changes, const InProcessMind &mind,
			const std::unique_ptr<ModelDesk> &models) :
			parts_(parts),
			changes_(changes),
			mind_(mind),
			models_(models) {}

	Status answer(const SummariseRequest &request, RequestId number);

private:
	struct Summary;

	Status read_lines(Database &database, Summary &summary) const;
	void sum_up(const std::shared_ptr<Summary> &summary);
	void ask_own_mind(const std::shared_ptr<Summary> &summary);
	void sum_up_built_in(const std::shared_ptr<Summary> &summary);
	void store(const std::shared_ptr<Summary> &summary);
	void end(const Summary &summary, const Result<MemoryOutcome> &outcome);

	const WorldParts &parts_;
	MemoryChanges &changes_;
	const InProcessMind &mind_;
	const std::unique_ptr<ModelDesk> &models_;
};

} // namespace agent_runtime

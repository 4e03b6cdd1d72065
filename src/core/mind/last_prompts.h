#pragma once

#include "core/base/mutex.h"
#include "core/mind/prompt.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace agent_runtime {

// What each agent's mind was asked last, for people who want to know why it said what it said. Kept
// for those that were asked lately. Minds that take no prompt are shown the one that a model would
// have got.
// Thread rule: any thread.
class LastPrompts {
public:
	static constexpr std::size_t MOST_AGENTS = 256;

	void keep(AgentId agent, std::shared_ptr<const Prompt> prompt);
	void keep(AgentId agent, MindRequest request);
	void clear();
	// None when the agent was never asked, or so many others were since.
	std::optional<Prompt> find(AgentId agent) const;

private:
	struct Entry {
		std::uint64_t number = 0;
		std::shared_ptr<const Prompt> prompt; // null: the request below
		MindRequest request;
	};

	Entry &renew(AgentId agent) AR_REQUIRES(mutex_);

	mutable Mutex mutex_;
	std::map<AgentId, Entry> entries_ AR_GUARDED_BY(mutex_);
	std::map<std::uint64_t, AgentId> order_ AR_GUARDED_BY(mutex_); // oldest first
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime

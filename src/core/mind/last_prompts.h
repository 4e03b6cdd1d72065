#pragma once

#include "core/base/mutex.h"
#include "core/mind/prompt.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace agent_runtime {

// The last prompt of each agent's mind, for people who want to know why an agent said what it said.
// Holds those of the agents that were asked most recently. For a mind that takes no prompt, it
// shows the one that a model would have got.
// Thread rule: any thread.
class LastPrompts {
public:
	static constexpr std::size_t MOST_AGENTS = 256;

	void record(AgentId agent, std::shared_ptr<const Prompt> prompt);
	void record(AgentId agent, MindRequest request);
	void clear();
	// Nothing when the agent was never asked, or many others were asked since.
	std::optional<Prompt> find(AgentId agent) const;

private:
	struct Entry {
		std::uint64_t number = 0;
		std::shared_ptr<const Prompt> prompt; // null: use the request below
		MindRequest request;
	};

	Entry &renew(AgentId agent) AR_REQUIRES(mutex_);

	mutable Mutex mutex_;
	std::map<AgentId, Entry> entries_ AR_GUARDED_BY(mutex_);
	std::map<std::uint64_t, AgentId> order_ AR_GUARDED_BY(mutex_); // oldest first
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime

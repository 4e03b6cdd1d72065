#include "core/mind/last_prompts.h"

#include <utility>

namespace agent_runtime {

LastPrompts::Entry &LastPrompts::renew(AgentId agent) {
	Entry &entry = entries_[agent];
	order_.erase(entry.number);
	entry.number = ++newest_;
	order_.emplace(entry.number, agent);
	if (entries_.size() > MOST_AGENTS) {
		entries_.erase(order_.begin()->second);
		order_.erase(order_.begin());
	}
	return entry;
}

void LastPrompts::record(AgentId agent, std::shared_ptr<const Prompt> prompt) {
	const Lock lock(mutex_);
	renew(agent).prompt = std::move(prompt);
}

void LastPrompts::record(AgentId agent, MindRequest request) {
	const Lock lock(mutex_);
	Entry &entry = renew(agent);
	entry.prompt.reset();
	entry.request = std::move(request);
}

void LastPrompts::clear() {
	const Lock lock(mutex_);
	entries_.clear();
	order_.clear();
}

std::optional<Prompt> LastPrompts::find(AgentId agent) const {
	MindRequest request;
	{
		const Lock lock(mutex_);
		const auto found = entries_.find(agent);
		if (found == entries_.end()) {
			return std::nullopt;
		}
		if (found->second.prompt != nullptr) {
			return *found->second.prompt;
		}
		request = found->second.request;
	}
	return assemble_prompt(request, {});
}

} // namespace agent_runtime

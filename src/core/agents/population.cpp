#include "core/agents/population.h"

namespace agent_runtime {

Agent &Population::add(AgentId id) {
	std::size_t place = places_;
	if (!free_places_.empty()) {
		place = free_places_.back();
		free_places_.pop_back();
	} else {
		if (places_ % BLOCK == 0) {
			blocks_.push_back(std::make_unique<std::array<Agent, BLOCK>>());
		}
		places_++;
	}
	place_of_.entry(id) = static_cast<std::uint32_t>(place);
	Agent &agent = *find(id);
	agent.id = id;
	return agent;
}

void Population::remove(AgentId id) {
	if (Agent *const agent = find(id)) {
		*agent = Agent();
		free_places_.push_back(*place_of_.find(id));
		place_of_.erase(id);
	}
}

} // namespace agent_runtime

#include "core/agents/ended_walks.h"

namespace agent_runtime {

void EndedWalks::add(Agent &agent, const Status &status) {
	agent.standing.untold_walks++;
	ended_.push_back({ agent.id, status });
}

void EndedWalks::deliver(Agent &agent, std::size_t index) {
	ended_[index].is_delivered = true;
	agent.standing.untold_walks--;
	const Status status = ended_[index].status; // others may end during this call
	hear_(agent, status);
}

void EndedWalks::deliver(Agent &agent) {
	for (std::size_t i = 0; agent.standing.untold_walks > 0 && i < ended_.size(); i++) {
		if (ended_[i].agent == agent.id && !ended_[i].is_delivered) {
			deliver(agent, i);
		}
	}
}

void EndedWalks::deliver_all() {
	const std::size_t count = ended_.size();
	for (std::size_t i = 0; i < count; i++) {
		Agent *const agent = agents_.find(ended_[i].agent);
		if (agent != nullptr && !ended_[i].is_delivered) {
			deliver(*agent, i);
		}
	}
	ended_.erase(ended_.begin(), ended_.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace agent_runtime

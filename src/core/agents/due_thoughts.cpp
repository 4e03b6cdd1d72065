#include "core/agents/due_thoughts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace agent_runtime {

void DueThoughts::ask(ThoughtRequest thought) {
	const MindKind mind = thought.request.mind;
	if (!thinks_in_process(mind)) {
		if (mind == MindKind::game) {
			thought.call = calls_.next();
		}
		step_.output().thoughts.push_back(std::move(thought));
		return;
	}
	if (!is_replaying_) {
		thought.due = settings_.on_tick(thought.due + minds_.delay_of(thought.request));
	}
	due_.push_back({ thought.due, thought.id });
	std::push_heap(due_.begin(), due_.end(), std::greater<>());
	if (!is_replaying_) {
		minds_.ask(std::move(thought));
	}
}

void DueThoughts::cancel(const Agent &agent, std::uint32_t thought) {
	if (!thinks_in_process(agent.profile->mind)) {
		step_.output().withdrawn.push_back({ agent.id, thought });
	} else if (!is_replaying_) {
		minds_.cancel({ agent.id, thought });
	}
}

void DueThoughts::take_due(std::vector<Input> &inputs) {
	for (std::size_t taken = 0; taken < MOST_ANSWERS && next_due() <= step_.time(); taken++) {
		const ThoughtId thought = due_.front().thought;
		std::pop_heap(due_.begin(), due_.end(), std::greater<>());
		due_.pop_back();
		const Agent *const agent = agents_.find(thought.agent);
		const bool is_wanted = agent != nullptr && agent->thinking.thought == thought.number;
		if (is_wanted && !is_replaying_) {
			inputs.push_back(minds_.take(thought));
		}
	}
}

} // namespace agent_runtime

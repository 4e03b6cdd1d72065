#include "core/agents/agent_step.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr double LEAST_ATTENTION = 0.01; // agents with less attention than this think no less often

} // namespace

void AgentStep::remember(const MessagePtr &line) {
	agent_.remember(line);
	out_.conversations.push_back({ agent_.id, line });
}

bool AgentStep::change(AgentState to) {
	if (!may_change(agent_.state, to)) {
		emit(TransitionRefused{ agent_.state, std::string(agent_state_name(to)),
				"this change is not among those an agent can make" });
		return false;
	}
	emit(AgentStateChanged{ agent_.state, to, agent_.standing.position, agent_.current_task() });
	agent_.state = to;
	agent_.state_since = now_;
	agent_.thinking.told_stuck = false;
	return true;
}

Micros AgentStep::random_up_to(Micros most) {
	const std::uint64_t span = static_cast<std::uint64_t>(std::max(most, Micros{}).count());
	return Micros{ span == 0 ? 0 : static_cast<std::int64_t>(agent_.rng.uniform(span + 1)) };
}

std::optional<Micros> AgentStep::own_interval() const {
	const Micros interval = agent_.profile->think_interval;
	if (interval.count() <= 0 || agent_.paused || agent_.attention <= 0.0f ||
			agent_.talk_part() != nullptr) {
		return std::nullopt;
	}
	const double attention =
			std::clamp(static_cast<double>(agent_.attention), LEAST_ATTENTION, 1.0);
	return Micros{ static_cast<std::int64_t>(static_cast<double>(interval.count()) / attention) };
}

SimTime AgentStep::next_own_thought() {
	const std::optional<Micros> interval = own_interval();
	return interval ? on_tick(now_ + *interval + random_up_to(settings_.think_jitter)) : NEVER;
}

} // namespace agent_runtime

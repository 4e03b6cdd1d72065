#include "core/agents/agent_state.h"

namespace agent_runtime {

namespace {

constexpr std::string_view NAMES[] = { "idle", "listening", "thinking", "speaking" };

// [from][to]. Idle → Listening → Thinking → Speaking → Idle is the circle; besides it an agent
// thinks of its own accord, is interrupted in thought, or finds nothing to say.
constexpr bool ALLOWED[4][4] = {
	/* idle      */ { false, true, true, false },
	/* listening */ { true, false, true, false },
	/* thinking  */ { true, true, false, true },
	/* speaking  */ { true, false, false, false },
};

} // namespace

std::string_view agent_state_name(AgentState state) {
	return NAMES[static_cast<std::size_t>(state)];
}

std::optional<AgentState> parse_agent_state(std::string_view name) {
	for (const AgentState state : ALL_AGENT_STATES) {
		if (agent_state_name(state) == name) {
			return state;
		}
	}
	return std::nullopt;
}

bool may_change(AgentState from, AgentState to) {
	return ALLOWED[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

} // namespace agent_runtime

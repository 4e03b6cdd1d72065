#include "core/agents/agent_state.h"

namespace agent_runtime {

namespace {

// [from][to]. The circle is Idle → Listening → Thinking → Speaking → Idle. Besides, an agent may
// think on its own initiative, be interrupted in thought, or find nothing to say.
constexpr bool ALLOWED[4][4] = {
	/* idle      */ { false, true, true, false },
	/* listening */ { true, false, true, false },
	/* thinking  */ { true, true, false, true },
	/* speaking  */ { true, false, false, false },
};

} // namespace

bool may_change(AgentState from, AgentState to) {
	return ALLOWED[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

} // namespace agent_runtime

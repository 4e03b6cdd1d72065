#pragma once

// Lets an agent do something in the middle of a step, outside the phase in which agents run. What
// comes of it is merged at once.
//
//	acting.act(ada, [](AgentStep &step) { life::pause(step); });
//
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/agent_step.h"
#include "core/agents/current_step.h"

#include <type_traits>

namespace agent_runtime {

// Makes what agents have done part of the step: events, lines, thoughts, and wishes, which are
// carried out.
class OutboxMerger {
public:
	virtual ~OutboxMerger() = default;
	virtual void merge(Outbox &out) = 0;
};

class Acting {
public:
	// All references must outlive this.
	Acting(const AgentSettings &settings, const WorldView &view, OutboxMerger &merger,
			CurrentStep &step) :
			settings_(settings),
			view_(view),
			merger_(merger),
			step_(step) {}

	// Returns what what(AgentStep &) returns.
	template <typename What>
	auto act(Agent &agent, const What &what) {
		step_.touch(agent.id);
		Outbox out;
		AgentStep step(agent, step_.time(), step_.trace(), settings_, view_, out);
		if constexpr (std::is_void_v<std::invoke_result_t<What, AgentStep &>>) {
			what(step);
			merger_.merge(out);
		} else {
			const auto result = what(step);
			merger_.merge(out);
			return result;
		}
	}

private:
	const AgentSettings &settings_;
	const WorldView &view_;
	OutboxMerger &merger_;
	CurrentStep &step_;
};

} // namespace agent_runtime

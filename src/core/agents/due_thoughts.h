#pragma once

// Thoughts that minds were asked for and have not answered. Minds in this process answer at a time
// that was drawn beforehand, all others when they are ready (ThoughtAnswer). Owned by the step
// engine. Thread rule: sim thread only.

#include "core/agents/current_step.h"
#include "core/agents/game_calls.h"
#include "core/agents/mind_desk.h"
#include "core/agents/population.h"

#include <compare>
#include <cstddef>
#include <vector>

namespace agent_runtime {

class DueThoughts {
public:
	// for each step, since a crowd may hear any of them
	static constexpr std::size_t MOST_ANSWERS = 128;

	// All references must outlive this. `is_replaying`: minds are not asked.
	DueThoughts(const AgentSettings &settings, const Population &agents, MindDesk &minds,
			GameCalls &calls, CurrentStep &step, bool is_replaying) :
			settings_(settings),
			agents_(agents),
			minds_(minds),
			calls_(calls),
			step_(step),
			is_replaying_(is_replaying) {}

	void ask(ThoughtRequest thought);
	// The answer is no longer wanted.
	void cancel(const Agent &agent, std::uint32_t thought);

	SimTime next_due() const { return due_.empty() ? NEVER : due_.front().due; }
	// Answers of minds in this process are inputs like all others. They are taken when they are
	// due, in the order of (time, agent).
	void take_due(std::vector<Input> &inputs);

private:
	struct Due {
		SimTime due;
		ThoughtId thought;

		auto operator<=>(const Due &other) const = default;
	};

	const AgentSettings &settings_;
	const Population &agents_;
	MindDesk &minds_;
	GameCalls &calls_;
	CurrentStep &step_;
	const bool is_replaying_;
	std::vector<Due> due_; // a heap with the earliest on top
};

} // namespace agent_runtime

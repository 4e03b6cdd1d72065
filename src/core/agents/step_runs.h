#pragma once

// The phase of a step in which agents run. Each agent with a reason (an answer of its mind, a
// message, its timer) runs and touches only itself, on helper threads when there are many. Owned by
// the step engine. Thread rule: sim thread only.

#include "core/agents/acting.h"
#include "core/agents/current_step.h"
#include "core/agents/helper_pool.h"
#include "core/agents/population.h"
#include "core/agents/speech_queue.h"
#include "core/agents/timer_heap.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace agent_runtime {

class StepRuns {
public:
	static constexpr std::size_t MOST_TIMERS = 2048; // for each step; the rest is for the next one

	// All references must outlive this. Fewer reasons than `part_size` are not worth waking a
	// helper.
	StepRuns(const AgentSettings &settings, Population &agents, const WorldView &view,
			CurrentStep &step, std::size_t helpers, std::size_t part_size, const Logger &log) :
			settings_(settings),
			agents_(agents),
			view_(view),
			step_(step),
			part_size_(part_size),
			helpers_(helpers, log) {}

	void begin_step();
	void add_answer(const ThoughtAnswer &answer) { answers_.push_back(answer); }
	void add_answers();
	void add_hearings(const std::vector<Delivery> &heard);
	void add_timers();
	// Returns what came of it, in the order of the agents' numbers.
	std::vector<Outbox> &run(const std::vector<Delivery> &heard);

	// When the next timer is due.
	SimTime next_due();
	// For the agents that the step has changed.
	void set_timers();

private:
	// Why an agent runs in this step.
	struct Reason {
		enum class Kind : unsigned char { answer, message, timer };
		AgentId agent;
		Kind kind = Kind::timer;
		std::uint32_t index = 0; // of the answer or the delivery

		auto operator<=>(const Reason &other) const = default;
	};
	struct Part {
		std::size_t begin = 0;
		std::size_t end = 0;
	};

	bool is_current(const TimerHeap::Entry &entry) const;
	void take_timer();
	void sort();
	void cut();
	void run(const Part &part, const std::vector<Delivery> &heard, Outbox &out);
	void run(const Reason &reason, const std::vector<Delivery> &heard, Outbox &out);

	const AgentSettings &settings_;
	Population &agents_;
	const WorldView &view_;
	CurrentStep &step_;
	const std::size_t part_size_;
	HelperPool helpers_;
	TimerHeap timers_;
	std::vector<ThoughtAnswer> answers_; // of the current step
	std::vector<Reason> reasons_;
	std::vector<Part> parts_;
	std::vector<Outbox> outboxes_; // one for each part
};

} // namespace agent_runtime

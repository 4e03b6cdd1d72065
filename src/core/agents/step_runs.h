#pragma once

// The phase of a step in which agents run: each that has a reason to (an answer of its mind, a
// message, its timer), touching itself alone, on helper threads when there are many.
// Owned by the step engine. Thread rule: sim thread only.

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
	static constexpr std::size_t MOST_TIMERS = 2048; // a step; the rest is for the next one

	// Everything outlives this. Fewer reasons than `part_size` are not worth waking a helper.
	StepRuns(const AgentSettings &settings, Population &agents, const WorldView &view,
			CurrentStep &step, std::size_t helpers, std::size_t part_size, const Logger &log) :
			settings_(settings),
			agents_(agents),
			view_(view),
			step_(step),
			part_size_(part_size),
			helpers_(helpers, log) {}

	void begin_step();
	void add_answer(const MindAnswerInput &answer) { answers_.push_back(answer); }
	void add_answers();
	void add_hearings(const std::vector<Delivery> &heard);
	void add_timers();
	// What came of it, in the order of the agents' numbers.
	std::vector<Outbox> &run(const std::vector<Delivery> &heard);

	// When the next timer is due.
	SimTime next_due();
	// Of the agents that the step has changed.
	void set_timers();

private:
	// For one agent to run in this step.
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
	std::vector<MindAnswerInput> answers_; // of the current step
	std::vector<Reason> reasons_;
	std::vector<Part> parts_;
	std::vector<Outbox> outboxes_; // one a part
};

} // namespace agent_runtime

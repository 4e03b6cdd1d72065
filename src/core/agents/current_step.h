#pragma once

// The step that is being made: what time it is in it, what has come of it so far, and which agents
// it has changed.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/step_output.h"

#include <memory>
#include <utility>
#include <vector>

namespace agent_runtime {

class CurrentStep {
public:
	// As the last step of an earlier world.
	CurrentStep(StepNumber number, SimTime time) :
			number_(number),
			time_(time) {}

	// The next one, not before those that were.
	void begin(SimTime now, bool is_recorded);
	std::unique_ptr<StepOutput> end() { return std::move(output_); }

	StepNumber number() const { return number_; }
	SimTime time() const { return time_; }
	StepOutput &output() { return *output_; }

	void emit(ParticipantId entity, EventData data) {
		output_->events.push_back({ entity, std::move(data), trace_ });
	}
	// What it belongs to that is emitted, said, or begun now.
	TraceId trace() const { return trace_; }
	// The request that an input carried has ended; nothing when there is none.
	void answer(RequestId request, Status status) {
		output_->outcomes.push_back({ request, std::move(status) });
	}
	void store_line(AgentId owner, const MessagePtr &line) {
		output_->conversations.push_back({ owner, line });
	}

	// The agent is shown anew, and its timer looked at, when the step ends.
	void touch(AgentId agent) { touched_.push_back(agent); }
	const std::vector<AgentId> &touched() const { return touched_; }
	// Each once, in the order of their numbers.
	const std::vector<AgentId> &touched_in_order();

private:
	friend class TraceScope;

	StepNumber number_;
	SimTime time_;
	std::unique_ptr<StepOutput> output_;
	std::vector<AgentId> touched_;
	TraceId trace_;
};

// For as long as this lives, whatever comes of the step belongs to the trace.
// Thread rule: sim thread only.
class TraceScope {
public:
	TraceScope(CurrentStep &step, TraceId trace) :
			step_(step),
			before_(std::exchange(step.trace_, trace)) {}
	~TraceScope() { step_.trace_ = before_; }
	TraceScope(const TraceScope &) = delete;
	TraceScope &operator=(const TraceScope &) = delete;

private:
	CurrentStep &step_;
	const TraceId before_;
};

} // namespace agent_runtime

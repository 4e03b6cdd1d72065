#pragma once

// The step in progress: its time, what has come of it so far, and which agents it has changed.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/step_output.h"

#include <memory>
#include <utility>
#include <vector>

namespace agent_runtime {

class CurrentStep {
public:
	// Begins as the last step of an earlier world.
	CurrentStep(StepNumber number, SimTime time) :
			number_(number),
			time_(time) {}

	// Begins the next step, not earlier than the last.
	void begin(SimTime now, bool is_recorded);
	std::unique_ptr<StepOutput> end() { return std::move(output_); }

	StepNumber number() const { return number_; }
	SimTime time() const { return time_; }
	StepOutput &output() { return *output_; }

	void emit(ParticipantId entity, EventData data) {
		output_->events.emplace_back(entity, std::move(data), trace_);
	}
	// The trace of whatever is emitted, said, or begun now.
	TraceId trace() const { return trace_; }
	// The request of an input has ended; does nothing when there is none.
	void answer(RequestId request, Status status) {
		output_->outcomes.push_back({ request, std::move(status) });
	}
	void store_line(AgentId owner, const MessagePtr &line) {
		output_->conversations.push_back({ owner, line });
	}

	// When the step ends, the agent is shown anew and its timer is read.
	void touch(AgentId agent) { touched_.push_back(agent); }
	const std::vector<AgentId> &touched() const { return touched_; }
	// Each agent once, in the order of their numbers.
	const std::vector<AgentId> &touched_in_order();

private:
	friend class TraceScope;

	StepNumber number_;
	SimTime time_;
	const std::shared_ptr<EventBuffers> buffers_ = std::make_shared<EventBuffers>();
	std::unique_ptr<StepOutput> output_;
	std::vector<AgentId> touched_;
	TraceId trace_;
};

// While this lives, everything that comes of the step belongs to the trace.
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

#pragma once

// What agents do for others and together: tasks that are given to them, and invitations from one to
// another. Each has exactly one outcome.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/acting.h"
#include "core/agents/current_step.h"
#include "core/agents/population.h"
#include "core/agents/speech_queue.h"

#include <unordered_map>

namespace agent_runtime {

class Agreements {
public:
	// All references must outlive this.
	Agreements(Population &agents, SpeechQueue &speech, Acting &acting, CurrentStep &step) :
			agents_(agents),
			speech_(speech),
			acting_(acting),
			step_(step) {}

	void apply(const AssignInput &input);
	void apply(const FinishInput &input);
	// The agent came back with the task.
	void add_task(TaskId task, AgentId agent) { owners_[task] = agent; }
	void task_changed(const AgentTask &task);

	void invite(const Agent &agent, const InvitationWish &wish);
	void settle(AgentId who, const InvitationAnswer &answer);
	// The agent goes. Settles invitations that may be on their way to it.
	void settle_all_to(AgentId agent);

private:
	Population &agents_;
	SpeechQueue &speech_;
	Acting &acting_;
	CurrentStep &step_;
	std::unordered_map<TaskId, AgentId> owners_; // for tasks that are not finished
};

} // namespace agent_runtime

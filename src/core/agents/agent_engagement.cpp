#include "core/agents/agent_engagement.h"

#include <algorithm>
#include <utility>

namespace agent_runtime::engagement {

namespace {

void change_task(AgentStep &step, std::size_t index, TaskStatus status, const std::string &result) {
	std::vector<TaskPtr> &tasks = step.agent().engagement->tasks;
	std::shared_ptr<AgentTask> changed = std::make_shared<AgentTask>(*tasks[index]);
	changed->status = status;
	changed->result = result;
	step.emit(TaskChanged{ changed });
	if (changed->is_over()) {
		tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(index));
	} else {
		tasks[index] = std::move(changed);
	}
}

} // namespace

void take_invitation(AgentStep &step, const Invitation &invitation) {
	Engagement &engagement = step.agent().engage();
	if (engagement.invitation) {
		answer_invitation(step, false, "another invitation came");
	}
	engagement.invitation = invitation;
	engagement.invitation_seen = false;
}

void answer_invitation(AgentStep &step, bool accept, const std::string &reason) {
	std::optional<Invitation> &invitation = step.agent().engagement->invitation;
	step.wish(InvitationAnswer{ *invitation, accept, reason });
	invitation.reset();
}

void decline_invitation(AgentStep &step, const std::string &reason) {
	const Agent &agent = step.agent();
	if (agent.engagement != nullptr && agent.engagement->invitation) {
		answer_invitation(step, false, reason);
	}
}

void decline_seen_invitation(AgentStep &step, const std::string &reason) {
	const Agent &agent = step.agent();
	if (agent.engagement != nullptr && agent.engagement->invitation_seen) {
		decline_invitation(step, reason);
	}
}

void assign(AgentStep &step, const TaskPtr &task) {
	step.agent().engage().tasks.push_back(task);
	step.emit(TaskChanged{ task });
}

bool finish(AgentStep &step, TaskId task, bool completed, const std::string &result) {
	Agent &agent = step.agent();
	if (agent.engagement == nullptr) {
		return false;
	}
	const std::vector<TaskPtr> &tasks = agent.engagement->tasks;
	const auto found = std::find_if(
			tasks.begin(), tasks.end(), [task](const TaskPtr &each) { return each->id == task; });
	if (found == tasks.end()) {
		return false;
	}
	change_task(step, static_cast<std::size_t>(found - tasks.begin()),
			completed ? TaskStatus::completed : TaskStatus::failed, result);
	agent.disengage_if_free();
	return true;
}

void begin_current_task(AgentStep &step) {
	const TaskPtr task = step.agent().current_task();
	if (task != nullptr && task->status == TaskStatus::assigned) {
		change_task(step, 0, TaskStatus::in_progress, "");
	}
}

void end_current_task(AgentStep &step, TaskStatus status, const std::string &result) {
	change_task(step, 0, status, result);
}

void end_all(AgentStep &step, const std::string &reason) {
	const Agent &agent = step.agent();
	if (agent.engagement == nullptr) {
		return;
	}
	decline_invitation(step, "it is no longer there");
	while (!agent.engagement->tasks.empty()) {
		change_task(step, 0, TaskStatus::failed, reason);
	}
}

} // namespace agent_runtime::engagement

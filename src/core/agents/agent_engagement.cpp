#include "core/agents/agent_logic.h"

#include <algorithm>
#include <utility>

// What an agent has taken on: its tasks, and the invitations of others.

namespace agent_runtime {

void AgentLogic::take_invitation(Agent &agent, const Invitation &invitation, Outbox &out) const {
	if (agent.engage().invitation) {
		answer_invitation(agent, false, "another invitation came", out);
	}
	agent.engage().invitation = invitation;
	agent.engage().invitation_seen = false;
}

void AgentLogic::answer_invitation(
		Agent &agent, bool accept, const std::string &reason, Outbox &out) const {
	out.wishes.push_back(
			{ agent.id, InvitationAnswer{ *agent.engagement->invitation, accept, reason } });
	agent.engagement->invitation.reset();
}

void AgentLogic::decline_invitation(Agent &agent, const std::string &reason, Outbox &out) const {
	if (agent.engagement != nullptr && agent.engagement->invitation) {
		answer_invitation(agent, false, reason, out);
	}
}

// An invitation has exactly one outcome: whoever has seen it and does not answer has declined.
void AgentLogic::decline_seen_invitation(
		Agent &agent, const std::string &reason, Outbox &out) const {
	if (agent.engagement != nullptr && agent.engagement->invitation_seen) {
		decline_invitation(agent, reason, out);
	}
}

void AgentLogic::assign(Agent &agent, const TaskPtr &task, Outbox &out) const {
	agent.engage().tasks.push_back(task);
	out.events.push_back(event(agent, TaskChanged{ task }));
}

bool AgentLogic::finish(
		Agent &agent, TaskId task, bool completed, const std::string &result, Outbox &out) const {
	if (agent.engagement == nullptr) {
		return false;
	}
	const std::vector<TaskPtr> &tasks = agent.engagement->tasks;
	const auto found = std::find_if(
			tasks.begin(), tasks.end(), [task](const TaskPtr &each) { return each->id == task; });
	if (found == tasks.end()) {
		return false;
	}
	change_task(agent, static_cast<std::size_t>(found - tasks.begin()),
			completed ? TaskStatus::completed : TaskStatus::failed, result, out);
	agent.disengage_if_free();
	return true;
}

void AgentLogic::begin_task(Agent &agent, Outbox &out) const {
	const TaskPtr task = agent.current_task();
	if (task != nullptr && task->status == TaskStatus::assigned) {
		change_task(agent, 0, TaskStatus::in_progress, "", out);
	}
}

void AgentLogic::change_task(Agent &agent, std::size_t index, TaskStatus status,
		const std::string &result, Outbox &out) const {
	std::vector<TaskPtr> &tasks = agent.engagement->tasks;
	std::shared_ptr<AgentTask> changed = std::make_shared<AgentTask>(*tasks[index]);
	changed->status = status;
	changed->result = result;
	out.events.push_back(event(agent, TaskChanged{ changed }));
	if (changed->is_over()) {
		tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(index));
	} else {
		tasks[index] = std::move(changed);
	}
}

} // namespace agent_runtime

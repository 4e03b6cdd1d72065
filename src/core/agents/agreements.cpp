#include "core/agents/agreements.h"

#include "core/agents/agent_engagement.h"

#include <memory>
#include <string>
#include <utility>

namespace agent_runtime {

void Agreements::apply(const AssignInput &input) {
	Agent *const agent = agents_.find(input.agent);
	if (agent == nullptr) {
		// The agent has gone meanwhile. Whoever gave the task is told the outcome.
		std::shared_ptr<AgentTask> failed = std::make_shared<AgentTask>(*input.task);
		failed->status = TaskStatus::failed;
		failed->result = "its agent is no longer there";
		step_.emit(input.agent, TaskChanged{ input.task });
		step_.emit(input.agent, TaskChanged{ std::move(failed) });
		return;
	}
	owners_[input.task->id] = agent->id;
	acting_.act(*agent, [&](AgentStep &step) { engagement::assign(step, input.task); });
	speech_.send_task(*input.task, *agent);
}

void Agreements::apply(const FinishInput &input) {
	const auto owner = owners_.find(input.task);
	Agent *const agent = owner != owners_.end() ? agents_.find(owner->second) : nullptr;
	const bool ended = agent != nullptr && acting_.act(*agent, [&](AgentStep &step) {
		return engagement::finish(step, input.task, input.completed, input.result);
	});
	step_.answer(input.request,
			ended ? Status()
				  : Status(StatusCode::not_found,
							"task_id: there is no open task " + input.task.to_string() +
									"; it has ended, or never was one"));
}

void Agreements::task_changed(const AgentTask &task) {
	if (task.is_over()) {
		owners_.erase(task.id);
	}
}

void Agreements::invite(const Agent &agent, const InvitationWish &wish) {
	step_.emit(agent.id, CollaborationInvited{ wish.with, wish.subject, wish.to_task });
	const Invitation invitation{ agent.id, agent.profile->self.name, wish.subject, wish.to_task };
	if (!speech_.send(agent, wish.with, COLLABORATION_INVITED, wish.subject, invitation)) {
		settle(wish.with, { invitation, false, "it does not hear such messages" });
	}
}

void Agreements::settle(AgentId who, const InvitationAnswer &answer) {
	const Invitation &invitation = answer.invitation;
	step_.emit(who,
			CollaborationAnswered{
					invitation.from, invitation.subject, answer.accept, answer.reason });
	Agent *const inviter = agents_.find(invitation.from);
	if (inviter == nullptr) {
		return;
	}
	if (inviter->engagement != nullptr && inviter->engagement->invited == who) {
		inviter->engagement->invited = AgentId();
		inviter->disengage_if_free();
	}
	const Agent *const invited = agents_.find(who);
	if (invited == nullptr) {
		return;
	}
	const std::string words = (answer.accept ? "Yes: " : "No: ") + invitation.subject +
			(answer.reason.empty() ? "" : ". " + answer.reason);
	speech_.send(*invited, inviter->id, COLLABORATION_ANSWERED, words);
	if (answer.accept && invitation.to_task) {
		std::vector<AgreedTask> &agreed = step_.output().agreed;
		agreed.push_back({ inviter->id, who, invitation.subject, inviter->id, step_.trace() });
		agreed.push_back({ who, inviter->id, invitation.subject, inviter->id, step_.trace() });
	}
}

void Agreements::settle_all_to(AgentId agent) {
	speech_.for_each_open([&](const Message &message) {
		if (message.invitation && message.to == ParticipantId(agent)) {
			settle(agent, { *message.invitation, false, "it is no longer there" });
		}
	});
}

} // namespace agent_runtime

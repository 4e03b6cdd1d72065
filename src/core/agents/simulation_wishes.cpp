#include "core/agents/simulation.h"

#include <utility>

// What agents want done that concerns more than themselves, one after another, in the order of
// their numbers.

namespace agent_runtime {

void Simulation::carry_out(Wish &wish) {
	Agent *agent = living(wish.agent);
	if (agent != nullptr) {
		std::visit([&](const auto &what) { carry_out(*agent, what); }, wish.what);
	}
}

void Simulation::carry_out(Agent &agent, const Utterance &wish) {
	const auto led = wish.is_turn ? led_talks_.find(director_.talk_of(agent.id)) : led_talks_.end();
	if (led != led_talks_.end()) {
		speak_turn(agent, led->second, wish);
		return;
	}
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = agent.id;
	message->from_name = agent.profile->self.name;
	message->to = wish.to;
	message->content = wish.content;
	message->time = time_;
	message->talk = wish.talk;
	deliver(message, agent.standing.position);
	announce(message);
}

void Simulation::carry_out(Agent &agent, const MoveWish &wish) {
	begin_walk(agent, { .goal = WalkGoal::nearby, .target = wish.target, .is_move = true });
}

// A message from one agent to another that is told by an event of its own.
void Simulation::tell(const Agent &from, AgentId to, std::string_view type, std::string content,
		std::optional<Invitation> invitation) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = from.id;
	message->from_name = from.profile->self.name;
	message->to = to;
	message->content = std::move(content);
	message->time = time_;
	message->type = type;
	message->reach = Reach::addressee;
	message->invitation = std::move(invitation);
	deliver(message, from.standing.position);
	if (message->invitation && message->hearers.empty()) {
		settle_invitation(to, { *message->invitation, false, "it does not hear such messages" });
	}
}

void Simulation::carry_out(Agent &agent, const InvitationWish &wish) {
	output_->events.push_back(
			event_of(agent.id, CollaborationInvited{ wish.with, wish.subject, wish.to_task }));
	tell(agent, wish.with, COLLABORATION_INVITED, wish.subject,
			Invitation{ agent.id, agent.profile->self.name, wish.subject, wish.to_task });
}

void Simulation::carry_out(Agent &agent, const InvitationAnswer &wish) {
	settle_invitation(agent.id, wish);
}

void Simulation::settle_invitation(AgentId who, const InvitationAnswer &answer) {
	const Invitation &invitation = answer.invitation;
	output_->events.push_back(event_of(who,
			CollaborationAnswered{
					invitation.from, invitation.subject, answer.accept, answer.reason }));
	Agent *inviter = living(invitation.from);
	if (inviter == nullptr) {
		return;
	}
	if (inviter->engagement != nullptr && inviter->engagement->invited == who) {
		inviter->engagement->invited = AgentId();
		inviter->disengage_if_free();
	}
	const Agent *invited = living(who);
	if (invited == nullptr) {
		return;
	}
	const std::string words = (answer.accept ? "Yes: " : "No: ") + invitation.subject +
			(answer.reason.empty() ? "" : ". " + answer.reason);
	tell(*invited, inviter->id, COLLABORATION_ANSWERED, words);
	if (answer.accept && invitation.to_task) {
		output_->agreed.push_back({ inviter->id, who, invitation.subject, inviter->id });
		output_->agreed.push_back({ who, inviter->id, invitation.subject, inviter->id });
	}
}

void Simulation::carry_out(Agent &agent, const ThoughtCancelled &wish) {
	if (!thinks_in_process(agent.profile->mind)) {
		output_->withdrawn.push_back({ agent.id, wish.thought });
	} else if (!options_.replaying) {
		minds_.cancel(agent.id, wish.thought);
	}
	Engagement *engagement = agent.engagement.get();
	if (engagement == nullptr) {
		return;
	}
	if (!engagement->context.is_none()) {
		output_->given_up.push_back(std::exchange(engagement->context, CallId()));
	}
	for (const ToolUse &use : std::exchange(engagement->tools, {})) {
		if (!use.call.is_none()) {
			output_->given_up.push_back(use.call);
		}
	}
	agent.disengage_if_free();
}

} // namespace agent_runtime

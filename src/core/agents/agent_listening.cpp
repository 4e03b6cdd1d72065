#include "core/agents/agent_listening.h"

#include "core/agents/agent_engagement.h"
#include "core/agents/agent_talk.h"
#include "core/agents/agent_thinking.h"

#include <string>

namespace agent_runtime::listening {

namespace {

// A talk's number contains who began it, with which thought, and whether a player takes part.
constexpr int THOUGHT_BITS = 32;
constexpr std::uint64_t WITH_PLAYER = std::uint64_t{ 1 } << 63;

// A talk is known by the number of its first line. Players' lines have none: they continue the
// agent's talk with a player, or begin one.
void join_talk(AgentStep &step, const Message &message) {
	Dialogue &dialogue = step.agent().converse();
	const bool goes_on =
			message.talk != 0 ? message.talk == dialogue.talk : (dialogue.talk & WITH_PLAYER) != 0;
	if (!goes_on) {
		dialogue.talk = message.talk != 0 ? message.talk : new_talk(step.agent()) | WITH_PLAYER;
		dialogue.turn = 0;
	}
}

void listen(AgentStep &step, ParticipantId answer_to) {
	if (step.change(AgentState::listening)) {
		step.agent().converse().answer_to = answer_to;
		step.agent().timer = step.on_tick(step.now() + step.settings().listening);
	}
}

// Begins to listen to a line addressed to the agent, and acknowledges it.
void take_in(AgentStep &step, const MessagePtr &message) {
	step.follow(message->trace);
	join_talk(step, *message);
	listen(step, message->from);
	step.agent().converse().taken_in = message;
	step.emit(MessageAcknowledged{ message->from });
}

void hear_when_idle(AgentStep &step, const MessagePtr &message, bool addressed, bool elected) {
	Agent &agent = step.agent();
	if (addressed && agent.paused) {
		put_aside(step, message);
	} else if (addressed) {
		take_in(step, message);
	} else if (elected && !agent.paused) {
		step.follow(message->trace);
		agent.converse().quiet_until = step.now() + step.settings().overhearing_cooldown;
		join_talk(step, *message);
		listen(step, message->from);
	} else {
		// It listens, finds that this does not concern it, and goes on with its own plans.
		step.change(AgentState::listening);
		step.change(AgentState::idle);
	}
}

void hear_while_thinking(AgentStep &step, const MessagePtr &message) {
	Agent &agent = step.agent();
	Dialogue &dialogue = agent.converse();
	if (agent.paused || dialogue.interruptions >= step.settings().interruptions_per_thought) {
		put_aside(step, message);
		return;
	}
	thinking::withdraw(step);
	dialogue.interruptions++;
	take_in(step, message);
}

void hear_invitation(AgentStep &step, const Invitation &invitation) {
	const Agent &agent = step.agent();
	engagement::take_invitation(step, invitation);
	if (agent.paused) {
		engagement::decline_invitation(step, "it is paused");
	} else if (agent.talk_part() != nullptr) {
		engagement::decline_invitation(step, "it takes part in a conversation");
	}
}

} // namespace

bool take_in_waiting(AgentStep &step) {
	Agent &agent = step.agent();
	if (agent.dialogue().waiting.empty()) {
		return false;
	}
	std::vector<MessagePtr> &waiting = agent.converse().waiting;
	const MessagePtr next = waiting.front();
	waiting.erase(waiting.begin());
	take_in(step, next);
	return true;
}

void put_aside(AgentStep &step, const MessagePtr &message) {
	const Agent &agent = step.agent();
	std::vector<MessagePtr> &waiting = step.agent().converse().waiting;
	if (waiting.size() >= Dialogue::MOST_WAITING) {
		const std::optional<Invitation> &dropped = waiting.front()->invitation;
		if (dropped && agent.engagement != nullptr && agent.engagement->invitation == dropped) {
			engagement::decline_invitation(step, "too much waits for it");
		}
		waiting.erase(waiting.begin());
		step.emit(MessagesDropped{ 1,
				"more than " + std::to_string(Dialogue::MOST_WAITING) +
						" messages waited for an answer; the oldest is remembered, but will not "
						"be answered" });
	}
	waiting.push_back(message);
}

std::uint64_t new_talk(const Agent &agent) {
	return (std::uint64_t{ agent.id.number() } << THOUGHT_BITS) | agent.thinking.thought;
}

bool is_to_be_answered(const Agent &agent, const Message &message) {
	return message.to == ParticipantId(agent.id) &&
			(!message.is_of_led_talk() || led_talk::is_of_own_talk(agent, message));
}

void hear(AgentStep &step, const MessagePtr &message, bool elected) {
	Agent &agent = step.agent();
	step.remember(message);
	const bool addressed = is_to_be_answered(agent, *message);
	if (message->invitation && addressed) {
		hear_invitation(step, *message->invitation);
	}
	if (agent.talk_part() != nullptr) {
		led_talk::hear(step, message);
	} else if (agent.state == AgentState::idle) {
		hear_when_idle(step, message, addressed, elected);
	} else if (!addressed) {
		return;
	} else if (agent.state == AgentState::thinking) {
		hear_while_thinking(step, message);
	} else if (agent.state == AgentState::speaking) {
		put_aside(step, message);
	} else {
		join_talk(step, *message);
		step.follow(message->trace);
		agent.converse().answer_to = message->from;
		agent.converse().taken_in = message;
		step.emit(MessageAcknowledged{ message->from });
	}
}

} // namespace agent_runtime::listening

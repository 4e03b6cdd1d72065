#include "core/agents/agent_life.h"

#include "core/agents/agent_engagement.h"
#include "core/agents/agent_listening.h"
#include "core/agents/agent_talk.h"
#include "core/agents/agent_thinking.h"

#include <algorithm>
#include <utility>

namespace agent_runtime::life {

void begin(AgentStep &step) {
	Agent &agent = step.agent();
	agent.state = AgentState::idle;
	agent.state_since = step.now();
	agent.timer = step.next_own_thought();
}

void rest(AgentStep &step) {
	Agent &agent = step.agent();
	const bool was_speaking = agent.state == AgentState::speaking;
	if (!step.change(AgentState::idle)) {
		return;
	}
	agent.stepping = false;
	agent.forget_partner();
	agent.timer = step.next_own_thought();
	if (agent.engagement != nullptr) {
		agent.engagement->surroundings.clear();
		// Open calls are given up with the thought.
		std::erase_if(
				agent.engagement->tools, [](const WantedTool &use) { return use.call.is_none(); });
		if (std::exchange(agent.engagement->goes_home, false)) {
			step.wish(SeatWish{});
		}
		agent.disengage_if_free();
	}
	step.let_go();
	if (agent.talk_part() != nullptr) {
		led_talk::rested(step, was_speaking);
	} else if (!agent.paused) {
		listening::take_in_waiting(step);
	}
}

void put_off(AgentStep &step) {
	Agent &agent = step.agent();
	if (agent.state == AgentState::thinking) {
		thinking::withdraw(step);
	}
	const MessagePtr taken_in = agent.dialogue().taken_in;
	if (taken_in != nullptr && !led_talk::is_of_own_talk(agent, *taken_in)) {
		std::vector<MessagePtr> &waiting = agent.converse().waiting;
		if (waiting.size() >= Dialogue::MOST_WAITING) {
			listening::put_aside(step, taken_in);
		} else {
			waiting.insert(waiting.begin(), taken_in);
		}
	}
	rest(step);
}

void time_is_up(AgentStep &step) {
	Agent &agent = step.agent();
	switch (agent.state) {
		case AgentState::idle:
			if (!led_talk::continue_part(step)) {
				if (agent.dialogues != nullptr) {
					agent.dialogues->answer_to = ParticipantId();
				}
				thinking::begin(step);
			}
			break;
		case AgentState::listening:
			if (!led_talk::continue_part(step)) {
				thinking::begin(step);
			}
			break;
		case AgentState::thinking:
			thinking::wait_on(step);
			break;
		case AgentState::speaking:
			rest(step);
			break;
	}
}

// Counts from when it began to rest, so that an agent whose attention is set each frame still
// thinks. In a conversation that is led, the timer is that of its turn.
void look_at(AgentStep &step, float attention) {
	Agent &agent = step.agent();
	agent.attention = attention;
	if (agent.state == AgentState::idle && agent.talk_part() == nullptr) {
		const std::optional<Micros> interval = step.own_interval();
		agent.timer = interval ? step.on_tick(std::max(step.now(), agent.state_since + *interval))
							   : NEVER;
	}
}

void pause(AgentStep &step) {
	Agent &agent = step.agent();
	if (std::exchange(agent.paused, true)) {
		return;
	}
	step.emit(AgentPaused{ true });
	engagement::decline_invitation(step, "it is paused");
	if (agent.state == AgentState::idle) {
		agent.timer = NEVER;
	} else if (agent.state != AgentState::speaking) { // it finishes its sentence
		put_off(step);
	}
}

void resume(AgentStep &step) {
	Agent &agent = step.agent();
	if (!std::exchange(agent.paused, false)) {
		return;
	}
	step.emit(AgentPaused{ false });
	const bool is_free = agent.state == AgentState::idle || agent.state == AgentState::listening;
	if (is_free && led_talk::continue_part(step)) {
		return;
	}
	if (agent.state == AgentState::idle && !listening::take_in_waiting(step)) {
		agent.timer = step.next_own_thought();
	}
}

bool decide_once(AgentStep &step) {
	Agent &agent = step.agent();
	if (!agent.paused || agent.state != AgentState::idle) {
		return false;
	}
	const TalkPart *const part = agent.talk_part();
	if (part != nullptr && !part->has_turn) {
		return false;
	}
	agent.stepping = true;
	if (!led_talk::continue_part(step) && !listening::take_in_waiting(step)) {
		thinking::begin(step);
	}
	return true;
}

void end(AgentStep &step) {
	Agent &agent = step.agent();
	if (agent.state == AgentState::thinking) {
		thinking::drop(step);
	}
	engagement::end_all(step, "its agent is no longer there");
}

} // namespace agent_runtime::life

#include "core/agents/agent_talk.h"

#include "core/agents/agent_decisions.h"
#include "core/agents/agent_engagement.h"
#include "core/agents/agent_life.h"
#include "core/agents/agent_listening.h"
#include "core/agents/agent_thinking.h"
#include "core/auto_mode/instruction.h"
#include "core/mind/end_keyword.h"

#include <algorithm>
#include <utility>

namespace agent_runtime::led_talk {

namespace {

// Adds what the agent was told since its last turn to what was said.
void join_lines(AgentStep &step) {
	Agent &agent = step.agent();
	TalkPart &part = *agent.talk_part();
	for (const MessagePtr &message : std::exchange(agent.converse().waiting, {})) {
		part.lines.push_back(message);
		step.emit(MessageAcknowledged{ message->from });
	}
	std::stable_sort(part.lines.begin(), part.lines.end(),
			[](const MessagePtr &one, const MessagePtr &other) { return one->time < other->time; });
}

} // namespace

void enter(AgentStep &step, const TalkSettingsPtr &talk) {
	Agent &agent = step.agent();
	engagement::decline_invitation(step, "it takes part in a conversation");
	agent.engage().talk = std::make_unique<TalkPart>();
	agent.engagement->goes_home = false;
	// The part is there already, so rest() takes in nothing that waits.
	agent.engagement->talk->talk = talk;
	if (agent.state == AgentState::thinking || agent.state == AgentState::listening) {
		life::put_off(step);
	} else if (agent.state == AgentState::idle) {
		agent.timer = NEVER;
	}
}

void take_turn(AgentStep &step, TalkPart turn) {
	Agent &agent = step.agent();
	TalkPart &part = *agent.talk_part();
	turn.talk = part.talk;
	turn.has_turn = true;
	part = std::move(turn);
	const bool is_free = agent.state == AgentState::idle || agent.state == AgentState::listening;
	if (is_free && !agent.paused) {
		continue_part(step);
	}
}

void leave(AgentStep &step) {
	Agent &agent = step.agent();
	if (agent.state == AgentState::thinking || agent.state == AgentState::listening) {
		agent.talk_part()->has_turn = false;
		life::put_off(step);
	}
	agent.engagement->talk.reset();
	agent.disengage_if_free();
	if (agent.state == AgentState::idle && !agent.paused && !listening::take_in_waiting(step)) {
		agent.timer = step.next_own_thought();
	}
}

bool continue_part(AgentStep &step) {
	Agent &agent = step.agent();
	TalkPart *const part = agent.talk_part();
	if (part == nullptr) {
		return false;
	}
	agent.timer = NEVER;
	if (part->has_turn) {
		step.follow(part->trace);
		Dialogue &dialogue = agent.converse();
		dialogue.answer_to = part->answer_to.is_none() ? part->next : part->answer_to;
		dialogue.talk = talk_number(part->talk->id);
		dialogue.turn = part->said;
		join_lines(step);
		thinking::begin(step);
	}
	return true;
}

void hear(AgentStep &step, const MessagePtr &message) {
	Agent &agent = step.agent();
	const bool addressed = listening::is_to_be_answered(agent, *message);
	const bool is_next = addressed && is_of_own_talk(agent, *message);
	if (addressed && !is_next) {
		listening::put_aside(step, message);
	} else if (agent.state == AgentState::idle) {
		step.change(AgentState::listening);
		if (is_next && !agent.paused) {
			agent.converse().taken_in = message;
			agent.timer = NEVER; // until it has the turn
			step.emit(MessageAcknowledged{ message->from });
		} else {
			step.change(AgentState::idle);
		}
	}
}

void rested(AgentStep &step, bool was_speaking) {
	if (was_speaking) {
		step.wish(SpeechEnded{});
	}
	if (!step.agent().paused) {
		continue_part(step);
	}
}

void end_turn(AgentStep &step, TurnFailure failure) {
	TalkPart *const part = step.agent().talk_part();
	if (part != nullptr && std::exchange(part->has_turn, false)) {
		step.wish(TurnFailed{ failure });
	}
}

void describe(const Agent &agent, MindRequest &request) {
	const TalkPart &part = *agent.talk_part();
	const auto remembered = [](const Message &message) {
		return RememberedLine{ message.from, message.from_name, message.content };
	};
	request.topic = part.talk->topic;
	request.end_keyword = part.talk->end_keyword;
	request.instruction = conversation_instruction(*part.talk, agent.id);
	for (const Participant &each : part.talk->participants) {
		if (each.agent != agent.id) {
			request.partners.push_back({ each.agent, each.name });
		}
	}
	request.prompt = part.prompt != nullptr ? remembered(*part.prompt)
											: RememberedLine{ {}, {}, opening_prompt(*part.talk) };
	request.task.reset(); // the conversation is not about it
	request.last_lines.clear();
	for (const MessagePtr &line : part.lines) {
		request.last_lines.push_back(remembered(*line));
	}
}

// Removes the keyword before anybody hears it.
void speak(AgentStep &step, const SpeakAction &action) {
	Agent &agent = step.agent();
	TalkPart &part = *agent.talk_part();
	CutText words = cut_end_keyword(action.content, part.talk->end_keyword);
	part.has_turn = false;
	step.wish(Utterance{
			part.next, words.text, talk_number(part.talk->id), true, words.has_keyword });
	if (words.text.empty()) {
		life::rest(step);
		return;
	}
	if (step.change(AgentState::speaking)) {
		agent.converse().interruptions = 0;
		agent.converse().taken_in.reset();
		decisions::set_speaking_time(step, words.text);
	}
}

bool is_of_own_talk(const Agent &agent, const Message &message) {
	const TalkPart *const part = agent.talk_part();
	return part != nullptr && message.talk == talk_number(part->talk->id);
}

} // namespace agent_runtime::led_talk

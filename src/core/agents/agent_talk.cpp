#include "core/agents/agent_logic.h"

#include "core/auto_mode/instruction.h"
#include "core/mind/end_keyword.h"

#include <algorithm>
#include <utility>

// What an agent does as one who takes part in a conversation that is led: it thinks when it has the
// turn, and does nothing of its own accord. What others say to it meanwhile it has in mind at its
// next turn.

namespace agent_runtime {

namespace {

bool is_of(const Message &message, const TalkPart &part) {
	return message.talk == talk_number(part.talk->id);
}

} // namespace

// What it owes an answer to will be taken in again, before all else.
void AgentLogic::put_off(Agent &agent, SimTime now, Outbox &out) const {
	if (agent.state == AgentState::thinking) {
		withdraw_thought(agent, out);
	}
	const TalkPart *const part = agent.talk_part();
	const bool is_owed =
			agent.taken_in != nullptr && (part == nullptr || !is_of(*agent.taken_in, *part));
	if (is_owed && agent.waiting.size() >= Agent::MOST_WAITING) {
		keep(agent, agent.taken_in, out);
	} else if (is_owed) {
		agent.waiting.insert(agent.waiting.begin(), agent.taken_in);
	}
	rest(agent, now, out);
}

void AgentLogic::enter_talk(
		Agent &agent, const TalkSettingsPtr &talk, SimTime now, Outbox &out) const {
	decline_invitation(agent, "it takes part in a conversation", out);
	agent.engage().talk = std::make_unique<TalkPart>();
	agent.engagement->goes_home = false;
	// With the part already there, rest() takes nothing in that waits.
	agent.engagement->talk->talk = talk;
	if (agent.state == AgentState::thinking || agent.state == AgentState::listening) {
		put_off(agent, now, out);
	} else if (agent.state == AgentState::idle) {
		agent.timer = NEVER;
	}
}

void AgentLogic::take_turn(Agent &agent, TalkPart turn, SimTime now, Outbox &out) const {
	TalkPart &part = *agent.talk_part();
	turn.talk = part.talk;
	turn.has_turn = true;
	part = std::move(turn);
	const bool is_free = agent.state == AgentState::idle || agent.state == AgentState::listening;
	if (is_free && !agent.paused) {
		goes_on_in_talk(agent, now, out);
	}
}

void AgentLogic::leave_talk(Agent &agent, SimTime now, Outbox &out) const {
	if (agent.state == AgentState::thinking || agent.state == AgentState::listening) {
		agent.talk_part()->has_turn = false;
		put_off(agent, now, out);
	}
	agent.engagement->talk.reset();
	agent.disengage_if_free();
	if (agent.state == AgentState::idle && !agent.paused && !take_in_waiting(agent, now, out)) {
		agent.timer = next_own_thought(agent, now);
	}
}

// False when it has no part in one. Thinks, when it has the turn.
bool AgentLogic::goes_on_in_talk(Agent &agent, SimTime now, Outbox &out) const {
	TalkPart *const part = agent.talk_part();
	if (part == nullptr) {
		return false;
	}
	agent.timer = NEVER;
	if (part->has_turn) {
		agent.answer_to = part->answer_to.is_none() ? part->next : part->answer_to;
		agent.talk = talk_number(part->talk->id);
		agent.turn = part->said;
		join_lines(agent, out);
		think(agent, now, out);
	}
	return true;
}

// What it was told since its last turn joins what was said.
void AgentLogic::join_lines(Agent &agent, Outbox &out) const {
	TalkPart &part = *agent.talk_part();
	for (const MessagePtr &message : std::exchange(agent.waiting, {})) {
		part.lines.push_back(message);
		out.events.push_back(event(agent, MessageAcknowledged{ message->from }));
	}
	std::stable_sort(part.lines.begin(), part.lines.end(),
			[](const MessagePtr &one, const MessagePtr &other) { return one->time < other->time; });
}

void AgentLogic::hear_in_talk(
		Agent &agent, const MessagePtr &message, SimTime now, Outbox &out) const {
	const bool addressed = is_to_be_answered(agent, *message);
	const bool is_next = addressed && is_of(*message, *agent.talk_part());
	if (addressed && !is_next) {
		keep(agent, message, out);
	} else if (agent.state == AgentState::idle) {
		change(agent, AgentState::listening, now, out);
		if (is_next && !agent.paused) {
			agent.taken_in = message;
			agent.timer = NEVER; // until it has the turn
			out.events.push_back(event(agent, MessageAcknowledged{ message->from }));
		} else {
			change(agent, AgentState::idle, now, out);
		}
	}
}

void AgentLogic::rested_in_talk(Agent &agent, bool was_speaking, SimTime now, Outbox &out) const {
	if (was_speaking) {
		out.wishes.push_back({ agent.id, SpeechEnded{} });
	}
	if (!agent.paused) {
		goes_on_in_talk(agent, now, out);
	}
}

void AgentLogic::end_turn(Agent &agent, TurnFailure failure, Outbox &out) {
	TalkPart *const part = agent.talk_part();
	if (part != nullptr && std::exchange(part->has_turn, false)) {
		out.wishes.push_back({ agent.id, TurnFailed{ failure } });
	}
}

void AgentLogic::describe_talk(const Agent &agent, MindRequest &request) {
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
	request.task.reset(); // it is not what the conversation is about
	request.last_lines.clear();
	for (const MessagePtr &line : part.lines) {
		request.last_lines.push_back(remembered(*line));
	}
}

// The keyword goes before anybody hears of it.
void AgentLogic::perform_turn(
		Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const {
	TalkPart &part = *agent.talk_part();
	CutText words = cut_end_keyword(action.content, part.talk->end_keyword);
	part.has_turn = false;
	out.wishes.push_back({ agent.id,
			Utterance{
					part.next, words.text, talk_number(part.talk->id), true, words.has_keyword } });
	if (words.text.empty()) {
		rest(agent, now, out);
		return;
	}
	if (change(agent, AgentState::speaking, now, out)) {
		agent.interruptions = 0;
		agent.taken_in.reset();
		speak_for(agent, words.text, now);
	}
}

} // namespace agent_runtime

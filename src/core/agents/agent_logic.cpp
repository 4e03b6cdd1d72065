#include "core/agents/agent_logic.h"

#include "core/base/utf8.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_WAITING = 8;
constexpr std::size_t LONGEST_UTTERANCE = 16'384; // bytes

Event event(const Agent &agent, EventData data) {
	return { ParticipantId(agent.id), std::move(data) };
}

Micros random_up_to(Rng &rng, Micros most) {
	return most.count() <= 0 ? Micros{}
							 : Micros{ static_cast<std::int64_t>(
									   rng.uniform(static_cast<std::uint64_t>(most.count()) + 1)) };
}

} // namespace

// The first tick that is not before `time`.
SimTime AgentLogic::on_tick(SimTime time) const {
	const std::int64_t tick = settings_.tick.count();
	const std::int64_t since_start = time.time_since_epoch().count();
	return SimTime(Micros{ (since_start + tick - 1) / tick * tick });
}

SimTime AgentLogic::next_own_thought(Agent &agent, SimTime now) const {
	const Micros interval = agent.profile->think_interval;
	if (interval.count() <= 0) {
		return NEVER;
	}
	return on_tick(now + interval + random_up_to(agent.rng, settings_.think_jitter));
}

void AgentLogic::begin(Agent &agent, SimTime now) const {
	agent.state = AgentState::idle;
	agent.state_since = now;
	agent.timer = next_own_thought(agent, now);
}

bool AgentLogic::change(Agent &agent, AgentState to, SimTime now, Outbox &out) const {
	if (!may_change(agent.state, to)) {
		out.events.push_back(event(agent,
				TransitionRefused{ agent.state, std::string(agent_state_name(to)),
						"this change is not among those an agent can make" }));
		return false;
	}
	out.events.push_back(event(agent, AgentStateChanged{ agent.state, to, agent.position }));
	agent.state = to;
	agent.state_since = now;
	return true;
}

void AgentLogic::rest(Agent &agent, SimTime now, Outbox &out) const {
	if (!change(agent, AgentState::idle, now, out)) {
		return;
	}
	agent.interruptions = 0;
	agent.answer_to = ParticipantId();
	agent.timer = next_own_thought(agent, now);
}

void AgentLogic::listen(Agent &agent, ParticipantId answer_to, SimTime now, Outbox &out) const {
	if (!change(agent, AgentState::listening, now, out)) {
		return;
	}
	agent.answer_to = answer_to;
	agent.timer = on_tick(now + settings_.listening);
}

void AgentLogic::interrupt(Agent &agent, ParticipantId by, SimTime now, Outbox &out) const {
	agent.thought++; // what the mind answers now comes too late
	agent.interruptions++;
	listen(agent, by, now, out);
}

void AgentLogic::hear(
		Agent &agent, const MessagePtr &message, bool elected, SimTime now, Outbox &out) const {
	agent.remember(message);
	out.conversations.push_back({ agent.id, message });
	const bool addressed = message->to == ParticipantId(agent.id);
	switch (agent.state) {
		case AgentState::idle:
			if (addressed || elected) {
				agent.quiet_until =
						elected ? now + settings_.overhearing_cooldown : agent.quiet_until;
				listen(agent, message->from, now, out);
			} else {
				// Listens and finds that it is none of its business; its own plans go on.
				change(agent, AgentState::listening, now, out);
				change(agent, AgentState::idle, now, out);
			}
			break;
		case AgentState::listening:
			agent.answer_to = addressed ? message->from : agent.answer_to;
			break;
		case AgentState::thinking:
			if (addressed && agent.interruptions < settings_.interruptions_per_thought) {
				interrupt(agent, message->from, now, out);
			}
			break;
		case AgentState::speaking:
			if (addressed) {
				// Of too many, the newest are answered; all are remembered.
				if (agent.waiting.size() == MOST_WAITING) {
					agent.waiting.erase(agent.waiting.begin());
				}
				agent.waiting.push_back(message);
			}
			break;
	}
}

MindRequest AgentLogic::describe(Agent &agent) const {
	MindRequest request;
	request.agent = agent.id;
	request.seed = agent.rng.next();
	request.self = agent.profile->self;
	request.position = agent.position;
	request.answer_to = agent.answer_to;
	for (const MessagePtr &message : agent.recent) {
		if (message != nullptr) {
			request.last_lines.push_back({ message->from, message->from_name, message->content });
		}
	}
	if (agent.kept != nullptr) {
		request.pinned = (*agent.kept)->pinned;
		request.summary = (*agent.kept)->summary;
	}
	return request;
}

void AgentLogic::think(Agent &agent, SimTime now, Outbox &out) const {
	if (!change(agent, AgentState::thinking, now, out)) {
		return;
	}
	agent.thought++;
	agent.timer = on_tick(now + settings_.thought_deadline);
	const Micros spread = random_up_to(agent.rng, settings_.offline_spread);
	const SimTime due = on_tick(now + settings_.offline_thought + spread);
	out.thoughts.push_back({ agent.id, agent.thought, due, describe(agent) });
}

void AgentLogic::speak(Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const {
	if (action.content.empty() || action.content.size() > LONGEST_UTTERANCE ||
			!is_valid_utf8(action.content)) {
		fail(agent, StatusCode::invalid_argument,
				"the mind's words are empty, longer than 16 KB, or not UTF-8", now, out);
		return;
	}
	if (!change(agent, AgentState::speaking, now, out)) {
		return;
	}
	agent.interruptions = 0;
	out.utterances.push_back({ agent.id, action.to, action.content });
	const double rate = settings_.characters_per_second;
	const double seconds = rate > 0.0 ? static_cast<double>(action.content.size()) / rate : 0.0;
	agent.timer = on_tick(now + Micros{ static_cast<std::int64_t>(seconds * 1e6) });
}

void AgentLogic::fail(
		Agent &agent, StatusCode code, std::string message, SimTime now, Outbox &out) const {
	out.events.push_back(event(agent, MindFailed{ code, std::move(message) }));
	rest(agent, now, out);
}

void AgentLogic::answered(
		Agent &agent, const MindAnswerInput &answer, SimTime now, Outbox &out) const {
	if (agent.state != AgentState::thinking || answer.thought != agent.thought) {
		return;
	}
	if (answer.code != StatusCode::ok) {
		fail(agent, answer.code, answer.error, now, out);
		return;
	}
	if (const SpeakAction *words = std::get_if<SpeakAction>(&answer.action)) {
		speak(agent, *words, now, out);
		return;
	}
	if (const MoveAction *move = std::get_if<MoveAction>(&answer.action)) {
		out.moves.push_back({ agent.id, move->target });
	}
	rest(agent, now, out);
}

void AgentLogic::time_is_up(Agent &agent, SimTime now, Outbox &out) const {
	switch (agent.state) {
		case AgentState::idle:
			agent.answer_to = ParticipantId();
			think(agent, now, out);
			break;
		case AgentState::listening:
			think(agent, now, out);
			break;
		case AgentState::thinking:
			agent.thought++;
			fail(agent, StatusCode::deadline_exceeded, "the mind has not answered in time", now,
					out);
			break;
		case AgentState::speaking:
			rest(agent, now, out);
			if (!agent.waiting.empty()) {
				const MessagePtr next = agent.waiting.front();
				agent.waiting.erase(agent.waiting.begin());
				listen(agent, next->from, now, out);
			}
			break;
	}
}

} // namespace agent_runtime

#include "core/agents/agent_logic.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// A talk's number: who began it, with which thought, and whether a player takes part.
constexpr int THOUGHT_BITS = 32;
constexpr std::uint64_t WITH_PLAYER = std::uint64_t{ 1 } << 63;
constexpr double LEAST_ATTENTION = 0.01; // below it nobody thinks still less often

} // namespace

Micros AgentLogic::random_up_to(Rng &rng, Micros most) {
	const std::uint64_t span = static_cast<std::uint64_t>(std::max(most, Micros{}).count());
	return Micros{ span == 0 ? 0 : static_cast<std::int64_t>(rng.uniform(span + 1)) };
}

SimTime AgentLogic::on_tick(SimTime time) const {
	const std::int64_t tick = settings_.tick.count();
	const std::int64_t since_start = time.time_since_epoch().count();
	return SimTime(Micros{ (since_start + tick - 1) / tick * tick });
}

// None: it takes no decisions of its own. Whom nobody sees thinks less often.
std::optional<Micros> AgentLogic::own_interval(const Agent &agent) const {
	const Micros interval = agent.profile->think_interval;
	if (interval.count() <= 0 || agent.paused || agent.attention <= 0.0f ||
			agent.talk_part() != nullptr) {
		return std::nullopt;
	}
	const double attention = std::clamp(static_cast<double>(agent.attention), LEAST_ATTENTION, 1.0);
	return Micros{ static_cast<std::int64_t>(static_cast<double>(interval.count()) / attention) };
}

SimTime AgentLogic::next_own_thought(Agent &agent, SimTime now) const {
	const std::optional<Micros> interval = own_interval(agent);
	return interval ? on_tick(now + *interval + random_up_to(agent.rng, settings_.think_jitter))
					: NEVER;
}

// Counted from when it began to rest, so that who is looked at anew each frame still thinks. In a
// talk the timer is that of its turn.
void AgentLogic::look_at(Agent &agent, float attention, SimTime now) const {
	agent.attention = attention;
	if (agent.state == AgentState::idle && agent.talk_part() == nullptr) {
		const std::optional<Micros> interval = own_interval(agent);
		agent.timer = interval ? on_tick(std::max(now, agent.state_since + *interval)) : NEVER;
	}
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
	out.events.push_back(event(
			agent, AgentStateChanged{ agent.state, to, agent.position, agent.current_task() }));
	agent.state = to;
	agent.state_since = now;
	agent.told_stuck = false;
	return true;
}

void AgentLogic::rest(Agent &agent, SimTime now, Outbox &out) const {
	const bool was_speaking = agent.state == AgentState::speaking;
	if (!change(agent, AgentState::idle, now, out)) {
		return;
	}
	agent.interruptions = 0;
	agent.stepping = false;
	agent.answer_to = ParticipantId();
	agent.taken_in.reset();
	agent.timer = next_own_thought(agent, now);
	if (agent.engagement != nullptr) {
		agent.engagement->surroundings.clear();
		// Those that are open are given up with the thought.
		std::erase_if(
				agent.engagement->tools, [](const ToolUse &use) { return use.call.is_none(); });
		if (std::exchange(agent.engagement->goes_home, false)) {
			out.wishes.push_back({ agent.id, SeatWish{} });
		}
		agent.disengage_if_free();
	}
	if (agent.talk_part() != nullptr) {
		rested_in_talk(agent, was_speaking, now, out);
	} else if (!agent.paused) {
		take_in_waiting(agent, now, out);
	}
}

// A talk goes by the number that its first line came with. Lines of players have none: they go on
// with the talk that the agent has with a player, or begin one.
void AgentLogic::join_talk(Agent &agent, const Message &message) {
	const bool goes_on =
			message.talk != 0 ? message.talk == agent.talk : (agent.talk & WITH_PLAYER) != 0;
	if (!goes_on) {
		agent.talk = message.talk != 0 ? message.talk : new_talk(agent) | WITH_PLAYER;
		agent.turn = 0;
	}
}

std::uint64_t AgentLogic::new_talk(const Agent &agent) {
	return (std::uint64_t{ agent.id.number() } << THOUGHT_BITS) | agent.thought;
}

void AgentLogic::listen(Agent &agent, ParticipantId answer_to, SimTime now, Outbox &out) const {
	if (!change(agent, AgentState::listening, now, out)) {
		return;
	}
	agent.answer_to = answer_to;
	agent.timer = on_tick(now + settings_.listening);
}

// Listens to what was addressed to it, and says so.
void AgentLogic::take_in(Agent &agent, const MessagePtr &message, SimTime now, Outbox &out) const {
	join_talk(agent, *message);
	listen(agent, message->from, now, out);
	agent.taken_in = message;
	out.events.push_back(event(agent, MessageAcknowledged{ message->from }));
}

bool AgentLogic::take_in_waiting(Agent &agent, SimTime now, Outbox &out) const {
	if (agent.waiting.empty()) {
		return false;
	}
	const MessagePtr next = agent.waiting.front();
	agent.waiting.erase(agent.waiting.begin());
	take_in(agent, next, now, out);
	return true;
}

// For when it can listen again. Of too many, the newest are answered; all are remembered.
void AgentLogic::keep(Agent &agent, const MessagePtr &message, Outbox &out) const {
	if (agent.waiting.size() >= Agent::MOST_WAITING) {
		const std::optional<Invitation> &dropped = agent.waiting.front()->invitation;
		if (dropped && agent.engagement != nullptr && agent.engagement->invitation == dropped) {
			decline_invitation(agent, "too much waits for it", out);
		}
		agent.waiting.erase(agent.waiting.begin());
		out.events.push_back(event(agent,
				MessagesDropped{ 1,
						"more than " + std::to_string(Agent::MOST_WAITING) +
								" messages waited for an answer; the oldest is remembered, but "
								"will not be answered" }));
	}
	agent.waiting.push_back(message);
}

// What the mind answers now comes too late.
void AgentLogic::drop_thought(Agent &agent, Outbox &out) const {
	out.wishes.push_back({ agent.id, ThoughtCancelled{ agent.thought } });
	agent.thought++;
}

// The same for the agent's own reasons: it is as if the mind had not been asked, so nothing is
// charged for it.
void AgentLogic::withdraw_thought(Agent &agent, Outbox &out) const {
	const bool was_asked = agent.engagement == nullptr || !agent.engagement->waits_for_game();
	drop_thought(agent, out);
	if (was_asked && agent.thoughts > 0) {
		agent.thoughts--;
		agent.thoughts_in_minute -= agent.thoughts_in_minute > 0 ? 1 : 0;
	}
	agent.noticed = agent.noticed_before;
}

// Addressed to it, and no line of a conversation that is led and is over, or that it has left: such
// a line is merely heard.
bool AgentLogic::is_to_be_answered(const Agent &agent, const Message &message) {
	const TalkPart *const part = agent.talk_part();
	return message.to == ParticipantId(agent.id) &&
			(!message.is_of_led_talk() ||
					(part != nullptr && message.talk == talk_number(part->talk->id)));
}

void AgentLogic::hear(
		Agent &agent, const MessagePtr &message, bool elected, SimTime now, Outbox &out) const {
	agent.remember(message);
	out.conversations.push_back({ agent.id, message });
	const bool addressed = is_to_be_answered(agent, *message);
	if (message->invitation && addressed) {
		take_invitation(agent, *message->invitation, out);
		if (agent.paused) {
			decline_invitation(agent, "it is paused", out);
		} else if (agent.talk_part() != nullptr) {
			decline_invitation(agent, "it takes part in a conversation", out);
		}
	}
	if (agent.talk_part() != nullptr) {
		hear_in_talk(agent, message, now, out);
		return;
	}
	switch (agent.state) {
		case AgentState::idle:
			if (addressed && agent.paused) {
				keep(agent, message, out);
			} else if (addressed) {
				take_in(agent, message, now, out);
			} else if (elected && !agent.paused) {
				agent.quiet_until = now + settings_.overhearing_cooldown;
				join_talk(agent, *message);
				listen(agent, message->from, now, out);
			} else {
				// Listens and finds that it is none of its business; its own plans go on.
				change(agent, AgentState::listening, now, out);
				change(agent, AgentState::idle, now, out);
			}
			break;
		case AgentState::listening:
			if (addressed) {
				join_talk(agent, *message);
				agent.answer_to = message->from;
				agent.taken_in = message;
				out.events.push_back(event(agent, MessageAcknowledged{ message->from }));
			}
			break;
		case AgentState::thinking:
			if (addressed && !agent.paused &&
					agent.interruptions < settings_.interruptions_per_thought) {
				withdraw_thought(agent, out);
				agent.interruptions++;
				take_in(agent, message, now, out);
			} else if (addressed) {
				keep(agent, message, out);
			}
			break;
		case AgentState::speaking:
			if (addressed) {
				keep(agent, message, out);
			}
			break;
	}
}

void AgentLogic::time_is_up(Agent &agent, SimTime now, Outbox &out) const {
	switch (agent.state) {
		case AgentState::idle:
			if (!goes_on_in_talk(agent, now, out)) {
				agent.answer_to = ParticipantId();
				think(agent, now, out);
			}
			break;
		case AgentState::listening:
			if (!goes_on_in_talk(agent, now, out)) {
				think(agent, now, out);
			}
			break;
		case AgentState::thinking:
			still_thinking(agent, now, out);
			break;
		case AgentState::speaking:
			rest(agent, now, out);
			break;
	}
}

void AgentLogic::pause(Agent &agent, SimTime now, Outbox &out) const {
	if (std::exchange(agent.paused, true)) {
		return;
	}
	out.events.push_back(event(agent, AgentPaused{ true }));
	decline_invitation(agent, "it is paused", out);
	if (agent.state == AgentState::idle) {
		agent.timer = NEVER;
		return;
	}
	if (agent.state == AgentState::speaking) {
		return; // it finishes its sentence
	}
	put_off(agent, now, out);
}

void AgentLogic::resume(Agent &agent, SimTime now, Outbox &out) const {
	if (!std::exchange(agent.paused, false)) {
		return;
	}
	out.events.push_back(event(agent, AgentPaused{ false }));
	const bool is_free = agent.state == AgentState::idle || agent.state == AgentState::listening;
	if (is_free && goes_on_in_talk(agent, now, out)) {
		return;
	}
	if (agent.state == AgentState::idle && !take_in_waiting(agent, now, out)) {
		agent.timer = next_own_thought(agent, now);
	}
}

bool AgentLogic::step(Agent &agent, SimTime now, Outbox &out) const {
	if (!agent.paused || agent.state != AgentState::idle) {
		return false;
	}
	const TalkPart *const part = agent.talk_part();
	if (part != nullptr && !part->has_turn) {
		return false;
	}
	agent.stepping = true;
	if (goes_on_in_talk(agent, now, out)) {
		return true;
	}
	if (!take_in_waiting(agent, now, out)) {
		think(agent, now, out);
	}
	return true;
}

void AgentLogic::end(Agent &agent, Outbox &out) const {
	if (agent.state == AgentState::thinking) {
		drop_thought(agent, out);
	}
	if (agent.engagement == nullptr) {
		return;
	}
	decline_invitation(agent, "it is no longer there", out);
	while (!agent.engagement->tasks.empty()) {
		change_task(agent, 0, TaskStatus::failed, "its agent is no longer there", out);
	}
}

} // namespace agent_runtime

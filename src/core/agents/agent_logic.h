#pragma once

// What one agent does when it hears something, when its time is up, and when its mind has answered.
// Touches the one agent and an outbox, and reads only what is constant meanwhile, so agents can run
// side by side. Files: agent_logic.cpp the states, agent_thought.cpp asking a mind and doing what
// it decided, agent_tools.cpp tools on the way there, agent_talk.cpp conversations that are led,
// agent_engagement.cpp tasks and invitations.
// Thread rule: any thread, one at a time for each agent.

#include "core/agents/agent.h"
#include "core/agents/input.h"
#include "core/agents/outbox.h"
#include "core/agents/settings.h"
#include "core/agents/world_view.h"

#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

class AgentLogic {
public:
	// `view` outlives the logic.
	AgentLogic(const AgentSettings &settings, const WorldView &view) :
			settings_(settings),
			view_(view) {}

	// A new or restored agent begins in Idle.
	void begin(Agent &agent, SimTime now) const;
	// `elected`: it merely overhears, and is one of those who may take the word.
	void hear(
			Agent &agent, const MessagePtr &message, bool elected, SimTime now, Outbox &out) const;
	void answered(Agent &agent, const MindAnswerInput &answer, SimTime now, Outbox &out) const;
	// The game has said what the agent perceives, or has not in time: its mind is asked now.
	void context_came(
			Agent &agent, const std::string &surroundings, SimTime now, Outbox &out) const;
	// All tools that its mind has asked for have an outcome: it is asked again.
	void tools_used(Agent &agent, SimTime now, Outbox &out) const;
	// Called at or after agent.timer.
	void time_is_up(Agent &agent, SimTime now, Outbox &out) const;

	// How much the player sees of it, from now on.
	void look_at(Agent &agent, float attention, SimTime now) const;
	void pause(Agent &agent, SimTime now, Outbox &out) const;
	void resume(Agent &agent, SimTime now, Outbox &out) const;
	// A paused agent takes one decision. False: it is in the middle of something.
	bool step(Agent &agent, SimTime now, Outbox &out) const;

	// It takes part in a conversation that is led: what it was about to do is put off, and it
	// speaks when it is given the turn, with what stands in the part (all of `turn` but its
	// has_turn). Afterwards its own life goes on.
	void enter_talk(Agent &agent, const TalkSettingsPtr &talk, SimTime now, Outbox &out) const;
	void take_turn(Agent &agent, TalkPart turn, SimTime now, Outbox &out) const;
	void leave_talk(Agent &agent, SimTime now, Outbox &out) const;

	void assign(Agent &agent, const TaskPtr &task, Outbox &out) const;
	// Ends a task that the agent has; false when it has not.
	bool finish(Agent &agent, TaskId task, bool completed, const std::string &result,
			Outbox &out) const;
	// The agent is about to go: what it was in the middle of is ended.
	void end(Agent &agent, Outbox &out) const;

	const AgentSettings &settings() const { return settings_; }
	// The first tick that is not before `time`.
	SimTime on_tick(SimTime time) const;

private:
	bool change(Agent &agent, AgentState to, SimTime now, Outbox &out) const;
	void rest(Agent &agent, SimTime now, Outbox &out) const;
	void listen(Agent &agent, ParticipantId answer_to, SimTime now, Outbox &out) const;
	void take_in(Agent &agent, const MessagePtr &message, SimTime now, Outbox &out) const;
	static void join_talk(Agent &agent, const Message &message);
	static std::uint64_t new_talk(const Agent &agent);
	static bool is_to_be_answered(const Agent &agent, const Message &message);
	bool take_in_waiting(Agent &agent, SimTime now, Outbox &out) const;
	void keep(Agent &agent, const MessagePtr &message, Outbox &out) const;
	void drop_thought(Agent &agent, Outbox &out) const;
	void withdraw_thought(Agent &agent, Outbox &out) const;

	// agent_thought.cpp
	bool may_think(Agent &agent, SimTime now, Outbox &out) const;
	void think(Agent &agent, SimTime now, Outbox &out) const;
	void ask(Agent &agent, MindRequest request, SimTime now, Outbox &out) const;
	MindRequest describe(Agent &agent) const;
	void still_thinking(Agent &agent, SimTime now, Outbox &out) const;
	static void tell_exhausted(Agent &agent, const std::string &reason, Outbox &out);
	void fail(
			Agent &agent, MindFailure failure, std::string message, SimTime now, Outbox &out) const;
	static bool has_budget_left(const Agent &agent);
	void retry_or_fail(Agent &agent, const std::string &complaint, SimTime now, Outbox &out) const;

	// agent_talk.cpp
	void put_off(Agent &agent, SimTime now, Outbox &out) const;
	void hear_in_talk(Agent &agent, const MessagePtr &message, SimTime now, Outbox &out) const;
	bool goes_on_in_talk(Agent &agent, SimTime now, Outbox &out) const;
	void rested_in_talk(Agent &agent, bool was_speaking, SimTime now, Outbox &out) const;
	void join_lines(Agent &agent, Outbox &out) const;
	static void end_turn(Agent &agent, TurnFailure failure, Outbox &out);
	static void describe_talk(const Agent &agent, MindRequest &request);
	void perform_turn(Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const;
	void speak_for(Agent &agent, const std::string &content, SimTime now) const;

	// agent_engagement.cpp
	void begin_task(Agent &agent, Outbox &out) const;
	void change_task(Agent &agent, std::size_t index, TaskStatus status, const std::string &result,
			Outbox &out) const;
	void take_invitation(Agent &agent, const Invitation &invitation, Outbox &out) const;
	void answer_invitation(Agent &agent, bool accept, const std::string &reason, Outbox &out) const;
	void decline_invitation(Agent &agent, const std::string &reason, Outbox &out) const;
	void decline_seen_invitation(Agent &agent, const std::string &reason, Outbox &out) const;

	std::string find_tool_problem(const ToolCall &call) const; // agent_tools.cpp

	// Why the action cannot be done; empty when it can.
	std::string find_any_problem(const Agent &agent, const MindAction &action) const;
	std::string find_problem(const Agent &agent, const SpeakAction &action) const;
	std::string find_problem(const Agent &agent, const MoveAction &action) const;
	std::string find_problem(const Agent &agent, const CollaborateAction &action) const;
	std::string find_problem(const Agent &agent, const AnswerInvitationAction &action) const;
	std::string find_problem(const Agent &agent, const CompleteTaskAction &action) const;
	std::string find_problem(const Agent &agent, const GameAction &action) const;
	std::string find_problem(const Agent &agent, const UseToolsAction &action) const;
	std::string find_problem(const Agent &, const WaitAction &) const { return {}; }

	void perform(Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const MoveAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const CollaborateAction &action, SimTime now, Outbox &out) const;
	void perform(
			Agent &agent, const AnswerInvitationAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const CompleteTaskAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const GameAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const UseToolsAction &action, SimTime now, Outbox &out) const;
	void perform(Agent &agent, const WaitAction &action, SimTime now, Outbox &out) const;

	static Event event(const Agent &agent, EventData data) {
		return { ParticipantId(agent.id), std::move(data) };
	}
	static Micros random_up_to(Rng &rng, Micros most);
	std::optional<Micros> own_interval(const Agent &agent) const;
	SimTime next_own_thought(Agent &agent, SimTime now) const;

	AgentSettings settings_;
	const WorldView &view_;
};

} // namespace agent_runtime

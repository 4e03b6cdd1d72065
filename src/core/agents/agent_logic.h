#pragma once

// What one agent does when it hears something, when its time is up, and when its mind has answered.
// Touches the one agent and an outbox, and reads only constants, so agents can run side by side.
// Thread rule: any thread, one at a time for each agent.

#include "core/agents/agent.h"
#include "core/agents/input.h"
#include "core/agents/outbox.h"
#include "core/agents/settings.h"

namespace agent_runtime {

class AgentLogic {
public:
	explicit AgentLogic(const AgentSettings &settings) :
			settings_(settings) {}

	// A new or restored agent begins in Idle.
	void begin(Agent &agent, SimTime now) const;
	// `elected`: it merely overhears, and is one of those who may take the word.
	void hear(
			Agent &agent, const MessagePtr &message, bool elected, SimTime now, Outbox &out) const;
	void answered(Agent &agent, const MindAnswerInput &answer, SimTime now, Outbox &out) const;
	// Called at or after agent.timer.
	void time_is_up(Agent &agent, SimTime now, Outbox &out) const;

	const AgentSettings &settings() const { return settings_; }

private:
	bool change(Agent &agent, AgentState to, SimTime now, Outbox &out) const;
	void rest(Agent &agent, SimTime now, Outbox &out) const;
	void listen(Agent &agent, ParticipantId answer_to, SimTime now, Outbox &out) const;
	void interrupt(Agent &agent, ParticipantId by, SimTime now, Outbox &out) const;
	void think(Agent &agent, SimTime now, Outbox &out) const;
	void speak(Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const;
	void fail(Agent &agent, StatusCode code, std::string message, SimTime now, Outbox &out) const;

	SimTime on_tick(SimTime time) const;
	SimTime next_own_thought(Agent &agent, SimTime now) const;
	MindRequest describe(Agent &agent) const;

	AgentSettings settings_;
};

} // namespace agent_runtime

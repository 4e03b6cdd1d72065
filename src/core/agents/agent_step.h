#pragma once

// One agent in a step: who acts, when, by which rules, and where what it does goes. All that an
// agent does is a function that is given this, so that agents can run side by side: it touches the
// one agent and an outbox, and reads only what is constant meanwhile. The functions stand in
//
//	agent_life.h        how it begins, rests, is paused, and ends
//	agent_listening.h   what it does with what it hears
//	agent_thinking.h    how it asks its mind
//	agent_decisions.h   doing what its mind has decided
//	agent_tools.h       tools on the way there
//	agent_talk.h        conversations that are led
//	agent_engagement.h  tasks and invitations
//
// Thread rule: any thread, one at a time for each agent.

#include "core/agents/agent.h"
#include "core/agents/outbox.h"
#include "core/agents/settings.h"
#include "core/agents/world_view.h"

#include <utility>

namespace agent_runtime {

class AgentStep {
public:
	// Everything outlives the step. It belongs to `trace`; none: to what the agent is about.
	AgentStep(Agent &agent, SimTime now, TraceId trace, const AgentSettings &settings,
			const WorldView &view, Outbox &out) :
			agent_(agent),
			now_(now),
			trace_(trace.is_none() ? agent.trace : trace),
			settings_(settings),
			view_(view),
			out_(out) {}
	AgentStep(const AgentStep &) = delete;
	AgentStep &operator=(const AgentStep &) = delete;

	Agent &agent() { return agent_; }
	SimTime now() const { return now_; }
	const AgentSettings &settings() const { return settings_; }
	const WorldView &view() const { return view_; }
	SimTime on_tick(SimTime time) const { return settings_.on_tick(time); }

	void emit(EventData data) { out_.events.push_back({ agent_.id, std::move(data), trace_ }); }
	template <typename Wanted>
	void wish(Wanted wanted) {
		out_.wishes.push_back({ agent_.id, std::move(wanted), trace_ });
	}
	void ask(ThoughtRequest thought) {
		thought.trace = trace_;
		out_.thoughts.push_back(std::move(thought));
	}

	TraceId trace() const { return trace_; }
	// What the agent is about from now on, and this step with it.
	void follow(TraceId trace) { agent_.trace = trace_ = trace; }
	// The agent is about nothing any more.
	void let_go() { agent_.trace = TraceId(); }

	// It heard the line, remembers it, and has a row of it.
	void remember(const MessagePtr &line);

	// False, and an event says so, when the agent cannot change so.
	bool change(AgentState to);
	// When it thinks of its own accord, if nothing comes in between.
	SimTime next_own_thought();
	// None: it takes no decisions of its own. An agent that nobody sees thinks less often.
	std::optional<Micros> own_interval() const;
	Micros random_up_to(Micros most);

private:
	Agent &agent_;
	const SimTime now_;
	TraceId trace_;
	const AgentSettings &settings_;
	const WorldView &view_;
	Outbox &out_;
};

} // namespace agent_runtime

#pragma once

// One agent in a step: who acts, when, by which rules, and where the results go. Everything that an
// agent does is a function that takes this, so that agents can run side by side: it changes only
// the one agent and an outbox, and reads only what is constant meanwhile. The functions are in
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
	// All references must outlive the step. `trace` is what the step belongs to; none: what the
	// agent is doing.
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

	template <EventStruct Data>
	void emit(Data data) {
		out_.events.emplace_back(agent_.id, std::move(data), trace_);
	}
	template <typename Wanted>
	void wish(Wanted wanted) {
		out_.wishes.push_back({ agent_.id, std::move(wanted), trace_ });
	}
	void ask(ThoughtRequest thought) {
		thought.trace = trace_;
		out_.thoughts.push_back(std::move(thought));
	}

	TraceId trace() const { return trace_; }
	// From now on, the agent and this step belong to `trace`.
	void follow(TraceId trace) { agent_.trace = trace_ = trace; }
	// What the agent does next belongs to no trace.
	void let_go() { agent_.trace = TraceId(); }

	// The agent has heard the line and remembers it, and a row records that.
	void remember(const MessagePtr &line);

	// False when the agent cannot make this change; an event reports that.
	bool change(AgentState to);
	// When it will think on its own initiative, if nothing comes in between.
	SimTime next_own_thought();
	// None: it makes no decisions of its own. An agent that nobody sees thinks less often.
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

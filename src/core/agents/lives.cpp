#include "core/agents/lives.h"

#include "core/agents/agent_life.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

namespace {

constexpr int RUN_SHIFT = 20; // leaves the bits of the seeds that people choose

bool is_meant(const Message &message, const LineChange &change) {
	return (change.sender.is_none() || message.from == change.sender) &&
			(change.content.empty() || message.content == change.content);
}

// A line is shared by everybody who heard it, so it is changed in a copy for this agent.
MessagePtr changed_line(const Message &message, const std::string &content) {
	std::shared_ptr<Message> changed = std::make_shared<Message>(message);
	changed->content = content;
	return changed;
}

} // namespace

void Lives::apply(const SpawnInput &input) {
	in_.audience.arrive(input.agent);
	if (in_.agents.contains(input.agent) || input.agent.is_none()) {
		in_.audience.remove(*input.profile, input.position);
		return;
	}
	Agent &agent = in_.agents.add(input.agent);
	agent.profile = input.profile;
	agent.standing.position = input.position;
	agent.standing.moved_by_game = input.profile->moved_by_game;
	agent.rng = Rng::for_agent(
			in_.settings.seed ^ input.profile->seed ^ (input.run << RUN_SHIFT), input.agent);
	in_.acting.act(agent, [](AgentStep &step) { life::begin(step); });
	in_.places.add(agent);
	in_.crowd.enter(agent);
	agent.standing.settled = input.past == nullptr ? agent.standing.position : input.position;
	in_.hearers.add(agent);
	std::optional<AgentState> restored_from;
	if (input.past != nullptr) {
		restored_from = input.past->state;
		restore(agent, *input.past);
	} else {
		in_.hearers.note(AGENT_SPAWNED, agent);
	}
	in_.step.emit(agent.id, AgentSpawned{ agent.profile, agent.standing.position, restored_from });
	in_.places.tell_position(agent);
}

void Lives::restore(Agent &agent, const PastLife &past) {
	for (const MessagePtr &message : past.remembered) {
		agent.remember(message);
	}
	agent.keep(past.kept);
	if (past.home && *past.home != agent.home()) {
		agent.travel().home = *past.home;
	}
	for (const TaskPtr &task : past.tasks) {
		agent.engage().tasks.push_back(task);
		in_.agreements.add_task(task->id, agent.id);
	}
	if (past.paused) {
		agent.paused = true;
		agent.timer = NEVER;
	}
}

void Lives::apply(const TerminateInput &input) {
	Agent *const agent = in_.agents.find(input.agent);
	if (agent == nullptr) {
		return;
	}
	in_.talks.agent_lost(agent->id);
	in_.acting.act(*agent, [](AgentStep &step) { life::end(step); });
	in_.agreements.settle_all_to(agent->id);
	in_.walks.stop(*agent, Status(StatusCode::not_found, "the agent is no longer there"));
	in_.ended_walks.deliver(*agent);
	in_.calls.forget(*agent);
	in_.hearers.note(AGENT_TERMINATED, *agent);
	in_.hearers.remove(*agent);
	in_.places.remove(*agent);
	in_.agents.remove(input.agent);
	in_.step.emit(input.agent, AgentTerminated{ input.reason });
	in_.talks.follow_cues();
}

void Lives::apply(const ProfileInput &input) {
	Agent *const agent = in_.agents.find(input.agent);
	in_.audience.forget(agent != nullptr ? *agent->profile : *input.profile);
	if (agent != nullptr) {
		in_.hearers.change(*agent, input.profile);
		in_.step.touch(agent->id);
		in_.step.output().configured.push_back({ agent->id, agent->profile });
		in_.step.emit(agent->id, AgentConfigured{ agent->profile });
	}
}

void Lives::apply(const PauseInput &input) {
	Agent *const agent = in_.agents.find(input.agent);
	in_.step.answer(input.request,
			agent != nullptr ? change_pause(*agent, input.change)
							 : Status(StatusCode::not_found, "the agent is no longer there"));
}

Status Lives::change_pause(Agent &agent, PauseChange change) {
	if (change == PauseChange::pause) {
		in_.acting.act(agent, [](AgentStep &step) { life::pause(step); });
	} else if (change == PauseChange::resume) {
		in_.acting.act(agent, [](AgentStep &step) { life::resume(step); });
	} else if (!in_.acting.act(agent, [](AgentStep &step) { return life::decide_once(step); })) {
		return Status(StatusCode::failed_precondition,
				agent.paused ? "the agent has not finished its last step"
							 : "the agent is not paused; pause it first");
	}
	return Status();
}

void Lives::apply(const AttentionInput &input) {
	Agent *const agent = in_.agents.find(input.agent);
	if (agent != nullptr && agent->attention != input.weight) {
		in_.acting.act(*agent, [&](AgentStep &step) { life::look_at(step, input.weight); });
	}
}

void Lives::apply(const MemoryInput &input) {
	Agent *const agent = in_.agents.find(input.agent);
	if (agent == nullptr) {
		return;
	}
	agent->keep(input.kept);
	if (!input.change || agent->dialogues == nullptr) {
		return;
	}
	std::array<MessagePtr, Dialogue::REMEMBERED> &recent = agent->dialogues->recent;
	for (MessagePtr &line : recent) {
		if (line != nullptr && is_meant(*line, *input.change)) {
			line = input.change->replacement ? changed_line(*line, *input.change->replacement)
											 : nullptr;
		}
	}
	// Moves the free places to the end.
	std::stable_partition(
			recent.begin(), recent.end(), [](const MessagePtr &line) { return line != nullptr; });
}

} // namespace agent_runtime

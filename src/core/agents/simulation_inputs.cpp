#include "core/agents/simulation.h"

#include "core/agents/agent_engagement.h"
#include "core/agents/agent_life.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace agent_runtime {

namespace {

constexpr int RUN_SHIFT = 20; // beyond the seeds that people choose

} // namespace

// Who is posted counts as somebody who hears, and what is said as heard by all who may.
void Simulation::post(Input input) {
	if (const SpawnInput *spawn = std::get_if<SpawnInput>(&input)) {
		audience_.add(spawn->agent, *spawn->profile, spawn->position);
	} else if (const ProfileInput *changed = std::get_if<ProfileInput>(&input)) {
		audience_.expect(*changed->profile);
	} else if (SayInput *said = std::get_if<SayInput>(&input)) {
		said->most_hearers = most_hearers(*said);
		hearings_.fetch_add(
				static_cast<std::int64_t>(said->most_hearers), std::memory_order_relaxed);
	}
	queue_.enqueue(Posted{ std::move(input), RequestId() });
	posted_.fetch_add(1, std::memory_order_release);
}

void Simulation::post_end_of(RequestId request) {
	queue_.enqueue(Posted{ CloseInput(), request });
	posted_.fetch_add(1, std::memory_order_release);
}

void Simulation::take_inputs() {
	inputs_.clear();
	if (std::exchange(close_asked_, false)) {
		inputs_.emplace_back(CloseInput{});
	}
	// A replay gives each step what it took.
	Posted posted;
	while ((options_.replaying || inputs_.size() < MOST_INPUTS) && queue_.try_dequeue(posted)) {
		posted_.fetch_sub(1, std::memory_order_acq_rel);
		if (posted.end_of.is_none()) {
			inputs_.push_back(std::move(posted.input));
		} else {
			output_->reached.push_back(posted.end_of);
		}
	}
	closing_ =
			closing_ || (!inputs_.empty() && std::holds_alternative<CloseInput>(inputs_.front()));
	keep_latest_positions();
	if (!closing_) {
		take_due_answers();
	}
	if (options_.recording) {
		output_->inputs = inputs_;
	}
	takes_inputs_ = true;
	for (Input &each : inputs_) {
		std::visit([this](auto &value) { apply(value); }, each);
	}
	takes_inputs_ = false;
}

// A node that moves reports its position every frame; within a step only the newest counts.
void Simulation::keep_latest_positions() {
	std::unordered_map<AgentId, std::size_t> latest;
	for (std::size_t i = 0; i < inputs_.size(); i++) {
		if (const PositionInput *report = std::get_if<PositionInput>(&inputs_[i])) {
			latest[report->agent] = i;
		}
	}
	if (latest.empty()) {
		return;
	}
	std::size_t kept = 0;
	for (std::size_t i = 0; i < inputs_.size(); i++) {
		const PositionInput *report = std::get_if<PositionInput>(&inputs_[i]);
		if (report != nullptr && latest[report->agent] != i) {
			continue;
		}
		if (kept != i) {
			inputs_[kept] = std::move(inputs_[i]);
		}
		kept++;
	}
	inputs_.resize(kept);
}

// The answers of minds that think in this process are inputs like all others, taken when they are
// due, in the order of (time, agent).
void Simulation::take_due_answers() {
	std::size_t taken = 0;
	while (taken++ < MOST_ANSWERS && !thoughts_.empty() && thoughts_.front().due <= time_) {
		const DueThought due = thoughts_.front();
		std::pop_heap(thoughts_.begin(), thoughts_.end(), std::greater<>());
		thoughts_.pop_back();
		const Agent *agent = living(due.agent);
		const bool wanted = agent != nullptr && agent->thinking.thought == due.thought;
		if (wanted && !options_.replaying) {
			inputs_.push_back(minds_.take(due.agent, due.thought));
		}
	}
}

Agent &Simulation::new_place(AgentId id) {
	std::size_t place = places_;
	if (!free_places_.empty()) {
		place = free_places_.back();
		free_places_.pop_back();
	} else {
		if (places_ % BLOCK == 0) {
			agents_.push_back(std::make_unique<std::array<Agent, BLOCK>>());
		}
		places_++;
	}
	place_.entry(id) = static_cast<std::uint32_t>(place);
	return *living(id);
}

void Simulation::apply(SpawnInput &input) {
	audience_.arrive(input.agent);
	if (living(input.agent) != nullptr || input.agent.is_none()) {
		audience_.remove(*input.profile, input.position);
		return;
	}
	Agent &agent = new_place(input.agent);
	agent = Agent();
	agent.id = input.agent;
	agent.profile = input.profile;
	agent.standing.position = input.position;
	agent.standing.moved_by_game = input.profile->moved_by_game;
	agent.rng = Rng::for_agent(
			options_.settings.seed ^ input.profile->seed ^ (input.run << RUN_SHIFT), input.agent);
	act(agent, [](AgentStep &step) { life::begin(step); });
	near_.add(agent.id, agent.standing.position.x, agent.standing.position.y);
	enter_map(agent);
	agent.standing.settled = input.past == nullptr ? agent.standing.position : input.position;
	learn_hearing(agent);
	bus_.add(agent.id, *agent.profile);
	agent.thinking.noticed = bus_.newest_notices();
	living_++;
	touched_.push_back(agent.id);
	std::optional<AgentState> restored_from;
	if (input.past != nullptr) {
		restored_from = input.past->state;
		restore(agent, *input.past);
	} else {
		note(AGENT_SPAWNED, agent);
	}
	output_->events.push_back(event_of(
			agent.id, AgentSpawned{ agent.profile, agent.standing.position, restored_from }));
	tell_position(agent);
}

void Simulation::restore(Agent &agent, const PastLife &past) {
	for (const MessagePtr &message : past.remembered) {
		agent.remember(message);
	}
	agent.keep(past.kept);
	if (past.home && *past.home != agent.home()) {
		agent.travel().home = *past.home;
	}
	for (const TaskPtr &task : past.tasks) {
		agent.engage().tasks.push_back(task);
		task_owners_[task->id] = agent.id;
	}
	if (past.paused) {
		agent.paused = true;
		agent.timer = NEVER;
	}
}

void Simulation::apply(TerminateInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr) {
		return;
	}
	director_.agent_lost(agent->id, time_);
	act(*agent, [](AgentStep &step) { life::end(step); });
	// An invitation that is still on its way.
	const auto settle = [&](const Message &message) {
		if (message.invitation && message.to == ParticipantId(agent->id)) {
			settle_invitation(agent->id, { *message.invitation, false, "it is no longer there" });
		}
	};
	for (const Delivery &delivery : heard_) {
		settle(*delivery.message);
	}
	for (std::size_t i = said_.size(); i > 0; i--) {
		settle(*said_[i - 1].message);
	}
	stop_walk(*agent, Status(StatusCode::not_found, "the agent is no longer there"));
	tell_ended_walk(*agent);
	give_up_calls(*agent);
	note(AGENT_TERMINATED, *agent);
	forget_hearing(*agent);
	bus_.remove(agent->id);
	near_.remove(agent->id, agent->standing.position.x, agent->standing.position.y);
	audience_.remove(*agent->profile, agent->standing.position);
	walkers_.remove(agent->id);
	free_places_.push_back(*place_.find(input.agent));
	place_.erase(input.agent);
	*agent = Agent();
	living_--;
	touched_.push_back(input.agent);
	output_->events.push_back(event_of(input.agent, AgentTerminated{ input.reason }));
	follow_cues();
}

void Simulation::apply(ProfileInput &input) {
	Agent *agent = living(input.agent);
	audience_.forget(agent != nullptr ? *agent->profile : *input.profile);
	if (agent == nullptr) {
		return;
	}
	forget_hearing(*agent);
	// The bus reads the old profile until it is told of the new one.
	const ProfilePtr before = std::exchange(agent->profile, input.profile);
	bus_.change(agent->id, *agent->profile);
	if (!Bus::names_states(before->subscription())) {
		agent->thinking.noticed.of(NoticeKind::state) = bus_.newest_notices().of(NoticeKind::state);
	}
	learn_hearing(*agent);
	touched_.push_back(agent->id);
	output_->configured.push_back({ agent->id, agent->profile });
}

void Simulation::apply(SayInput &input) {
	say(input);
	hearings_.fetch_sub(static_cast<std::int64_t>(input.most_hearers), std::memory_order_relaxed);
}

void Simulation::say(const SayInput &input) {
	const Agent *speaker = input.from.is_agent() ? living(input.from.agent_id()) : nullptr;
	if (input.from.is_agent() && speaker == nullptr) {
		return;
	}
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = input.from;
	message->from_name = speaker != nullptr ? speaker->profile->self.name : input.from_name;
	message->to = input.to;
	message->content = input.content;
	message->time = time_;
	message->type = input.type;
	message->reach = input.reach;
	message->channel = input.channel;
	deliver(message, speaker != nullptr ? speaker->standing.position : input.position);
	announce(message);
}

void Simulation::apply(PauseInput &input) {
	Agent *agent = living(input.agent);
	Status status;
	if (agent == nullptr) {
		status = Status(StatusCode::not_found, "the agent is no longer there");
	} else if (input.change == PauseChange::pause) {
		act(*agent, [](AgentStep &step) { life::pause(step); });
	} else if (input.change == PauseChange::resume) {
		act(*agent, [](AgentStep &step) { life::resume(step); });
	} else if (!act(*agent, [](AgentStep &step) { return life::decide_once(step); })) {
		status = Status(StatusCode::failed_precondition,
				agent->paused ? "the agent has not finished its last step"
							  : "the agent is not paused; pause it first");
	}
	output_->outcomes.push_back({ input.request, status });
}

void Simulation::apply(AssignInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr) {
		// It went meanwhile; who gave the task is told what became of it.
		std::shared_ptr<AgentTask> failed = std::make_shared<AgentTask>(*input.task);
		failed->status = TaskStatus::failed;
		failed->result = "its agent is no longer there";
		output_->events.push_back(event_of(input.agent, TaskChanged{ input.task }));
		output_->events.push_back(event_of(input.agent, TaskChanged{ std::move(failed) }));
		return;
	}
	task_owners_[input.task->id] = agent->id;
	act(*agent, [&](AgentStep &step) { engagement::assign(step, input.task); });
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = input.task->assigned_by;
	const Agent *by = living(message->from.agent_id());
	message->from_name = by != nullptr ? by->profile->self.name : "Player";
	message->to = agent->id;
	message->content = input.task->name;
	message->time = time_;
	message->type = TASK_ASSIGNED;
	message->reach = Reach::addressee;
	deliver(message, agent->standing.position);
}

void Simulation::apply(FinishInput &input) {
	const auto owner = task_owners_.find(input.task);
	Agent *agent = owner != task_owners_.end() ? living(owner->second) : nullptr;
	const bool ended = agent != nullptr && act(*agent, [&](AgentStep &step) {
		return engagement::finish(step, input.task, input.completed, input.result);
	});
	output_->outcomes.push_back({ input.request,
			ended ? Status()
				  : Status(StatusCode::not_found,
							"task_id: there is no open task " + input.task.to_string() +
									"; it has ended, or never was one") });
}

void Simulation::apply(GameInput &input) {
	actions_ = input.actions;
	tools_ = input.tools;
	gives_context_ = input.gives_context;
}

void Simulation::apply(AttentionInput &input) {
	Agent *agent = living(input.agent);
	if (agent != nullptr && agent->attention != input.weight) {
		act(*agent, [&](AgentStep &step) { life::look_at(step, input.weight); });
	}
}

void Simulation::apply(MindAnswerInput &input) {
	answers_.push_back(input);
}

} // namespace agent_runtime

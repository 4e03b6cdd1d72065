#include "core/agents/simulation.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace agent_runtime {

namespace {

constexpr int RUN_SHIFT = 20; // beyond the seeds that people choose

} // namespace

void Simulation::post(Input input) {
	queue_.enqueue(std::move(input));
	posted_.fetch_add(1, std::memory_order_release);
}

void Simulation::take_inputs() {
	inputs_.clear();
	Input input;
	while (queue_.try_dequeue(input)) {
		posted_.fetch_sub(1, std::memory_order_acq_rel);
		inputs_.push_back(std::move(input));
	}
	keep_latest_positions();
	take_due_answers();
	if (options_.recording) {
		output_->inputs = inputs_;
	}
	for (Input &each : inputs_) {
		std::visit([this](auto &value) { apply(value); }, each);
	}
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
	while (!thoughts_.empty() && thoughts_.front().due <= time_) {
		const DueThought due = thoughts_.front();
		std::pop_heap(thoughts_.begin(), thoughts_.end(), std::greater<>());
		thoughts_.pop_back();
		if (!options_.replaying) {
			inputs_.push_back(minds_.take(due.agent, due.thought));
		}
	}
}

std::size_t Simulation::new_slot(AgentId id) {
	if (place_.size() < id.number()) {
		place_.resize(id.number(), 0);
	}
	std::size_t slot = agents_.size();
	if (free_places_.empty()) {
		agents_.emplace_back();
	} else {
		slot = free_places_.back();
		free_places_.pop_back();
	}
	place_[id.number() - 1] = static_cast<std::uint32_t>(slot + 1);
	return slot;
}

void Simulation::apply(SpawnInput &input) {
	if (living(input.agent) != nullptr || input.agent.is_none()) {
		return;
	}
	Agent &agent = agents_[new_slot(input.agent)];
	agent = Agent();
	agent.id = input.agent;
	agent.profile = input.profile;
	agent.position = input.position;
	agent.settled = input.position;
	agent.moved_by_game = input.profile->moved_by_game;
	agent.rng = Rng::for_agent(
			options_.settings.seed ^ input.profile->seed ^ (input.run << RUN_SHIFT), input.agent);
	logic_.begin(agent, time_);
	near_.add(agent.id, agent.position.x, agent.position.y);
	learn_hearing(agent);
	living_++;
	touched_.push_back(agent.id);
	for (const MessagePtr &message : input.remembered) {
		agent.remember(message);
	}
	agent.keep(input.kept);
	output_->events.push_back(
			event_of(agent.id, AgentSpawned{ agent.profile, agent.position, input.restored_from }));
}

void Simulation::apply(TerminateInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr) {
		return;
	}
	give_up_walk(*agent, Status(StatusCode::not_found, "the agent is no longer there"));
	forget_hearing(*agent);
	near_.remove(agent->id, agent->position.x, agent->position.y);
	free_places_.push_back(place_[input.agent.number() - 1] - 1);
	place_[input.agent.number() - 1] = 0;
	*agent = Agent();
	living_--;
	touched_.push_back(input.agent);
	output_->events.push_back(event_of(input.agent, AgentTerminated{ input.reason }));
}

void Simulation::apply(SayInput &input) {
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
	deliver(message, speaker != nullptr ? speaker->position : input.position);
}

void Simulation::apply(MindAnswerInput &input) {
	answers_.push_back(input);
}

} // namespace agent_runtime

#include "core/agents/simulation.h"

#include <algorithm>
#include <cmath>

namespace agent_runtime {

// Settles who hears a message; they do so in the next step.
void Simulation::deliver(const std::shared_ptr<Message> &message, TilePosition from) {
	find_hearers(*message, from);
	Delivery delivery;
	delivery.elected = elect(*message, from);
	delivery.message = message;
	delivery.part.end = message->hearers.size();
	delivery.is_asked_for = takes_inputs_;
	if (delivery.is_asked_for) {
		hearings_.fetch_add(
				static_cast<std::int64_t>(message->hearers.size()), std::memory_order_relaxed);
	}
	if (Agent *speaker = living(message->from.agent_id())) {
		speaker->remember(message);
		output_->conversations.push_back({ speaker->id, message });
	}
	said_.push_back(std::move(delivery));
}

// The event that tells of it.
void Simulation::announce(const MessagePtr &message) {
	if (message->is_speech()) {
		output_->events.push_back({ message->from, AgentSpoke{ message } });
	} else {
		output_->events.push_back({ message->from, MessagePublished{ message } });
	}
}

// About as many as hear it, and not less, as far as is known before a step takes it.
std::size_t Simulation::most_hearers(const SayInput &input) const {
	if (input.reach == Reach::addressee) {
		return 1;
	}
	if (input.reach == Reach::everybody) {
		return audience_.everybody();
	}
	if (input.reach != Reach::nearby) {
		return audience_.members_of(input.channel);
	}
	std::optional<TilePosition> from = input.position;
	if (input.from.is_agent()) {
		const std::optional<AgentView> speaker = board_.find(input.from.agent_id());
		from = speaker ? std::optional(speaker->position)
					   : audience_.find_coming(input.from.agent_id());
	}
	const std::size_t around = from ? audience_.around(*from) : audience_.everybody();
	return around + (input.to.is_none() ? 0 : 1);
}

void Simulation::learn_hearing(const Agent &agent) {
	if (Audience::hears_from_afar(*agent.profile)) {
		far_hearers_.insert(
				std::upper_bound(far_hearers_.begin(), far_hearers_.end(), agent.id), agent.id);
	} else {
		near_radius_ = std::max(near_radius_, agent.profile->hearing_radius);
	}
}

void Simulation::forget_hearing(const Agent &agent) {
	if (Audience::hears_from_afar(*agent.profile)) {
		far_hearers_.erase(std::lower_bound(far_hearers_.begin(), far_hearers_.end(), agent.id));
	}
}

// Each agent has a hearing radius of its own.
void Simulation::find_near_hearers(Message &message, TilePosition from) {
	candidates_.clear();
	near_.collect_candidates(from.x, from.y, near_radius_, candidates_);
	std::erase_if(candidates_,
			[this](AgentId id) { return Audience::hears_from_afar(*living(id)->profile); });
	candidates_.insert(candidates_.end(), far_hearers_.begin(), far_hearers_.end());
	for (const AgentId id : candidates_) {
		const Agent &agent = *living(id);
		const float radius = agent.profile->hearing_radius;
		const float dx = agent.standing.position.x - from.x;
		const float dy = agent.standing.position.y - from.y;
		const bool in_range = radius <= 0.0f || dx * dx + dy * dy <= radius * radius;
		if (in_range && id != message.from.agent_id() &&
				Bus::passes(agent.profile->subscription().filter, id, message)) {
			message.hearers.push_back(id);
		}
	}
}

// All whom the message reaches and whose filter lets it through.
void Simulation::find_hearers(Message &message, TilePosition from) {
	if (message.reach == Reach::nearby) {
		find_near_hearers(message, from);
	} else if (message.reach != Reach::addressee) {
		bus_.for_each_recipient(message, [&](AgentId agent) { message.hearers.push_back(agent); });
	}
	// Whom it is addressed to hears it wherever it is.
	const Agent *addressee = living(message.to.agent_id());
	const bool reaches = addressee != nullptr && message.to != message.from &&
			Bus::passes(addressee->profile->subscription().filter, addressee->id, message);
	if (message.to.is_player() || reaches) {
		message.hearers.push_back(message.to);
	}
	std::sort(message.hearers.begin(), message.hearers.end());
	message.hearers.erase(
			std::unique(message.hearers.begin(), message.hearers.end()), message.hearers.end());
}

// The nearer one of two, so that whoever stands close takes the word rather than who is far off.
std::size_t Simulation::draw_candidate(TilePosition from) {
	const auto distance = [&](std::size_t candidate) {
		const TilePosition at = living(candidates_[candidate])->standing.position;
		return std::hypot(at.x - from.x, at.y - from.y);
	};
	const std::size_t one = static_cast<std::size_t>(rng_.uniform(candidates_.size()));
	const std::size_t other = static_cast<std::size_t>(rng_.uniform(candidates_.size()));
	return distance(other) < distance(one) ? other : one;
}

// Of those who merely overhear, a few take the word: idle ones that have not done so lately, by
// chance. A message to somebody has its answerer.
std::vector<AgentId> Simulation::elect(const Message &message, TilePosition from) {
	std::vector<AgentId> elected;
	if (!message.to.is_none() || !message.is_speech()) {
		return elected;
	}
	candidates_.clear();
	for (const ParticipantId hearer : message.hearers) {
		const Agent *agent = living(hearer.agent_id());
		if (agent != nullptr && agent->state == AgentState::idle && !agent->paused &&
				agent->dialogue().quiet_until <= time_) {
			candidates_.push_back(agent->id);
		}
	}
	const int wanted = options_.settings.overhearing_thinkers;
	while (static_cast<int>(elected.size()) < wanted && !candidates_.empty()) {
		const std::size_t chosen = draw_candidate(from);
		elected.push_back(candidates_[chosen]);
		candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(chosen));
	}
	std::sort(elected.begin(), elected.end());
	return elected;
}

} // namespace agent_runtime

#include "core/agents/hearers.h"

#include "core/agents/audience.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace agent_runtime {

void Hearers::add(Agent &agent) {
	learn(agent);
	bus_.add(agent.id, *agent.profile);
	agent.thinking.noticed = bus_.newest_notices();
}

void Hearers::remove(const Agent &agent) {
	forget(agent);
	bus_.remove(agent.id);
}

void Hearers::change(Agent &agent, const ProfilePtr &profile) {
	forget(agent);
	// The bus reads the old profile until it has the new one.
	const ProfilePtr before = std::exchange(agent.profile, profile);
	bus_.change(agent.id, *agent.profile);
	if (!Bus::names_states(before->subscription())) {
		agent.thinking.noticed.of(NoticeKind::state) = bus_.newest_notices().of(NoticeKind::state);
	}
	learn(agent);
}

void Hearers::learn(const Agent &agent) {
	if (Audience::hears_from_afar(*agent.profile)) {
		from_afar_.insert(
				std::upper_bound(from_afar_.begin(), from_afar_.end(), agent.id), agent.id);
	} else {
		radius_ = std::max(radius_, agent.profile->hearing_radius);
	}
}

void Hearers::forget(const Agent &agent) {
	if (Audience::hears_from_afar(*agent.profile)) {
		from_afar_.erase(std::lower_bound(from_afar_.begin(), from_afar_.end(), agent.id));
	}
}

// Each agent has a hearing radius of its own.
void Hearers::add_if_near(Message &message, const Agent &agent, TilePosition from) const {
	const float radius = agent.profile->hearing_radius;
	const float dx = agent.standing.position.x - from.x;
	const float dy = agent.standing.position.y - from.y;
	const bool in_range = radius <= 0.0f || dx * dx + dy * dy <= radius * radius;
	if (in_range && agent.id != message.from.agent_id() &&
			Bus::passes(agent.profile->subscription().filter, agent.id, message)) {
		message.hearers.emplace_back(agent.id);
	}
}

void Hearers::find_near(Message &message, TilePosition from) {
	candidates_.clear();
	near_.collect_candidates(from.x, from.y, radius_, candidates_);
	message.hearers.reserve(candidates_.size() + from_afar_.size() + 1);
	for (const AgentId id : candidates_) {
		const Agent &agent = *agents_.find(id);
		if (!Audience::hears_from_afar(*agent.profile)) {
			add_if_near(message, agent, from);
		}
	}
	for (const AgentId id : from_afar_) {
		add_if_near(message, *agents_.find(id), from);
	}
}

void Hearers::find(Message &message, TilePosition from) {
	std::vector<ParticipantId> &hearers = message.hearers;
	if (message.reach == Reach::nearby) {
		find_near(message, from);
	} else if (message.reach != Reach::addressee) {
		bus_.for_each_recipient(message, [&](AgentId agent) { hearers.emplace_back(agent); });
	}
	// The addressee hears it anywhere.
	const Agent *addressee = agents_.find(message.to.agent_id());
	const bool reaches = addressee != nullptr && message.to != message.from &&
			Bus::passes(addressee->profile->subscription().filter, addressee->id, message);
	if (message.to.is_player() || reaches) {
		hearers.push_back(message.to);
	}
	if (!std::is_sorted(hearers.begin(), hearers.end())) {
		std::sort(hearers.begin(), hearers.end());
	}
	hearers.erase(std::unique(hearers.begin(), hearers.end()), hearers.end());
}

// Draws two and takes the nearer one, so that an agent close by is more likely to answer than one
// far away.
std::size_t Hearers::draw_candidate(TilePosition from) {
	const auto distance = [&](std::size_t candidate) {
		const TilePosition at = agents_.find(candidates_[candidate])->standing.position;
		return std::hypot(at.x - from.x, at.y - from.y);
	};
	const std::size_t one = static_cast<std::size_t>(rng_.uniform(candidates_.size()));
	const std::size_t other = static_cast<std::size_t>(rng_.uniform(candidates_.size()));
	return distance(other) < distance(one) ? other : one;
}

std::vector<AgentId> Hearers::elect(const Message &message, TilePosition from, SimTime now) {
	std::vector<AgentId> elected;
	const int wanted = settings_.overhearing_thinkers;
	if (!message.to.is_none() || !message.is_speech() || wanted <= 0) {
		return elected;
	}
	candidates_.clear();
	for (const ParticipantId hearer : message.hearers) {
		const Agent *agent = agents_.find(hearer.agent_id());
		if (agent != nullptr && agent->state == AgentState::idle && !agent->paused &&
				agent->dialogue().quiet_until <= now) {
			candidates_.push_back(agent->id);
		}
	}
	while (static_cast<int>(elected.size()) < wanted && !candidates_.empty()) {
		const std::size_t chosen = draw_candidate(from);
		elected.push_back(candidates_[chosen]);
		candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(chosen));
	}
	std::sort(elected.begin(), elected.end());
	return elected;
}

void Hearers::note(std::string_view type, const Agent &agent) {
	bus_.note({ type, agent.id, agent.standing.position,
			std::shared_ptr<const std::string>(agent.profile, &agent.profile->self.name),
			agent.state });
}

void Hearers::note_state(const Agent &agent, const AgentStateChanged &change) {
	bus_.note({ AGENT_STATE_CHANGED, agent.id, change.position,
			std::shared_ptr<const std::string>(agent.profile, &agent.profile->self.name),
			change.state });
}

} // namespace agent_runtime

#include "core/agents/simulation.h"

#include <algorithm>
#include <cmath>

// What an agent's mind is told of the world around it.

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_NEIGHBOURS = 8;
constexpr std::size_t MOST_NOTICES = 8;
// How far those look who hear from everywhere.
constexpr float FARTHEST_SIGHT = 16.0f; // tiles

float squared_distance(TilePosition one, TilePosition other) {
	const float dx = one.x - other.x;
	const float dy = one.y - other.y;
	return dx * dx + dy * dy;
}

float sight_of(const Agent &agent) {
	const float radius = agent.profile->hearing_radius;
	return radius > 0.0f ? std::min(radius, FARTHEST_SIGHT) : FARTHEST_SIGHT;
}

std::string in_words(const Notice &notice) {
	const std::string place = "(" + std::to_string(std::lround(notice.position.x)) + ", " +
			std::to_string(std::lround(notice.position.y)) + ")";
	const std::string who = *notice.name + " [" + notice.agent.to_string() + "]";
	if (notice.type == AGENT_MOVED) {
		return who + " has moved to " + place;
	}
	return notice.type == AGENT_SPAWNED ? who + " has appeared at " + place : who + " is gone";
}

bool notices(const Agent &agent, const Notice &notice) {
	const float sight = sight_of(agent);
	if (notice.agent == agent.id ||
			squared_distance(agent.position, notice.position) > sight * sight) {
		return false;
	}
	Message message;
	message.from = notice.agent;
	message.type = notice.type;
	return Bus::passes(agent.profile->subscription().filter, agent.id, message);
}

} // namespace

void Simulation::note(std::string_view type, const Agent &agent) {
	bus_.note({ type, agent.id, agent.position,
			std::shared_ptr<const std::string>(agent.profile, &agent.profile->self.name) });
}

void Simulation::look_around(Agent &agent, MindRequest &request) const {
	see_neighbours(agent, request);
	see_notices(agent, request);
	request.actions = actions_;
	request.tools = tools_;
}

void Simulation::see_neighbours(const Agent &agent, MindRequest &request) const {
	std::vector<AgentId> around;
	const float sight = sight_of(agent);
	near_.collect_candidates(agent.position.x, agent.position.y, sight, around);
	std::vector<std::pair<float, AgentId>> seen;
	for (const AgentId id : around) {
		const float distance = squared_distance(find_living(id)->position, agent.position);
		if (id != agent.id && distance <= sight * sight) {
			seen.emplace_back(distance, id);
		}
	}
	const std::size_t count = std::min(seen.size(), MOST_NEIGHBOURS);
	std::partial_sort(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count), seen.end());
	for (std::size_t i = 0; i < count; i++) {
		const Agent &other = *find_living(seen[i].second);
		request.nearby.push_back({ other.id, other.profile->self.name, other.position });
	}
}

// Of more than fit, the newest.
void Simulation::see_notices(Agent &agent, MindRequest &request) const {
	std::uint64_t missed = 0;
	bus_.for_each_notice(agent.noticed, missed, [&](const Notice &notice) {
		if (notices(agent, notice)) {
			request.noticed.push_back(in_words(notice));
		}
	});
	if (request.noticed.size() > MOST_NOTICES) {
		request.noticed.erase(request.noticed.begin(), request.noticed.end() - MOST_NOTICES);
	}
	if (missed > 0) {
		request.noticed.insert(request.noticed.begin(),
				"(" + std::to_string(missed) + " older things in the world went unnoticed)");
	}
	agent.noticed = bus_.newest_notice();
}

} // namespace agent_runtime

#include "core/agents/perception.h"

#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_NEIGHBOURS = 8;
constexpr std::size_t MOST_NOTICES = 8; // of each kind
// How far those can see who hear everything.
constexpr float FARTHEST_SIGHT = 16.0f; // in tiles

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
	if (notice.type == AGENT_STATE_CHANGED) {
		return who + " is " + std::string(agent_state_name(notice.state)) + " now";
	}
	return notice.type == AGENT_SPAWNED ? who + " has appeared at " + place : who + " is gone";
}

// Whether it sees or learns of this, and its filter accepts it.
bool notices(const Agent &agent, NoticeKind kind, const Notice &notice) {
	const float sight = sight_of(agent);
	if (notice.agent == agent.id ||
			(kind == NoticeKind::sight &&
					squared_distance(agent.standing.position, notice.position) > sight * sight)) {
		return false;
	}
	Message message;
	message.from = notice.agent;
	message.type = notice.type;
	return Bus::passes(agent.profile->subscription().filter, agent.id, message);
}

} // namespace

void Perception::look_around(Agent &agent, MindRequest &request) const {
	see_neighbours(agent, request);
	see_notices(agent, request);
	request.actions = choices(OfferKind::action, agent);
	request.tools = choices(OfferKind::tool, agent);
}

void Perception::see_neighbours(const Agent &agent, MindRequest &request) const {
	std::vector<AgentId> around;
	const float sight = sight_of(agent);
	near_.collect_candidates(agent.standing.position.x, agent.standing.position.y, sight, around);
	std::vector<std::pair<float, AgentId>> nearest; // in their order
	for (const AgentId id : around) {
		const std::pair seen(
				squared_distance(agents_.find(id)->standing.position, agent.standing.position), id);
		if (id == agent.id || seen.first > sight * sight ||
				(nearest.size() == MOST_NEIGHBOURS && nearest.back() < seen)) {
			continue;
		}
		if (nearest.size() == MOST_NEIGHBOURS) {
			nearest.pop_back();
		}
		nearest.insert(std::upper_bound(nearest.begin(), nearest.end(), seen), seen);
	}
	for (const auto &[distance, id] : nearest) {
		const Agent &other = *agents_.find(id);
		request.nearby.push_back({ other.id, other.profile->self.name, other.standing.position });
	}
}

// Agents that are gone come last, since that is true whatever was seen of them before.
void Perception::see_notices(Agent &agent, MindRequest &request) const {
	std::uint32_t missed = see(agent, NoticeKind::sight, request);
	if (Bus::names_states(agent.profile->subscription())) {
		see_states(agent, request);
	}
	missed += see(agent, NoticeKind::end, request);
	if (missed > 0) {
		request.noticed.insert(request.noticed.begin(),
				"(" + counted(missed, "older thing") + " in the world went unnoticed)");
	}
	agent.thinking.noticed = hearers_.bus().newest_notices();
}

// If there are too many, the newest. Returns how many older ones are left out.
std::uint32_t Perception::see(const Agent &agent, NoticeKind kind, MindRequest &request) const {
	std::vector<const Notice *> seen;
	const std::uint32_t missed = hearers_.bus().notices(kind).for_each_after(
			agent.thinking.noticed.of(kind), [&](const Notice &notice) {
				if (notices(agent, kind, notice)) {
					seen.push_back(&notice);
				}
			});
	const std::size_t passed_over = seen.size() - std::min(seen.size(), MOST_NOTICES);
	for (const Notice *notice : std::span(seen).subspan(passed_over)) {
		request.noticed.push_back(in_words(*notice));
	}
	return missed + static_cast<std::uint32_t>(passed_over);
}

// The newest state of each agent, since earlier ones have passed.
void Perception::see_states(const Agent &agent, MindRequest &request) const {
	std::vector<const Notice *> newest;
	hearers_.bus()
			.notices(NoticeKind::state)
			.for_each_after(
					agent.thinking.noticed.of(NoticeKind::state), [&](const Notice &notice) {
						if (notices(agent, NoticeKind::state, notice)) {
							newest.push_back(&notice);
						}
					});
	std::vector<const Notice *> told;
	for (auto notice = newest.rbegin(); notice != newest.rend() && told.size() < MOST_NOTICES;
			++notice) {
		const bool is_known = std::any_of(told.begin(), told.end(),
				[&](const Notice *other) { return other->agent == (*notice)->agent; });
		if (!is_known) {
			told.push_back(*notice);
		}
	}
	for (auto notice = told.rbegin(); notice != told.rend(); ++notice) {
		request.noticed.push_back(in_words(**notice));
	}
}

} // namespace agent_runtime

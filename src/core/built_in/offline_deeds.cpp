#include "core/built_in/offline_deeds.h"

#include "core/built_in/offline_talk.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr float CLOSE_BY = 2.0f; // in tiles
constexpr std::string_view HAS_APPEARED = " has appeared";

float distance_between(TilePosition one, TilePosition other) {
	return std::hypot(one.x - other.x, one.y - other.y);
}

const Neighbour *neighbour_of(const MindRequest &request, AgentId agent) {
	const auto found = std::find_if(request.nearby.begin(), request.nearby.end(),
			[&](const Neighbour &each) { return each.agent == agent; });
	return found != request.nearby.end() ? &*found : nullptr;
}

// Walks to one tile before somebody, on the thinker's side.
MoveAction step_up_to(const MindRequest &request, TilePosition there) {
	const float distance = std::max(distance_between(request.position, there), 1.0f);
	const float share = (distance - 1.0f) / distance;
	return MoveAction{ { std::round(request.position.x + (there.x - request.position.x) * share),
			std::round(request.position.y + (there.y - request.position.y) * share) } };
}

MoveAction stroll(const MindRequest &request, Rng &rng) {
	const float dx = static_cast<float>(rng.uniform(5)) - 2.0f;
	const float dy = static_cast<float>(rng.uniform(5)) - 2.0f;
	return MoveAction{ { request.position.x + dx, request.position.y + dy } };
}

// Calls one of the game's actions, if it can find arguments for it.
std::optional<MindAction> action_of_game(const MindRequest &request, Rng &rng) {
	if (request.actions == nullptr || request.actions->all().empty()) {
		return std::nullopt;
	}
	const std::map<std::string, ActionInfoPtr> &all = request.actions->all();
	const auto chosen =
			std::next(all.begin(), static_cast<std::ptrdiff_t>(rng.uniform(all.size())));
	const std::optional<json> arguments =
			arguments_for_schema(chosen->second->schema, request.surroundings, rng);
	return arguments ? std::optional(MindAction(GameAction{ chosen->first, arguments->dump() }))
					 : std::nullopt;
}

MindAction invitation_to_talk(const MindRequest &request, Rng &rng) {
	const Neighbour &partner = request.nearby[rng.uniform(request.nearby.size())];
	return CollaborateAction{ partner.agent, talk_subject(request), false };
}

std::string progress(const MindRequest &request, Rng &rng) {
	const std::string &name = request.task->name;
	switch (rng.uniform(4)) {
		case 0:
			return "Still at it: " + name + ".";
		case 1:
			return "Slowly getting there with this: " + name + ".";
		case 2:
			return name + ": halfway, I would say.";
		default:
			return "One more piece of this is done: " + name + ".";
	}
}

// Alone it goes on working. With a partner it walks over and reports how it goes.
MindAction work(const MindRequest &request, Rng &rng) {
	const Neighbour *partner = neighbour_of(request, request.task->partner);
	const std::uint64_t dice = rng.uniform(10);
	if (dice < 3) {
		return CompleteTaskAction{ false, request.task->name + ": done" };
	}
	if (dice < 5) {
		return SpeakAction{ progress(request, rng),
			partner != nullptr ? ParticipantId(partner->agent) : ParticipantId() };
	}
	if (partner != nullptr && distance_between(request.position, partner->position) > CLOSE_BY) {
		return step_up_to(request, partner->position);
	}
	return WaitAction{};
}

// Greets somebody who has just come.
std::optional<MindAction> welcome(const MindRequest &request, Rng &rng) {
	for (const std::string &notice : request.noticed) {
		if (notice.find(HAS_APPEARED) == std::string::npos) {
			continue;
		}
		for (const Neighbour &neighbour : request.nearby) {
			if (notice.find('[' + neighbour.agent.to_string() + ']') != std::string::npos) {
				return talk_greeting(request, neighbour.agent, neighbour.name, rng);
			}
		}
	}
	return std::nullopt;
}

} // namespace

MindAction deed_of_own_accord(const MindRequest &request, Rng &rng) {
	if (!request.complaint.empty()) {
		return WaitAction{}; // the first idea was of no use
	}
	if (request.task) {
		return work(request, rng);
	}
	const std::uint64_t dice = rng.uniform(20);
	if (dice < 10 && !request.noticed.empty()) {
		if (std::optional<MindAction> greeting = welcome(request, rng)) {
			return *std::move(greeting);
		}
	}
	if (!request.topic.empty() && request.last_lines.empty() && !request.nearby.empty()) {
		return talk_opening(
				request, request.nearby.front().agent, request.nearby.front().name, rng);
	}
	if (dice < 1 && !request.nearby.empty()) {
		return invitation_to_talk(request, rng);
	}
	if (dice < 5) {
		if (std::optional<MindAction> action = action_of_game(request, rng)) {
			return *std::move(action);
		}
	}
	if (dice < 9) {
		return stroll(request, rng);
	}
	return dice < 12 ? talk_musing(request, rng) : MindAction(WaitAction{});
}

MindAction answer_to_invitation(const MindRequest &request, Rng &rng) {
	const bool is_busy = request.invitation->to_task && request.task;
	if (is_busy) {
		return AnswerInvitationAction{ false, "I am busy with " + request.task->name };
	}
	const bool accepts = rng.chance(talk_sociability(request));
	return AnswerInvitationAction{ accepts, talk_reason(request, accepts, rng) };
}

} // namespace agent_runtime

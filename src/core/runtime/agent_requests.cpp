#include "core/runtime/agent_requests.h"

#include "core/base/fields.h"
#include "core/built_in/mind_script.h"
#include "core/mind/mind_messages.h"
#include "core/runtime/first_place.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

// Reports what is wrong with them at once, rather than when the agent thinks.
Status check_options(const nlohmann::json &options, MindKind kind) {
	if (options.is_null() || kind == MindKind::game) {
		return Status();
	}
	if (const MaybeProblem problem = find_object_problem(
				options, fields_of<MindOptionFields>(), "agent_config.mind_options")) {
		return problem->to_status();
	}
	const bool has_script = kind == MindKind::scripted && options.contains("script");
	const Result<MindScript> script =
			has_script ? MindScript::from_json(options) : Result(MindScript());
	return script.ok() ? Status()
					   : Status(script.status().code(),
								 "agent_config.mind_options." + script.status().message(),
								 "agent_config.mind_options");
}

// A game finds its agents by id or by key.
Status check_key(const std::string &key) {
	return ParticipantId::parse(key) ? FieldProblem{ "agent_config.key",
		quoted_name(key) + " looks like an id", "give a name of the game's own, such as ada" }
											   .to_status()
									 : Status();
}

// The part of a list's filter about who an agent is, and the part about what it does.
bool has_profile_of(const ListAgentsRequest &filter, const AgentProfile &profile) {
	const std::vector<std::string> &groups = profile.subscription().groups;
	const bool in_group =
			!filter.group || std::find(groups.begin(), groups.end(), *filter.group) != groups.end();
	return in_group && (!filter.name || *filter.name == profile.self.name) &&
			(!filter.role || *filter.role == profile.self.role);
}

bool has_state_of(const ListAgentsRequest &filter, const AgentStateFields &state) {
	const bool is_alike = (!filter.state || *filter.state == state.state) &&
			(!filter.paused || *filter.paused == state.paused);
	if (!is_alike || !filter.near_to) {
		return is_alike;
	}
	return std::hypot(double{ state.position.x } - filter.near_to->x,
				   double{ state.position.y } - filter.near_to->y) <= filter.radius;
}

} // namespace

ProfilePtr AgentRequests::profile_from(const AgentConfigFields &config) const {
	const RuntimeOptions &options = parts_.options;
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>(config.profile);
	if (profile->self.name.empty()) {
		profile->self.name = "Agent";
	}
	profile->mind = config.cli_backend.value_or(options.minds.default_kind);
	profile->has_default_mind = !config.cli_backend;
	if (!config.mind_options.is_null()) {
		profile->mind_options = config.mind_options.dump();
	}
	if (!config.metadata.is_null()) {
		profile->metadata = config.metadata.dump();
	}
	profile->hearing_radius = config.hearing_radius.value_or(options.settings.hearing_radius);
	const double own = std::chrono::duration<double>(options.settings.think_interval).count();
	profile->think_interval =
			Micros{ static_cast<std::int64_t>(config.think_interval.value_or(own) * 1e6) };
	return profile;
}

Result<ProfilePtr> AgentRequests::checked_profile(const AgentConfigFields &config) const {
	const MindKind kind = config.cli_backend.value_or(parts_.options.minds.default_kind);
	Status checked = check_options(config.mind_options, kind);
	if (checked.ok()) {
		checked = check_key(config.profile.key);
	}
	if (checked.ok()) {
		checked = check_seat(config, parts_.game.map_now());
	}
	if (checked.ok()) {
		checked = parts_.world.require_capacity();
	}
	return checked.ok() ? Result(profile_from(config)) : checked;
}

Result<SpawnReply> AgentRequests::answer(const SpawnRequest &request, TraceId trace) {
	const Result<ProfilePtr> profile = checked_profile(request.config);
	if (!profile.ok()) {
		return profile.status();
	}
	const GridMapPtr map = parts_.game.map_now();
	const TilePosition place = first_place(request.config, map);
	AgentDirectory::Reservation reserved;
	{
		LiveWorld &world = parts_.world;
		const SharedLock lock(world.mutex);
		if (world.is_stopping()) {
			return has_stopped();
		}
		const Result<AgentDirectory::Reservation> given = parts_.directory.reserve(profile.value());
		if (!given.ok()) {
			return given.status();
		}
		reserved = given.value();
		if (reserved.is_new) {
			world.current->post(
					SpawnInput{ reserved.id, profile.value(), place, nullptr, 0, trace });
		}
	}
	if (reserved.is_new) {
		warn_if_off_map(request.config, map, parts_.log);
	}
	return SpawnReply{ reserved.id };
}

Result<SpawnManyReply> AgentRequests::answer(const SpawnManyRequest &request, TraceId trace) {
	const Result<ProfilePtr> profile = checked_profile(request.config);
	if (!profile.ok()) {
		return profile.status();
	}
	if (!profile.value()->key.empty()) {
		return FieldProblem{ "agent_config.key", "is one agent's alone",
			"leave it out, or spawn the agents one by one" }
				.to_status();
	}
	const GridMapPtr map = parts_.game.map_now();
	const TilePosition place = first_place(request.config, map);
	Result<std::vector<AgentId>> ids = std::vector<AgentId>();
	{
		LiveWorld &world = parts_.world;
		const SharedLock lock(world.mutex);
		if (world.is_stopping()) {
			return has_stopped();
		}
		ids = parts_.directory.reserve_many(
				profile.value(), static_cast<std::size_t>(request.count));
		if (!ids.ok()) {
			return ids.status();
		}
		for (const AgentId id : ids.value()) {
			world.current->put(SpawnInput{ id, profile.value(), place, nullptr, 0, trace });
		}
		world.current->wake();
	}
	warn_if_off_map(request.config, map, parts_.log);
	return SpawnManyReply{ std::move(ids).value() };
}

Status AgentRequests::answer(const TerminateRequest &request, TraceId trace) {
	return terminate(request.agent, "asked to", trace);
}

Status AgentRequests::terminate(AgentId agent, const std::string &reason, TraceId trace) {
	Status status = parts_.known(agent);
	if (status.ok()) {
		// At once, since whoever now spawns with its key means another agent.
		parts_.directory.free_key(agent);
		const Lock lock(parts_.game.mutex);
		parts_.game.attention.erase(agent);
		parts_.world.post(TerminateInput{ agent, reason, trace });
	}
	return status;
}

Status AgentRequests::pause(AgentId agent, PauseChange change, RequestId number) {
	Status status = parts_.known(agent);
	if (status.ok()) {
		parts_.world.post(PauseInput{ agent, change, number });
	}
	return status;
}

Status AgentRequests::answer(const PauseAgentRequest &request, RequestId number) {
	return pause(request.agent, PauseChange::pause, number);
}

Status AgentRequests::answer(const ResumeAgentRequest &request, RequestId number) {
	return pause(request.agent, PauseChange::resume, number);
}

Status AgentRequests::answer(const StepAgentRequest &request, RequestId number) {
	return pause(request.agent, PauseChange::step, number);
}

Result<AgentStateFields> AgentRequests::answer(const AgentStateRequest &request) const {
	const AgentId agent = request.agent;
	const ProfilePtr profile = parts_.directory.find(agent);
	if (profile == nullptr) {
		const Status unknown = parts_.known(agent);
		return unknown.ok() ? Status(StatusCode::not_found, "the agent came just now; ask again")
							: unknown;
	}
	const std::optional<AgentView> view = parts_.board.find(agent);
	const AgentView shown = view.value_or(AgentView());
	AgentStateFields state;
	state.agent = agent;
	state.state = agent_state_name(shown.state);
	state.position = shown.position;
	state.paused = shown.paused;
	state.profile = profile;
	state.pending = !view.has_value();
	state.waiting_messages = shown.waiting;
	state.cli_backend = mind_kind_name(profile->mind);
	if (!profile->model.empty()) {
		state.model = profile->model;
	}
	if (!profile->self.persona.empty()) {
		state.persona = profile->self.persona;
	}
	state.facing = facing_name(shown.facing);
	state.walking = shown.walking;
	if (shown.walking) {
		state.target = TilePosition{ shown.target.x, shown.target.y };
	}
	state.position_owner = parts_.directory.is_moved_by_game(agent) ? "game" : "runtime";
	if (shown.task != nullptr) {
		state.current_task = shown.task->name;
		state.task = shown.task->id;
	}
	if (profile->own_subscription != nullptr) {
		state.groups = profile->subscription().groups;
		state.topics = profile->subscription().topics;
		state.filter = profile->subscription().filter;
	}
	if (!profile->metadata.empty()) {
		state.metadata = nlohmann::json::parse(profile->metadata, nullptr, false);
	}
	state.conversation = shown.talk.to_string();
	const Micros in_state = view ? parts_.board.time() - shown.state_since : Micros{};
	state.seconds_in_state = std::chrono::duration<double>(in_state).count();
	return state;
}

Result<ListAgentsReply> AgentRequests::answer(const ListAgentsRequest &request) const {
	ListAgentsReply found;
	const std::size_t limit = request.limit.value_or(parts_.options.most_agents);
	parts_.directory.for_each([&](AgentId id, const ProfilePtr &profile) {
		if (found.agents.size() >= limit || !has_profile_of(request, *profile)) {
			return;
		}
		AgentStateRequest one;
		one.agent = id;
		Result<AgentStateFields> state = answer(one);
		if (state.ok() && has_state_of(request, state.value())) {
			state.value().persona.reset(); // long, and always the same
			found.agents.push_back(std::move(state).value());
		}
	});
	return found;
}

} // namespace agent_runtime

#include "core/runtime/runtime.h"

#include "core/built_in/mind_script.h"

#include <chrono>
#include <utility>

// What a runtime is asked about its agents and lets them be told, from whichever door.

namespace agent_runtime {

namespace {

// Inputs beyond this are refused: a world that stands still must not fill the memory.
constexpr std::int64_t MOST_INPUTS = 1'000'000;

} // namespace

Status Runtime::has_stopped() {
	return Status(StatusCode::cancelled, "the runtime has stopped");
}

Status Runtime::require_room() const {
	const SharedLock lock(world_mutex_);
	if (stopping_.load(std::memory_order_acquire)) {
		return has_stopped();
	}
	if (simulation_->waiting_inputs() < MOST_INPUTS) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up: a million inputs wait already; ask again later");
}

Status Runtime::require_hearers() const {
	Status status = require_room();
	if (!status.ok()) {
		return status;
	}
	const SharedLock lock(world_mutex_);
	const std::int64_t waiting = simulation_->waiting_hearings();
	if (waiting < options_.most_waiting_hearings) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up with what is said: about " + std::to_string(waiting) +
					" lines wait to be heard, counted once for each agent that may hear them; say "
					"it again later, or let fewer hear it (a smaller hearing_radius, a group)");
}

Status Runtime::known(AgentId agent) const {
	if (directory_.find(agent) != nullptr) {
		return require_room();
	}
	return Status(StatusCode::not_found,
			"agent_id: there is no agent " +
					(agent.is_none() ? "without an id" : agent.to_string()) +
					"; give the id of one that lives");
}

ProfilePtr Runtime::profile_from(const nlohmann::json &config) const {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { config.value("name", "Agent"), config.value("role", ""),
		config.value("persona", "") };
	profile->key = config.value("key", "");
	const std::optional<MindKind> named = parse_mind_kind(config.value("cli_backend", ""));
	profile->mind = named.value_or(options_.minds.default_kind);
	profile->has_default_mind = !named;
	profile->model = config.value("model", "");
	profile->moved_by_game = config.value("position_owner", "") == "game";
	Subscription subscription;
	read_subscription(config, subscription);
	profile->subscribe(std::move(subscription));
	if (const auto budget = config.find("budget"); budget != config.end()) {
		profile->budget = { budget->value("thoughts", 0u), budget->value("thoughts_per_minute", 0u),
			budget->value("tokens", std::int64_t{ 0 }),
			Money::of_dollars(budget->value("dollars", 0.0)) };
	}
	if (const auto given = config.find("mind_options"); given != config.end()) {
		profile->mind_options = given->dump();
	}
	if (const auto metadata = config.find("metadata"); metadata != config.end()) {
		profile->metadata = metadata->dump();
	}
	profile->take_seat(config.value("seat", ""));
	profile->walk_speed = config.value("walk_speed", 0.0f);
	profile->routine = parse_routine(config.value("routine", ""));
	profile->hearing_radius = config.value("hearing_radius", options_.settings.hearing_radius);
	const double own = std::chrono::duration<double>(options_.settings.think_interval).count();
	profile->think_interval =
			Micros{ static_cast<std::int64_t>(config.value("think_interval", own) * 1e6) };
	profile->seed = config.value("seed", std::uint64_t{ 0 });
	return profile;
}

namespace {

// Ids in `senders` that name nobody would otherwise count as none given.
Status check_senders(const nlohmann::json &config) {
	const auto filter = config.find("filter");
	if (filter == config.end() || !filter->contains("senders")) {
		return Status();
	}
	for (const nlohmann::json &sender : filter->at("senders")) {
		if (!ParticipantId::parse(sender.get<std::string>())) {
			return FieldProblem{ "filter.senders",
				quoted_name(sender.get<std::string>()) + " is neither an agent nor a player",
				"give ids such as agent_001 or player_0" }
					.to_status();
		}
	}
	return Status();
}

// What is wrong with them is told at once, not when the agent thinks.
Status check_options(const nlohmann::json &config, MindKind kind) {
	const auto options = config.find("mind_options");
	if (options == config.end() || kind == MindKind::game) {
		return Status();
	}
	if (const std::optional<FieldProblem> problem = find_options_problem(*options)) {
		return problem->to_status();
	}
	const bool has_script = kind == MindKind::scripted && options->contains("script");
	const Result<MindScript> script =
			has_script ? MindScript::from_json(*options) : Result(MindScript());
	return script.ok() ? Status()
					   : Status(script.status().code(),
								 "agent_config.mind_options." + script.status().message());
}

} // namespace

Result<ProfilePtr> Runtime::checked_profile(const nlohmann::json &request) const {
	Status checked = validate(request, From::outside);
	if (checked.ok()) {
		checked = check_senders(request.at("agent_config"));
	}
	if (!checked.ok()) {
		return checked;
	}
	const nlohmann::json &config = request.at("agent_config");
	const MindKind kind =
			parse_mind_kind(config.value("cli_backend", "")).value_or(options_.minds.default_kind);
	checked = check_options(config, kind);
	if (checked.ok()) {
		checked = check_seat(config);
	}
	if (checked.ok()) {
		checked = require_room();
	}
	return checked.ok() ? Result(profile_from(config)) : checked;
}

Result<AgentId> Runtime::spawn_agent(const nlohmann::json &config) {
	const Result<ProfilePtr> profile =
			checked_profile({ { "type", "agent_spawn_request" }, { "agent_config", config } });
	if (!profile.ok()) {
		return profile.status();
	}
	const TilePosition place = first_place(config);
	AgentDirectory::Reservation reserved;
	{
		const SharedLock lock(world_mutex_);
		if (stopping_.load(std::memory_order_acquire)) {
			return has_stopped();
		}
		const Result<AgentDirectory::Reservation> given = directory_.reserve(profile.value());
		if (!given.ok()) {
			return given.status();
		}
		reserved = given.value();
		if (reserved.is_new) {
			simulation_->post(SpawnInput{ reserved.id, profile.value(), place, nullptr });
			driver_->wake();
		}
	}
	if (reserved.is_new) {
		report_place(config); // the map has a lock of its own, which comes before the world's
	}
	return reserved.id;
}

Result<std::vector<AgentId>> Runtime::spawn_agents(
		const nlohmann::json &config, std::int64_t count) {
	const Result<ProfilePtr> profile = checked_profile(
			{ { "type", "agents_spawn_request" }, { "agent_config", config }, { "count", count } });
	if (!profile.ok()) {
		return profile.status();
	}
	if (!profile.value()->key.empty()) {
		return FieldProblem{ "agent_config.key", "is one agent's alone",
			"leave it out, or spawn the agents one by one" }
				.to_status();
	}
	const TilePosition place = first_place(config);
	Result<std::vector<AgentId>> ids = std::vector<AgentId>();
	{
		const SharedLock lock(world_mutex_);
		if (stopping_.load(std::memory_order_acquire)) {
			return has_stopped();
		}
		ids = directory_.reserve_many(profile.value(), static_cast<std::size_t>(count));
		if (!ids.ok()) {
			return ids.status();
		}
		for (const AgentId id : ids.value()) {
			simulation_->post(SpawnInput{ id, profile.value(), place, nullptr });
		}
		driver_->wake();
	}
	report_place(config);
	return ids;
}

Status Runtime::terminate_agent(AgentId agent, const std::string &reason) {
	Status status = known(agent);
	if (status.ok()) {
		directory_.free_key(agent); // at once: who spawns with it now means another agent
		const Lock lock(game_mutex_);
		attention_.erase(agent);
		post(TerminateInput{ agent, reason });
	}
	return status;
}

std::vector<AgentId> Runtime::agents() const {
	std::vector<AgentId> ids;
	directory_.for_each([&](AgentId id, const ProfilePtr &) { ids.push_back(id); });
	return ids;
}

Result<nlohmann::json> Runtime::agent_state(AgentId agent) const {
	const ProfilePtr profile = directory_.find(agent);
	if (profile == nullptr) {
		return known(agent);
	}
	const std::optional<AgentView> view = board_.find(agent);
	const AgentView shown = view.value_or(AgentView());
	nlohmann::json state{ { "agent_id", agent.to_string() },
		{ "state", agent_state_name(shown.state) },
		{ "position", { { "x", shown.position.x }, { "y", shown.position.y } } },
		{ "current_task", shown.task != nullptr ? shown.task->name : "" },
		{ "paused", shown.paused }, { "name", profile->self.name }, { "role", profile->self.role },
		{ "key", profile->key }, { "pending", !view.has_value() },
		{ "waiting_messages", shown.waiting } };
	state["cli_backend"] = mind_kind_name(profile->mind);
	if (!profile->model.empty()) {
		state["model"] = profile->model;
	}
	if (!profile->self.persona.empty()) {
		state["persona"] = profile->self.persona;
	}
	state["facing"] = facing_name(shown.facing);
	state["seat"] = profile->seat();
	state["walking"] = shown.walking;
	if (shown.walking) {
		state["target"] = { { "x", shown.target.x }, { "y", shown.target.y } };
	}
	const Micros in_state = view ? board_.time() - shown.state_since : Micros{};
	state["position_owner"] = directory_.is_moved_by_game(agent) ? "game" : "runtime";
	if (shown.task != nullptr) {
		state["task_id"] = shown.task->id.to_string();
	}
	if (profile->own_subscription != nullptr) {
		state.update(subscription_to_json(*profile->own_subscription));
	}
	if (!profile->metadata.empty()) {
		state["metadata"] = nlohmann::json::parse(profile->metadata, nullptr, false);
	}
	state["conversation_id"] = shown.talk.to_string();
	state["seconds_in_state"] = std::chrono::duration<double>(in_state).count();
	return state;
}

Status Runtime::send_message(ParticipantId from, ParticipantId to, const std::string &content) {
	nlohmann::json message{ { "type", "send_message_request" }, { "content", content } };
	if (!from.is_none()) {
		message["from"] = from.to_string();
	}
	if (!to.is_none()) {
		message["to"] = to.to_string();
	}
	Status status = validate(message, From::outside);
	if (status.ok() && from.is_agent()) {
		status = known(from.agent_id());
	}
	if (status.ok() && to.is_agent()) {
		status = known(to.agent_id());
	}
	if (status.ok()) {
		status = require_hearers();
	}
	if (status.ok()) {
		const ParticipantId speaker = from.is_none() ? ParticipantId::player(0) : from;
		post(SayInput{ speaker, speaker.is_player() ? "Player" : "", to, {}, content });
	}
	return status;
}

// The message's form was checked.
Status Runtime::publish_message(const nlohmann::json &message) {
	const ParticipantId from =
			ParticipantId::parse(message.value("from", "")).value_or(ParticipantId::player(0));
	const ParticipantId to =
			ParticipantId::parse(message.value("to", "")).value_or(ParticipantId());
	const std::string group = message.value("group", "");
	const std::string topic = message.value("topic", "");
	const int ways = (to.is_none() ? 0 : 1) + (group.empty() ? 0 : 1) + (topic.empty() ? 0 : 1);
	if (ways > 1) {
		return FieldProblem{ "to", "goes together with neither group nor topic",
			"give one of to, group and topic, or none of them for everybody" }
				.to_status();
	}
	Status status = from.is_agent() ? known(from.agent_id()) : require_room();
	if (status.ok() && to.is_agent()) {
		status = known(to.agent_id());
	}
	if (status.ok()) {
		status = require_hearers();
	}
	if (status.ok()) {
		SayInput input{ from, from.is_player() ? "Player" : "", to, {}, message.at("content"),
			message.value("message_type", std::string(AGENT_SPOKE)), Reach::everybody,
			group + topic };
		input.reach = !to.is_none() ? Reach::addressee
				: !group.empty()	? Reach::group
				: !topic.empty()	? Reach::topic
									: Reach::everybody;
		post(std::move(input));
	}
	return status;
}

Status Runtime::subscribe(AgentId agent, const nlohmann::json &subscription) {
	Status status = known(agent);
	if (status.ok()) {
		status = check_senders(subscription);
	}
	if (!status.ok()) {
		return status;
	}
	const Lock lock(game_mutex_);
	const ProfilePtr profile = directory_.change(agent, [&](AgentProfile &changed) {
		Subscription wanted = changed.subscription();
		read_subscription(subscription, wanted);
		changed.subscribe(std::move(wanted));
	});
	if (profile != nullptr) {
		post(ProfileInput{ agent, profile });
	}
	return status;
}

Result<TaskPtr> Runtime::new_task(const std::string &name, const std::string &description,
		ParticipantId by, AgentId partner) {
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->id = TaskId(newest_task_.fetch_add(1, std::memory_order_relaxed) + 1);
	if (Status covered = ids_.cover(IdKind::tasks, task->id.number()); !covered.ok()) {
		return covered;
	}
	task->name = name;
	task->description = description;
	task->assigned_by = by;
	task->partner = partner;
	return TaskPtr(std::move(task));
}

Result<TaskId> Runtime::assign_task(
		AgentId agent, const std::string &name, const std::string &description) {
	Status status = validate({ { "type", "task_assign_request" },
									 { "agent_id", agent.is_none() ? "none" : agent.to_string() },
									 { "task_name", name }, { "description", description } },
			From::outside);
	if (status.ok()) {
		status = known(agent);
	}
	if (!status.ok()) {
		return status;
	}
	const SharedLock lock(world_mutex_);
	if (stopping_.load(std::memory_order_acquire)) {
		return has_stopped();
	}
	const Result<TaskPtr> task = new_task(name, description, ParticipantId::player(0), AgentId());
	if (!task.ok()) {
		return task.status();
	}
	simulation_->post(AssignInput{ agent, task.value() });
	driver_->wake();
	return task.value()->id;
}

} // namespace agent_runtime

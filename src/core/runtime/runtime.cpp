#include "core/runtime/runtime.h"

#include "core/agents/event_json.h"
#include "core/agents/step_batch.h"

#include <chrono>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

// While the storage fails and its backlog is full, the world stands still and asks again so often.
constexpr Micros STORE_RETRY = std::chrono::milliseconds(50);
// A full queue slows the world down; from here on it is worth a line.
constexpr Micros LONG_STORE_WAIT = std::chrono::milliseconds(100);
// Inputs beyond this are refused: a world that stands still must not fill the memory.
constexpr std::int64_t MOST_INPUTS = 1'000'000;

} // namespace

Runtime::Runtime(RuntimeOptions options, Clock &clock, Logger log) :
		options_(std::move(options)),
		clock_(clock),
		log_(std::move(log)),
		sim_clock_(clock),
		directory_(options_.most_agents),
		pump_(clock) {}

Runtime::~Runtime() {
	stop();
}

void Runtime::stop() {
	if (std::exchange(stopped_, true)) {
		return;
	}
	stopping_.store(true, std::memory_order_release);
	if (gateway_ != nullptr) {
		gateway_->stop();
	}
	if (driver_ != nullptr) {
		driver_->stop();
	}
	if (announced_) {
		notice("runtime_stopped", nlohmann::json::object());
	}
	if (stores_) {
		reader_.stop();
		writer_.stop();
	}
	calls_.close_all();
	requests_.cancel_all("the runtime has stopped");
	lock_.reset();
}

void Runtime::post(Input input) {
	simulation_->post(std::move(input));
	driver_->wake();
}

// On the sim thread: to the store, which publishes it after the commit.
void Runtime::take_output(std::unique_ptr<StepOutput> output) {
	for (const RequestOutcome &outcome : output->outcomes) {
		requests_.complete(outcome.request, outcome.status);
	}
	for (const GameCall &call : output->calls) {
		calls_.open({ call.call, call.agent }, clock_.now() + options_.settings.walk_deadline);
	}
	for (const CallId call : output->given_up) {
		calls_.forget(call);
	}
	for (const GameCall &call : output->calls) {
		// One that was given up within its own step is not asked for.
		if (calls_.is_open(call.call)) {
			pump_.call(call);
		}
	}
	pump_.show(output->positions);
	for (const Event &event : output->events) {
		if (std::holds_alternative<AgentTerminated>(event.data)) {
			directory_.release(event.entity.agent_id());
		}
	}
	if (output->is_empty()) {
		return;
	}
	if (!stores_) {
		fanout_.publish(
				published_unstored(std::move(output->events), clock_.wall_now(), output->step));
		return;
	}
	store_step(std::move(output));
}

void Runtime::store_step(std::unique_ptr<StepOutput> output) {
	for (std::unique_ptr<WriteJob> &job :
			make_step_batches(std::move(output), clock_.wall_now(), fanout_, log_)) {
		store(std::move(job));
	}
}

void Runtime::store(std::unique_ptr<WriteJob> job) {
	bool told = false;
	while (true) {
		const Result<Micros> submitted = writer_.submit(std::move(job));
		if (submitted.ok()) {
			stands_still_.store(false, std::memory_order_relaxed);
			if (submitted.value() >= LONG_STORE_WAIT) {
				log_.warning("the world waited for the store for " +
						std::to_string(submitted.value().count() / 1000) + " ms");
			}
			return;
		}
		if (submitted.status().code() != StatusCode::exhausted ||
				stopping_.load(std::memory_order_acquire)) {
			job->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
			return;
		}
		if (!std::exchange(told, true)) {
			stands_still_.store(true, std::memory_order_relaxed);
			log_.error("the world stands still: " + submitted.status().message());
			tell("store_degraded",
					{ { "reason", "the world stands still: " + submitted.status().message() } });
		}
		std::this_thread::sleep_for(STORE_RETRY);
	}
}

// An event about the runtime itself, in its place among the others.
void Runtime::notice(std::string type, const nlohmann::json &data) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->time = board_.time();
	output->events.push_back({ ParticipantId(), RuntimeNotice{ std::move(type), data.dump() } });
	store_step(std::move(output));
}

// The same about the store itself, on the writer's thread, which cannot wait for itself: it goes
// out at once and is in no log.
void Runtime::tell(std::string type, const nlohmann::json &data) {
	std::vector<Event> events;
	events.push_back({ ParticipantId(), RuntimeNotice{ std::move(type), data.dump() } });
	fanout_.publish(published_unstored(std::move(events), clock_.wall_now()));
}

void Runtime::publish_foreign(const std::vector<StoredEvent> &events) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	for (const StoredEvent &row : events) {
		Result<Event> event = event_from_row(row.type, row.entity, row.data);
		if (event.ok()) {
			batch->push_back({ row.id, row.ts, std::move(event).value() });
		}
	}
	fanout_.publish(batch);
}

void Runtime::read_log(EventFilter filter, std::function<void(const Result<EventPage> &)> done) {
	std::shared_ptr<Result<EventPage>> page = std::make_shared<Result<EventPage>>(EventPage());
	ReadQuery query;
	query.run = [page, filter = std::move(filter)](Database &database) {
		*page = read_events(database, filter);
		return page->status();
	};
	query.done = [page, done](const Status &status) {
		done(status.ok() ? *page : Result<EventPage>(status));
	};
	const Result<Reader::Ticket> ticket = reader_.ask(std::move(query));
	if (!ticket.ok()) {
		done(ticket.status());
	}
}

Status Runtime::require_room() const {
	if (simulation_->waiting_inputs() < MOST_INPUTS) {
		return Status();
	}
	return Status(StatusCode::exhausted,
			"the world cannot keep up: a million inputs wait already; ask again later");
}

Status Runtime::known(AgentId agent) const {
	if (directory_.find(agent) != nullptr) {
		return require_room();
	}
	return Status(StatusCode::not_found,
			"agent_id: there is no agent " +
					(agent.is_none() ? "without an id" : agent.to_string()) +
					"; get_agents lists those there are");
}

ProfilePtr Runtime::profile_from(const nlohmann::json &config) const {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { config.value("name", "Agent"), config.value("role", ""),
		config.value("persona", "") };
	profile->key = config.value("key", "");
	profile->cli_backend = config.value("cli_backend", "offline");
	profile->model = config.value("model", "");
	profile->moved_by_game = config.value("position_owner", "") == "game";
	if (const auto metadata = config.find("metadata"); metadata != config.end()) {
		profile->metadata = metadata->dump();
	}
	profile->hearing_radius = config.value("hearing_radius", options_.settings.hearing_radius);
	const double own = std::chrono::duration<double>(options_.settings.think_interval).count();
	profile->think_interval =
			Micros{ static_cast<std::int64_t>(config.value("think_interval", own) * 1e6) };
	profile->seed = config.value("seed", std::uint64_t{ 0 });
	return profile;
}

Result<AgentId> Runtime::spawn_agent(const nlohmann::json &config) {
	const nlohmann::json message{ { "type", "agent_spawn_request" }, { "agent_config", config } };
	Status checked = validate(message, From::outside);
	checked = checked.ok() ? require_room() : checked;
	if (!checked.ok()) {
		return checked;
	}
	const ProfilePtr profile = profile_from(config);
	const Result<AgentDirectory::Reservation> reservation = directory_.reserve(profile);
	if (!reservation.ok()) {
		return reservation.status();
	}
	if (reservation.value().is_new) {
		if (profile->cli_backend != "offline") {
			log_.warning(reservation.value().id.to_string() + " wants the mind \"" +
					profile->cli_backend +
					"\", which this version does not have; the offline mind thinks for it");
		}
		TilePosition position;
		if (const auto at = config.find("initial_position"); at != config.end()) {
			position = { at->value("x", 0.0f), at->value("y", 0.0f) };
		}
		post(SpawnInput{ reservation.value().id, profile, position, std::nullopt, {} });
	}
	return reservation.value().id;
}

Status Runtime::terminate_agent(AgentId agent, const std::string &reason) {
	Status status = known(agent);
	if (status.ok()) {
		directory_.free_key(agent); // at once: who spawns with it now means another agent
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
		{ "current_task", "" }, { "name", profile->self.name }, { "role", profile->self.role },
		{ "key", profile->key }, { "pending", !view.has_value() },
		{ "waiting_messages", shown.waiting } };
	const Micros in_state = view ? board_.time() - shown.state_since : Micros{};
	state["position_owner"] = directory_.is_moved_by_game(agent) ? "game" : "runtime";
	if (!profile->metadata.empty()) {
		state["metadata"] = nlohmann::json::parse(profile->metadata, nullptr, false);
	}
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
		status = require_room();
	}
	if (status.ok()) {
		const ParticipantId speaker = from.is_none() ? ParticipantId::player(0) : from;
		post(SayInput{ speaker, speaker.is_player() ? "Player" : "", to, {}, content });
	}
	return status;
}

Status Runtime::report_position(AgentId agent, TilePosition position) {
	const nlohmann::json message{ { "type", "report_position" },
		{ "agent_id", agent.is_none() ? "none" : agent.to_string() },
		{ "position", { { "x", position.x }, { "y", position.y } } } };
	Status status = validate(message, From::outside);
	if (status.ok()) {
		status = known(agent);
	}
	if (status.ok() && !directory_.is_moved_by_game(agent)) {
		return Status(StatusCode::failed_precondition,
				"the runtime moves " + agent.to_string() +
						"; give it to the game first: spawn it with position_owner \"game\", send "
						"a "
						"position_owner_request, or bind it to an AgentBody whose position_owner "
						"is "
						"Game");
	}
	if (status.ok()) {
		post(PositionInput{ agent, position });
	}
	return status;
}

Status Runtime::set_moved_by_game(AgentId agent, bool moved_by_game) {
	Status status = known(agent);
	if (status.ok()) {
		directory_.set_moved_by_game(agent, moved_by_game);
		post(OwnerInput{ agent, moved_by_game });
	}
	return status;
}

Status Runtime::answer_call(CallId call, CallOutcome outcome, const std::string &reason) {
	const nlohmann::json message{ { "type", "walk_blocked" },
		{ "call_id", call.is_none() ? "none" : call.to_string() }, { "reason", reason } };
	if (Status status = validate(message, From::outside); !status.ok()) {
		return status;
	}
	const Result<CallBook::Open> open = calls_.close(call);
	if (open.ok()) {
		const bool told = outcome != CallOutcome::failed || !reason.empty();
		post(CallOutcomeInput{ open.value().agent, call, outcome,
				told ? reason : std::string("the way is blocked") });
	}
	return open.status();
}

Status Runtime::set_time_scale(double scale) {
	Status status = sim_clock_.set_scale(scale);
	driver_->wake();
	return status;
}

void Runtime::set_paused(bool paused) {
	paused ? sim_clock_.pause() : sim_clock_.resume();
	driver_->wake();
}

RuntimeStats Runtime::stats() const {
	return { directory_.size(), pump_.waiting(), driver_->lag(),
		stores_ ? writer_.stats() : WriterStats() };
}

} // namespace agent_runtime

#include "core/agents/input.h"
#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/base/trace_id.h"
#include "core/io/token_place.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/recording.h"
#include "core/runtime/runtime.h"
#include "core/runtime/runtime_events.h"
#include "core/store/search_index.h"
#include "core/store/world_switch.h"
#include "core/turns/ledger_store.h"

#include <algorithm>
#include <set>
#include <thread>

// How a runtime comes up: lock, database, agents that are in it, threads. In this order, so that
// whatever fails leaves nothing behind.

namespace agent_runtime {

namespace {

std::size_t helpers_for(int wanted) {
	if (wanted != RuntimeConfig::AUTO_HELPER_THREADS) {
		return static_cast<std::size_t>(wanted);
	}
	// One core for the game's own thread, one for sim.
	const unsigned cores = std::thread::hardware_concurrency();
	return cores > 2 ? std::min(cores - 2, 4U) : 0;
}

Status bad_config(const std::vector<FieldProblem> &problems) {
	std::string all;
	for (const FieldProblem &problem : problems) {
		all += (all.empty() ? "" : "; ") + problem.to_string();
	}
	return Status(StatusCode::invalid_argument, all);
}

} // namespace

Result<std::unique_ptr<Runtime>> Runtime::start(RuntimeOptions options, Clock &clock, Logger log) {
	if (const std::vector<FieldProblem> problems = options.config.validate(); !problems.empty()) {
		return bad_config(problems);
	}
	if (!options.gateway.token_place && !options.database_path.empty()) {
		options.gateway.token_place = TokenPlace::of(options.database_path);
	}
	std::unique_ptr<Runtime> runtime(new Runtime(std::move(options), clock, std::move(log)));
	runtime->begin();
	if (!runtime->options_.database_path.empty()) {
		const Status status = runtime->open_store();
		if (!status.ok()) {
			return status;
		}
	}
	runtime->start_models();
	Status status = runtime->models_->start(runtime->books_);
	if (status.ok()) {
		status = runtime->open_gateway();
	}
	if (status.ok()) {
		// Not before the port is there: the log tells of no start that failed.
		runtime->announce();
		status = runtime->parts().driver->start();
	}
	if (status.ok() && runtime->slots_ != nullptr) {
		status = runtime->slots_->start();
	}
	if (!status.ok()) {
		return status;
	}
	runtime->register_game();
	return runtime;
}

std::string Runtime::token_file() const {
	const std::optional<TokenPlace> &place = options_.gateway.token_place;
	return place ? place->file : std::string();
}

void Runtime::begin() {
	table_.add(agent_requests_);
	table_.add(bus_requests_);
	table_.add(task_requests_);
	table_.add(walk_requests_);
	table_.add(world_requests_);
	table_.add(slot_requests_);
	table_.add(log_requests_);
	table_.add(memory_);
	table_.add(mind_requests_);
	table_.add(talk_requests_);
	table_.add(call_requests_);
	World first = make_world({});
	{
		const ExclusiveLock lock(world_.mutex);
		world_.desk = std::move(first.desk);
		world_.simulation = std::move(first.simulation);
		world_.driver = std::move(first.driver);
	}
	// The scale was checked with the rest of the configuration.
	const Status scaled = sim_clock_.set_scale(options_.config.time_scale);
	if (!scaled.ok()) {
		log_.error(scaled.message());
	}
	fanout_.add(pump_);
	pump_.set_open_calls([this](CallId call) { return calls_.is_open(call); });
	pump_.set_told_walk([this](CallId walk) { calls_.told(walk); });
	if (options_.config.gateway_enabled) {
		GatewayOptions gateway = options_.gateway;
		gateway.port = static_cast<std::uint16_t>(options_.config.gateway_port);
		gateway_ = std::make_unique<Gateway>(std::move(gateway), outside_, log_);
		fanout_.add(*gateway_);
	}
}

Runtime::World Runtime::make_world(const SimulationMarks &after) {
	SimulationOptions options;
	options.settings = options_.settings;
	options.settings.seed = options_.config.seed;
	options.settings.trace_seed = new_trace_seed();
	options.helpers = helpers_for(options_.config.helper_threads);
	options.recording = options_.recording;
	options.shows_paths = &pump_.shows_paths();
	options.after = after;
	World world;
	world.desk = std::make_unique<MindDesk>(mind(), last_prompts_, true, log_);
	world.simulation = std::make_unique<Simulation>(options, *world.desk, board_, log_);
	world.driver = std::make_unique<SimDriver>(
			*world.simulation, calls_, clock_, sim_clock_,
			Micros(static_cast<std::int64_t>(options_.config.most_lag * 1e6)),
			[this](std::unique_ptr<StepOutput> output) { take_output(std::move(output)); }, log_);
	return world;
}

Status Runtime::open_gateway() {
	return gateway_ == nullptr ? Status() : gateway_->start(log_place_);
}

void Runtime::announce() {
	if (stores_) {
		announced_ = true;
		if (options_.recording) {
			const Simulation &recorded = *parts().simulation;
			store(begin_recording(recorded.settings(), recorded.marks().call, log_));
		}
		notice(RuntimeStarted{ log_place_.epoch });
	} else {
		tell(RuntimeStarted{});
	}
}

// A game that others do not find runs as well.
void Runtime::register_game() {
	RunningGame game;
	game.process = ProcessIdentity::own();
	game.project = options_.project;
	game.database = options_.database_path.empty() ? "" : real_path(options_.database_path);
	game.port = gateway_ != nullptr ? gateway_->port() : 0;
	Result<GameRegistration> registration = GameRegistration::make(game);
	if (registration.ok()) {
		registration_.emplace(std::move(registration).value());
	} else {
		log_.warning("other programs do not find this game: " + registration.status().message());
	}
}

Status Runtime::open_store() {
	const std::string &path = options_.database_path;
	if (Status folder = make_folder_of(path); !folder.ok()) {
		return folder;
	}
	// First of all: whoever simulates in the file already must not see it migrated or set aside.
	Result<SimulationLock> lock = SimulationLock::take(path);
	if (!lock.ok()) {
		return lock.status();
	}
	lock_ = std::move(lock).value();
	Result<RestoredWorld> world = RestoredWorld();
	OpenOptions how;
	how.schema = game_schema();
	how.read_first = [&](Database &file) {
		world = read_world(file, WorldSource::database, log_);
		return world.ok() ? retire(file, world.value(), clock_.wall_now()) : world.status();
	};
	Result<OpenedDatabase> opened = open_database(path, clock_, how);
	if (!opened.ok()) {
		return opened.status();
	}
	if (Status marked = mark_ids(world.value()); !marked.ok()) {
		return marked;
	}
	log_place_ = { world.value().epoch, world.value().newest_event };
	settle_minds(world.value());
	post_to(*parts().simulation, world.value());
	{
		const Lock talk_lock(talk_order_.mutex);
		const Lock game_lock(settings_.mutex);
		settings_.going_home = who_goes_home(world.value());
		enter(world.value());
	}
	const std::optional<SetAside> set_aside = opened.value().set_aside;
	if (Status status = start_store(std::move(opened.value().database)); !status.ok()) {
		return status;
	}
	if (set_aside) {
		log_.error("the database was damaged and set aside as " + set_aside->path);
		notice(FileSetAside{ set_aside->path, set_aside->reason });
	}
	return Status();
}

Status Runtime::start_store(Database database) {
	WriterHooks hooks;
	hooks.foreign_events = [this](const std::vector<StoredEvent> &events) {
		publish_foreign(events);
	};
	hooks.degraded = [this](const Status &reason) {
		log_.error("the store is degraded: " + reason.message());
		tell(StoreDegraded{ reason.message() });
	};
	hooks.recovered = [this](std::uint64_t jobs) {
		log_.info("the store works again, and has caught up with " + counted(jobs, "step"));
		tell(StoreRecovered{ jobs });
	};
	hooks.keep_beside = [this] {
		Status kept = lock_->keep();
		return kept.ok() ? ids_.keep() : kept;
	};
	Result<LedgerBooks> books = read_ledger(database, log_);
	if (!books.ok()) {
		return books.status();
	}
	books_ = std::move(books).value();
	Status status = reader_.start(options_.database_path, log_);
	if (status.ok()) {
		status = writer_.start(
				std::move(database), options_.writer, std::move(hooks), idle_tasks(), log_);
	}
	if (!status.ok()) {
		return status;
	}
	stores_ = true;
	make_slots();
	pump_.set_log_reader([this](EventId after, std::size_t limit) {
		log_requests_.read_page(
				{ .after = after, .limit = limit }, [this](const Result<EventPage> &page) {
					if (page.ok() && page.value().gap) {
						log_.error("events were pruned before they could be shown; keep more of "
								   "the log");
					}
					if (log_unread_.exchange(!page.ok()) != !page.ok()) {
						page.ok()
								? log_.info("the log can be read again")
								: log_.error("events wait to be shown: " + page.status().message());
					}
					pump_.page_read(page);
				});
	});
	return Status();
}

std::vector<std::unique_ptr<IdleTask>> Runtime::idle_tasks() {
	std::vector<std::unique_ptr<IdleTask>> tasks;
	tasks.push_back(std::make_unique<OldGenerations>(coming_generation_));
	tasks.push_back(std::make_unique<SearchIndex>());
	tasks.push_back(std::make_unique<Retention>(options_.retention, clock_));
	return tasks;
}

// Those who were in the middle of a conversation when their world ended, and have a seat.
std::vector<AgentId> Runtime::who_goes_home(const RestoredWorld &world) {
	std::set<AgentId> interrupted;
	for (const StoredTalk &talk : world.talks) {
		for (const Participant &each : talk.settings->participants) {
			if (talk.is_active) {
				interrupted.insert(each.agent);
			}
		}
	}
	std::vector<AgentId> agents;
	for (const SpawnInput &agent : world.agents) {
		if (interrupted.contains(agent.agent) && !agent.profile->seat().empty()) {
			agents.push_back(agent.agent);
		}
	}
	return agents;
}

// Who named no mind has the one that is the default now.
void Runtime::settle_minds(RestoredWorld &world) const {
	for (SpawnInput &agent : world.agents) {
		if (agent.profile->has_default_mind && agent.profile->mind != options_.minds.default_kind) {
			std::shared_ptr<AgentProfile> changed = std::make_shared<AgentProfile>(*agent.profile);
			changed->mind = options_.minds.default_kind;
			agent.profile = std::move(changed);
		}
	}
}

void Runtime::post_to(Simulation &simulation, const RestoredWorld &world) {
	for (const StoredTalk &talk : world.talks) {
		if (talk.is_active) {
			simulation.post(StopTalkInput{ talk.settings->id, TalkEnd::interrupted, talk.turns });
		}
	}
	for (const SpawnInput &agent : world.agents) {
		simulation.post(agent);
	}
}

// What is known of it beside its simulation.
void Runtime::enter(const RestoredWorld &world) {
	task_requests_.skip_to(world.newest_task);
	std::vector<std::pair<AgentId, ProfilePtr>> agents;
	agents.reserve(world.agents.size());
	for (const SpawnInput &agent : world.agents) {
		agents.emplace_back(agent.agent, agent.profile);
	}
	talk_order_.run = static_cast<std::uint64_t>(world.newest_event.number());
	talks_.restore(world.talks, world.highest_talk);
	directory_.skip_to(world.highest_agent);
	directory_.replace(agents);
}

} // namespace agent_runtime

#include "core/agents/agent_tables.h"
#include "core/memory/search_index.h"
#include "core/models/ledger_store.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/recall_tool.h"
#include "core/runtime/runtime.h"
#include "core/runtime/runtime_events.h"
#include "core/services/store_events.h"
#include "core/store/retention.h"
#include "core/store/world_switch.h"

#include <utility>

// How a runtime comes up: lock, database, the agents in it, threads; in this order, so that
// whatever fails leaves nothing behind.

namespace agent_runtime {

namespace {

void warn_of_agents_elsewhere(const RuntimeOptions &options, const Logger &log) {
	const std::string &former = options.former_database_path;
	if (!former.empty() && holds_agents(former)) {
		log.warning("the world begins empty in \"" + options.database_path +
				"\", but there are agents in \"" + former +
				"\", where an earlier version looked; to go on with them, set "
				"database_path or AGENT_RUNTIME_DB, or move that file");
	}
}

// A game whose jobs cannot be looked after runs nevertheless, and says why it accepts none.
void start_jobs(JobDesk &jobs, const JobSettings &settings, const Logger &log) {
	const Status started = settings.enabled ? jobs.start() : Status();
	if (started.code() == StatusCode::unsupported) {
		log.info("jobs are not to be had here: " + started.message());
	} else if (!started.ok()) {
		log.error("jobs are not to be had: " + started.message());
	}
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
	std::unique_ptr<Runtime> runtime(new Runtime(std::move(options), clock, std::move(log)));
	const Status status = runtime->come_up();
	return status.ok() ? Result(std::move(runtime)) : status;
}

Status Runtime::come_up() {
	LedgerBooks books;
	if (!options_.database_path.empty()) {
		Result<LedgerBooks> found = open_store();
		if (!found.ok()) {
			return found.status();
		}
		books = std::move(found).value();
		start_jobs(jobs_, options_.jobs, log_);
		job_tasks_.settle();
	}
	make_models();
	Status status = models_->start(books);
	if (status.ok()) {
		status = tools_.start(built_in_tools());
	}
	if (status.ok() && tools_.offered() != nullptr) {
		gifts_.offer_native(tools_.offered());
	}
	if (status.ok()) {
		status = services_.open_gateway();
	}
	if (status.ok()) {
		// Not before the port is open, so that the log records no start that failed.
		announce();
		status = world_.now().start();
	}
	if (status.ok() && slots_ != nullptr) {
		status = slots_->start();
	}
	if (status.ok()) {
		services_.register_game(options_.project);
	}
	return status;
}

std::vector<NativeTool> Runtime::built_in_tools() {
	std::vector<NativeTool> tools;
	if (!options_.config.recall_enabled) {
		return tools;
	}
	if (services_.store().has_file()) {
		tools.push_back(recall_tool::make(services_.store().reader(), clock_));
	} else {
		log_.warning("minds are not offered the tool \"recall\", since nothing is stored that they "
					 "could look up; see storage_enabled and recall_enabled");
	}
	return tools;
}

void Runtime::announce() {
	if (!services_.store().has_file()) {
		services_.store().publish_unstored(RuntimeStarted{});
		return;
	}
	announced_ = true;
	delivery_.begin_recording(world_.now());
	delivery_.store_event(RuntimeStarted{ services_.store().epoch() });
}

Result<LedgerBooks> Runtime::open_store() {
	SharedStore &store = services_.store();
	Result<RestoredWorld> found = RestoredWorld();
	OpenOptions how;
	how.schema = game_schema();
	how.read_first = [&](Database &file) {
		found = read_world(file, WorldSource::database, log_);
		return found.ok() ? retire(file, found.value(), clock_.wall_now()) : found.status();
	};
	Status status = store.open_to_simulate(how);
	if (status.ok()) {
		if (found.value().agents.empty()) {
			warn_of_agents_elsewhere(options_, log_);
		}
		status = maker_.restore(world_.now(), std::move(found).value());
	}
	Result<LedgerBooks> books = status.ok()
			? read_ledger(store.database(), LedgerOwner::this_process(), clock_.wall_now(), log_)
			: status;
	if (!books.ok()) {
		return books;
	}
	if (status = store.start(idle_work()); !status.ok()) {
		return status;
	}
	slots_ = std::make_unique<SlotDesk>(SlotDesk::Parts{ .writer = services_.store().writer(),
												.fanout = services_.fanout(),
												.clock = clock_,
												.database_path = options_.database_path,
												.most_agents = options_.most_agents,
												.coming = coming_generation_,
												.world = swap_ },
			log_);
	read_log_for_pump();
	if (const std::optional<SetAside> &aside = store.set_aside()) {
		log_.error("the database was damaged and set aside as " + aside->path);
		delivery_.store_event(FileSetAside{ aside->path, aside->reason });
	}
	return books;
}

void Runtime::read_log_for_pump() {
	pump_.set_log_reader([this](EventId after, std::size_t limit) {
		services_.log_requests().read_page(
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
}

std::vector<std::unique_ptr<IdleWork>> Runtime::idle_work() {
	std::vector<std::unique_ptr<IdleWork>> tasks;
	tasks.push_back(std::make_unique<OldGenerations>(coming_generation_));
	tasks.push_back(std::make_unique<SearchIndex>());
	tasks.push_back(std::make_unique<Retention>(game_schema(), options_.retention.plan(), clock_));
	return tasks;
}

void Runtime::make_models() {
	if (!host_program_.ok() && !options_.host_program.empty()) {
		// An addon without it is one of the two that are released.
		const bool is_missing = host_program_.status().code() == StatusCode::not_found;
		const std::string problem =
				"what minds that are programs have started may outlive a game that is killed: " +
				host_program_.status().message();
		is_missing ? log_.info(problem) : log_.warning(problem);
	}
	SharedStore &store = services_.store();
	ModelDesk::Parts parts{ .clock = clock_,
		.last_prompts = last_prompts_,
		.texts = pump_.texts(),
		.writer = store.has_file() ? &store.writer() : nullptr,
		.reader = store.has_file() ? &store.reader() : nullptr,
		.host = host_program_.ok() ? host_program_.value() : "",
		.answered = [this](ThoughtAnswer answer) { world_.post(std::move(answer)); },
		.capped = [this](const LedgerCaps &caps) { jobs_.set_caps(caps); },
		.game = { .ask = [this](const GameCall &call) { calls_to_game_.ask(call); },
				.withdraw = [this](const GameCall &call) { calls_to_game_.withdraw(call); } } };
	models_ =
			std::make_unique<ModelDesk>(options_.minds, options_.make_http, std::move(parts), log_);
}

} // namespace agent_runtime

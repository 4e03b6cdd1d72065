#include "core/jobs/job_works.h"

#include "core/hosting/job_remains.h"
#include "core/jobs/job_recovery.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_worktree.h"
#include "core/jobs/shown_jobs.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *ASKED_FOR = "it was asked for";

MindKind kind_of(JobProgram program) {
	switch (program) {
		case JobProgram::claude:
			return MindKind::claude;
		case JobProgram::codex:
			return MindKind::codex;
		case JobProgram::command:
			break;
	}
	return MindKind::offline; // costs nothing
}

JobStartReply reply_of(const JobRecord &job) {
	return { job.id, job.state.status, job.output_file, job.plan.worktree, job.plan.branch };
}

PurgedJobFields shown(const JobToPurge &job) {
	return { job.job, job.bytes, job.reason, job.kept_worktree };
}

} // namespace

Result<std::unique_ptr<JobWorks>> JobWorks::open(const Parts &parts, const Logger &log) {
	const std::string &path = parts.store.path();
	Result<JobBase> base = JobBase::open(path, parts.store.epoch(), log);
	Result<Database> reading = Database::connect(path, { .access = Access::read_only });
	if (Status failed = first_failure(base, reading); !failed.ok()) {
		return failed;
	}
	return std::unique_ptr<JobWorks>(
			new JobWorks(parts, std::move(base).value(), std::move(reading).value(), log));
}

JobWorks::JobWorks(const Parts &parts, JobBase base, Database reading, const Logger &log) :
		parts_(parts),
		log_(log),
		base_(std::move(base)),
		reading_(std::move(reading)),
		prices_(PriceList::built_in(log)),
		writes_(parts.store, parts.fanout, parts.clock, parts.hooks),
		starter_(base_, parts.host, parts.settings.launcher, writes_, parts.clock),
		keeper_({ base_, writes_, starter_, parts.book, parts.words, parts.changes, parts.clock,
						reading_,
						[this](const JobPlan &plan, const std::string &model, const Usage &usage) {
							return cost_of(plan, model, usage);
						} },
				log),
		retention_({ base_, writes_, parts.settings.retention, parts.clock, reading_ }, log) {
	if (!parts.minds.prices.empty()) {
		const Status laid = prices_.lay_over(parts.minds.prices);
		static_cast<void>(laid.ok()); // whoever asks minds has said what is wrong with it
	}
	parts.changes.watch(base_.path() + "/" + job_files::OUTPUT);
}

Status JobWorks::recover() {
	const JobWatch::CostOf cost = [this](const JobPlan &plan, const std::string &model,
										  const Usage &usage) {
		return cost_of(plan, model, usage);
	};
	JobRecovery recovery({ base_, writes_, parts_.clock, reading_, cost }, log_);
	Result<JobRecovery::Found> found = recovery.run();
	if (!found.ok()) {
		return found.status();
	}
	parts_.book.begin(found.value().newest);
	markers_ = std::move(found.value().markers);
	just_ended_ = std::move(found.value().ended);
	for (const JobRecord &job : found.value().running) {
		parts_.book.add(job.id);
		keeper_.attach(job);
	}
	return {};
}

// A page at a time, since records are large.
Result<std::vector<FoundJob>> JobWorks::list() {
	std::vector<FoundJob> all;
	JobsRequest page;
	bool has_more = true;
	while (has_more && all.size() < vocabulary::MOST_JOBS_SHOWN) {
		Result<JobsReply> read = shown_jobs(reading_, page);
		if (!read.ok()) {
			return read.status();
		}
		has_more = read.value().more;
		for (JobFields &job : read.value().jobs) {
			page.before = job.job;
			const bool has_just_ended =
					std::find(just_ended_.begin(), just_ended_.end(), job.job) != just_ended_.end();
			all.push_back({ std::move(job), has_just_ended });
		}
	}
	return all;
}

Money JobWorks::cost_of(const JobPlan &plan, const std::string &model, const Usage &usage) {
	const ModelSource source{ .kind = kind_of(plan.program),
		.base_url = access_of(parts_.minds, plan.program).base_url,
		.model = model.empty() ? plan.model : model,
		.free = access_of(parts_.minds, plan.program).free };
	return prices_.cost_of(source, usage).money;
}

Result<std::shared_ptr<NewJob>> JobWorks::in_worktree(
		const NewJob &planned, const JobStartRequest &request) const {
	const JobRecord &job = planned.job;
	Result<JobPlan> plan = add_worktree(job.plan, base_.worktree_path(job.id), job.id);
	if (!plan.ok()) {
		return plan.status();
	}
	return plan_new_job({ job.id, base_.path(), job.trace, job.state.created_at },
			std::move(plan).value(), request, parts_.minds);
}

void JobWorks::begin(const std::shared_ptr<NewJob> &planned, const JobStartRequest &request,
		const JobDone<JobStartReply> &done) {
	const JobId id = planned->job.id;
	// This comes first, so that the record says from the beginning where the job works.
	const Result<std::shared_ptr<NewJob>> made =
			request.worktree ? in_worktree(*planned, request) : Result(planned);
	Status begun = made.status();
	if (made.ok()) {
		const NewJob &job = *made.value();
		begun = writes_.commit(
				JobPoint::start, id,
				[&](DecisionScope &scope) {
					return start_job(scope, job.job, job.inputs, job.money);
				},
				job.job.trace);
		if (!begun.ok()) {
			const Status gone = remove_worktree(job.job.plan);
			static_cast<void>(gone.ok()); // the next start looks for it again
		}
	}
	if (!begun.ok()) {
		parts_.book.remove(id);
		done(begun);
		return;
	}
	launch(*made.value(), 1, done);
}

// Whoever is told that it starts finds its files.
void JobWorks::launch(NewJob &job, std::uint64_t first_input, const JobDone<JobStartReply> &done) {
	const JobLaunch launch{ job.job, first_input, std::move(job.process) };
	const Status made = starter_.make_files(launch);
	done(reply_of(job.job));
	keeper_.launch(launch, std::move(job.driver), made);
}

void JobWorks::begin_again(
		const JobResumeRequest &request, TraceId trace, const JobDone<JobStartReply> &done) {
	Result<JobRecord> found = find_job(reading_, request.job);
	Status status = found.ok() ? parts_.book.admit(request.job, parts_.settings.most_running)
							   : found.status();
	if (!status.ok()) {
		done(status);
		return;
	}
	Result<std::shared_ptr<NewJob>> planned =
			plan_attempt(std::move(found).value(), request, base_.path(), parts_.minds);
	Result<std::uint64_t> first_input =
			planned.ok() ? Result(std::uint64_t{ 1 }) : planned.status();
	if (planned.ok()) {
		NewJob &job = *planned.value();
		const JobAgain again{ job.job.id, job.job.state.attempt, job.job.cursor, job.inputs };
		first_input = writes_.commit<std::uint64_t>(
				JobPoint::start, request.job,
				[&](DecisionScope &scope) { return resume_job(scope, again, job.money); }, trace);
	}
	if (!first_input.ok()) {
		parts_.book.remove(request.job);
		done(first_input.status());
		return;
	}
	lock_worktree(planned.value()->job.plan, log_);
	launch(*planned.value(), first_input.value(), done);
}

Result<JobKillReply> JobWorks::kill(const JobKillRequest &request, TraceId trace) {
	const KillOrder order{ request.job, request.reason, request.grace_seconds };
	const Result<JobRecord> asked = writes_.commit<JobRecord>(
			JobPoint::kill, request.job,
			[&](DecisionScope &scope) { return ask_to_kill(scope, order); }, trace);
	if (!asked.ok()) {
		return asked.status();
	}
	keeper_.look_for_inputs();
	const JobState &state = asked.value().state;
	return JobKillReply{ request.job, state.status, state.kill_asked_at };
}

Result<OneJob> JobWorks::say(const JobInputRequest &request, TraceId trace) {
	const Result<Uuid> uuid = Uuid::make();
	if (!uuid.ok()) {
		return uuid.status();
	}
	const JobKeeper::Words words{
		[&](Driver &driver) -> Result<std::vector<JobInput>> {
			if (request.interrupt) {
				return driver.interrupt();
			}
			if (!request.close) {
				return driver.say(request.text, uuid.value());
			}
			InboxLine line;
			line.kind = InboxKind::close_input;
			return std::vector<JobInput>{ { "close:" + uuid.value().to_string(), line } };
		},
		request.key
	};
	const Status said = keeper_.say(request.job, words, trace);
	return said.ok() ? Result(OneJob{ request.job }) : said;
}

Result<JobPurgeReply> JobWorks::purge(const JobPurgeRequest &request) {
	if (request.job.is_none()) {
		return purge_all(request.dry_run);
	}
	const Result<JobToPurge> purged = request.dry_run ? retention_.look(request.job, ASKED_FOR)
													  : retention_.purge(request.job, ASKED_FOR);
	if (!purged.ok()) {
		return purged.status();
	}
	return JobPurgeReply{ { shown(purged.value()) }, purged.value().bytes, request.dry_run };
}

Result<JobPurgeReply> JobWorks::purge_all(bool dry_run) {
	const Result<std::vector<JobToPurge>> due = retention_.due();
	if (!due.ok()) {
		return due.status();
	}
	JobPurgeReply reply{ {}, 0, dry_run };
	for (const JobToPurge &each : due.value()) {
		if (reply.jobs.size() >= vocabulary::MOST_JOBS_SHOWN) {
			break;
		}
		const Result<JobToPurge> purged = dry_run ? retention_.look(each.job, each.reason)
												  : retention_.purge(each.job, each.reason);
		if (!purged.ok()) {
			return purged.status();
		}
		reply.jobs.push_back(shown(purged.value()));
		reply.bytes += purged.value().bytes;
	}
	return reply;
}

Micros JobWorks::work() {
	for (const std::string &marker : std::exchange(markers_, {})) {
		if (const std::size_t ended = end_strays(marker); ended > 0) {
			log_.warning("ended " + std::to_string(ended) +
					" processes that a host which was killed has left behind");
		}
	}
	retention_.sweep();
	return keeper_.work();
}

} // namespace agent_runtime

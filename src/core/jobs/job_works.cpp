#include "core/jobs/job_works.h"

#include "core/hosting/job_remains.h"
#include "core/jobs/job_recovery.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_worktree.h"
#include "core/jobs/shown_jobs.h"
#include "core/questions/question_messages.h"
#include "core/questions/question_store.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *ASKED_FOR = "it was asked for";
constexpr const char *JOB_IS_GONE = "its job is gone, and only its worktree is left";
constexpr std::size_t MOST_ASKED = 1'000; // questions of a job that are looked through

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
		starter_(base_, parts.host, parts.rules.settings().launcher, writes_, parts.clock),
		keeper_({ base_, writes_, starter_, parts.book, parts.words, parts.changes, parts.clock,
						reading_,
						[this](const JobPlan &plan, const std::string &model, const Usage &usage) {
							return cost_of(plan, model, usage);
						},
						parts.agents },
				log),
		retention_(
				{ base_, writes_, parts.rules.settings().retention, parts.clock, reading_ }, log),
		expiry_(writes_, parts.clock, reading_, log) {
	if (!parts.minds.prices.empty()) {
		const Status laid = prices_.lay_over(parts.minds.prices);
		static_cast<void>(laid.ok()); // whoever asks minds has said what is wrong with it
	}
	answers_.add(Subject::Kind::job, send_answer_to_job);
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
	has_strays_ = found.value().has_stray_worktrees;
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
	return plan_new_job({ job.id, base_.path(), job.trace, job.state.created_at,
								job.state.agent_task, parts_.caps.now() },
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
			static_cast<void>(gone.ok()); // one that is left is swept
		}
	}
	if (!begun.ok()) {
		done(begun);
		return;
	}
	launch(*made.value(), 1, done);
}

void JobWorks::give_task(const JobRecord &job) const {
	if (parts_.agents != nullptr && !job.state.agent_task.is_none()) {
		parts_.agents->give(task_of_job(job));
	}
}

// Whoever is told that it starts finds its files.
void JobWorks::launch(NewJob &job, std::uint64_t first_input, const JobDone<JobStartReply> &done) {
	give_task(job.job);
	const JobLaunch launch{ job.job, first_input, std::move(job.process) };
	const Status made = starter_.make_files(launch);
	done(reply_of(job.job));
	keeper_.launch(launch, std::move(job.driver), made);
}

void JobWorks::begin_again(const JobResumeRequest &request, const JobCaller &caller,
		const JobDone<JobStartReply> &done) {
	Result<JobRecord> found = find_job(reading_, request.job);
	Status status = found.ok() ? parts_.rules.check_again(found.value().plan, request, caller.from)
							   : found.status();
	status = status.ok() ? parts_.book.admit(request.job, parts_.rules.settings().most_running)
						 : status;
	if (!status.ok()) {
		done(status);
		return;
	}
	const AgentId agent = found.value().plan.agent;
	const TaskId task = parts_.agents != nullptr && !agent.is_none()
			? parts_.agents->number_task(agent).value_or(TaskId()) // it may be gone
			: TaskId();
	Result<std::shared_ptr<NewJob>> planned = plan_attempt(std::move(found).value(), request,
			{ request.job, base_.path(), caller.trace, parts_.clock.wall_now(), task,
					parts_.caps.now() },
			parts_.minds);
	Result<std::uint64_t> first_input =
			planned.ok() ? Result(std::uint64_t{ 1 }) : planned.status();
	if (planned.ok()) {
		NewJob &job = *planned.value();
		const JobAgain again{ job.job.id, job.job.state.attempt, job.job.cursor, job.inputs, task };
		first_input = writes_.commit<std::uint64_t>(
				JobPoint::start, request.job,
				[&](DecisionScope &scope) { return resume_job(scope, again, job.money); },
				caller.trace);
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
	const Result<JobRecord> found = find_job(reading_, request);
	if (!found.ok()) {
		return found.status();
	}
	const JobId job = found.value().id;
	const KillOrder order{ job, request.reason, request.grace_seconds };
	const Result<JobRecord> asked = writes_.commit<JobRecord>(
			JobPoint::kill, job, [&](DecisionScope &scope) { return ask_to_kill(scope, order); },
			trace);
	if (!asked.ok()) {
		return asked.status();
	}
	keeper_.look_for_inputs();
	const JobState &state = asked.value().state;
	return JobKillReply{ job, state.status, state.kill_asked_at };
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

// The one question that waits for an answer, or the one that was answered under this key already.
Result<QuestionId> JobWorks::question_to_answer(JobId job, const std::string &key) {
	const Result<std::vector<Question>> asked = list_questions(
			reading_, { .subject = job_subject(job), .newest_first = true, .limit = MOST_ASKED });
	if (!asked.ok()) {
		return asked.status();
	}
	std::vector<QuestionId> pending;
	std::string names;
	for (const Question &question : asked.value()) {
		if (!key.empty() && question.answer.key == key) {
			return question.id;
		}
		if (question.status == QuestionStatus::pending) {
			pending.push_back(question.id);
			names += (names.empty() ? "" : ", ") + question.id.to_string();
		}
	}
	if (pending.size() > 1) {
		return Status(StatusCode::failed_precondition,
				job.to_string() + " waits with several questions; answer each by its id: " + names);
	}
	return pending.empty() ? QuestionId() : pending.front();
}

Result<JobRespondReply> JobWorks::respond(
		const JobRespondRequest &request, From from, TraceId trace) {
	const Result<JobRecord> found = find_job(reading_, request);
	if (!found.ok()) {
		return found.status();
	}
	const JobId job = found.value().id;
	const Result<bool> is_said =
			request.key.empty() ? Result(false) : has_sender_key(reading_, job, request.key);
	if (!is_said.ok() || is_said.value()) {
		return is_said.ok() ? Result(JobRespondReply{ job, {} }) : is_said.status();
	}
	const Result<QuestionId> question = question_to_answer(job, request.key);
	if (!question.ok()) {
		return question.status();
	}
	if (question.value().is_none()) {
		if (!request.response.is_string()) {
			return Status(StatusCode::failed_precondition,
					job.to_string() + " waits with no question; it can be told a text");
		}
		JobInputRequest words;
		words.job = job;
		words.text = request.response.get<std::string>();
		words.key = request.key;
		const Status said = say(words, trace).status();
		return said.ok() ? Result(JobRespondReply{ job, {} }) : said;
	}
	QuestionAnswer answer;
	answer.value = request.response;
	answer.by = usual_answerer(from);
	answer.key = request.key;
	const Result<Question> answered = writes_.commit<Question>(
			JobPoint::answer, job,
			[&](DecisionScope &scope) {
				return answer_question(scope, answers_, question.value(), answer);
			},
			trace);
	keeper_.look_for_inputs();
	return answered.ok() ? Result(JobRespondReply{ job, question.value() }) : answered.status();
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
	JobPurgeReply reply{ sweep_worktrees(dry_run), 0, dry_run };
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

// Worktrees whose job has no record: where a purge has left one with work in it, or a game was
// killed before its job was stored. They go when there is no work in them.
std::vector<PurgedJobFields> JobWorks::sweep_worktrees(bool dry_run) {
	std::vector<PurgedJobFields> swept;
	const Result<std::vector<JobId>> known = all_job_ids(reading_);
	if (!known.ok()) {
		log_.warning("worktrees cannot be looked through: " + known.status().message());
		return swept;
	}
	for (const JobId job : base_.worktrees_without_record(known.value())) {
		if (parts_.book.is_open(job)) {
			continue;
		}
		const std::string path = base_.worktree_path(job);
		const Result<std::string> work = look_at_stray_worktree(path, job, !dry_run);
		const bool is_kept = !work.ok() || !work.value().empty();
		if (is_kept && !dry_run) {
			log_.info(path + " stays, though its job is gone: " +
					(work.ok() ? work.value() : work.status().message()));
		}
		swept.push_back({ job, 0, JOB_IS_GONE, is_kept ? std::optional(path) : std::nullopt });
	}
	return swept;
}

Micros JobWorks::work() {
	if (std::exchange(has_strays_, false)) {
		sweep_worktrees(false);
	}
	for (const std::string &marker : std::exchange(markers_, {})) {
		if (const std::size_t ended = end_strays(marker); ended > 0) {
			log_.warning("ended " + std::to_string(ended) +
					" processes that a host which was killed has left behind");
		}
	}
	retention_.sweep();
	const Micros rest = expiry_.work();
	return std::min(rest, keeper_.work());
}

} // namespace agent_runtime

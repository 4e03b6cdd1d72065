#include "core/jobs/job_works.h"

#include "core/hosting/job_remains.h"
#include "core/jobs/job_recovery.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/shown_jobs.h"
#include "core/questions/question_messages.h"
#include "core/questions/question_store.h"
#include "core/requests/request_book.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

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
						hosts_, [this](const JobPlan &plan) { unlock(plan); }, parts.agents },
				log),
		purge_({ base_, writes_, parts.rules.settings().retention, parts.clock, reading_,
					   parts.book, git_ },
				log),
		expiry_(writes_, parts.clock, reading_, log),
		git_(
				"ar-git", [&changes = parts.changes] { changes.wake(); }, log),
		hosts_(
				"ar-hosts", [&changes = parts.changes] { changes.wake(); }, log) {
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
	locked_ = std::move(found.value().locked);
	if (found.value().has_stray_worktrees) {
		purge_.look_for_strays();
	}
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

void JobWorks::change_worktree(std::function<void(GitCancelled &cancelled)> change) {
	git_.post({ [change = std::move(change)](const JobErrand::Cancelled &cancelled) {
		change(cancelled);
		return JobErrand::Then();
	} });
}

void JobWorks::unlock(const JobPlan &plan) {
	if (!plan.worktree.empty()) {
		change_worktree([plan, log = log_](GitCancelled &cancelled) {
			unlock_worktree(plan, log, cancelled);
		});
	}
}

// The worktree comes first, so that the record says from the beginning where the job works.
void JobWorks::begin(const std::shared_ptr<NewJob> &planned, const JobStartRequest &request,
		const JobDone<JobStartReply> &done) {
	if (!request.worktree) {
		begin_planned(planned, done);
		return;
	}
	const JobId id = planned->job.id;
	git_.post({ [this, planned, request, done, path = base_.worktree_path(id)](
						const JobErrand::Cancelled &cancelled) -> JobErrand::Then {
				   const JobRecord &job = planned->job;
				   return [this, planned, request, done,
								  plan = add_worktree(job.plan, path, job.id, cancelled)] {
					   begin_in_worktree(*planned, plan, request, done);
				   };
			   },
			[done] { done(has_stopped()); } });
}

void JobWorks::begin_in_worktree(const NewJob &planned, const Result<JobPlan> &plan,
		const JobStartRequest &request, const JobDone<JobStartReply> &done) {
	if (!plan.ok()) {
		done(plan.status());
		return;
	}
	const JobRecord &job = planned.job;
	const Result<std::shared_ptr<NewJob>> made =
			plan_new_job({ job.id, base_.path(), job.trace, job.state.created_at,
								 job.state.agent_task, parts_.caps.now() },
					plan.value(), request, parts_.minds);
	if (!made.ok()) {
		done(made.status());
		return;
	}
	begin_planned(made.value(), done);
}

void JobWorks::begin_planned(
		const std::shared_ptr<NewJob> &planned, const JobDone<JobStartReply> &done) {
	const NewJob &job = *planned;
	const Status begun = writes_.commit(
			JobPoint::start, job.job.id,
			[&](DecisionScope &scope) { return start_job(scope, job.job, job.inputs, job.money); },
			job.job.trace);
	if (begun.ok()) {
		launch(planned, 1, done);
		return;
	}
	if (!job.job.plan.worktree.empty()) {
		change_worktree([plan = job.job.plan](GitCancelled &cancelled) {
			const Status gone = remove_worktree(plan, cancelled);
			static_cast<void>(gone.ok()); // one that is left is swept
		});
	}
	done(begun);
}

void JobWorks::give_task(const JobRecord &job) const {
	if (parts_.agents != nullptr && !job.state.agent_task.is_none()) {
		parts_.agents->give(task_of_job(job));
	}
}

// Whoever is told that it starts finds its files.
void JobWorks::launch(const std::shared_ptr<NewJob> &job, std::uint64_t first_input,
		const JobDone<JobStartReply> &done) {
	give_task(job->job);
	const JobId id = job->job.id;
	const JobLaunch launch{ job->job, first_input, std::move(job->process) };
	const Status made = starter_.make_files(launch);
	done(reply_of(job->job));
	JobErrand::Then begin = [this, job, launch, made] {
		keeper_.launch(launch, std::move(job->driver), made);
	};
	if (job->job.state.attempt == 1 || !starter_.has_host_now(id)) {
		begin();
		return;
	}
	hosts_.post({ [begin, id, base = base_.path()](const JobErrand::Cancelled &cancelled) {
		wait_for_end_of_host(base, id, cancelled);
		return begin;
	} });
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
	if (!planned.value()->job.plan.worktree.empty()) {
		change_worktree([plan = planned.value()->job.plan, log = log_](
								GitCancelled &cancelled) { lock_worktree(plan, log, cancelled); });
	}
	launch(planned.value(), first_input.value(), done);
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

// What earlier games have left.
void JobWorks::clean_up() {
	for (const JobPlan &plan : std::exchange(locked_, {})) {
		unlock(plan);
	}
	for (const std::string &marker : std::exchange(markers_, {})) {
		hosts_.post({ [marker, log = log_](const JobErrand::Cancelled &) {
			if (const std::size_t ended = end_strays(marker); ended > 0) {
				log.warning("ended " + std::to_string(ended) +
						" processes that a host which was killed has left behind");
			}
			return JobErrand::Then();
		} });
	}
	purge_.sweep();
}

Micros JobWorks::work() {
	git_.finish();
	hosts_.finish();
	clean_up();
	const Micros rest = expiry_.work();
	return std::min(rest, keeper_.work());
}

} // namespace agent_runtime

#include "core/jobs/new_job.h"

#include "core/base/field_problem.h"
#include "core/base/uuid.h"
#include "core/hosting/job_files.h"
#include "core/jobs/job_brief.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// A program that spends money has a cap in any case, since none would be as much as it likes; and
// no job may spend more than the accounts that pay for it may, whatever it asks for. `field` is
// where it asks.
Result<JobMoney> money_for(
		const JobPlan &plan, double dollars, const LedgerCaps &caps, const char *field) {
	JobMoney money;
	money.cap = plan.program == JobProgram::command ? Money() : Money::of_dollars(dollars);
	if (plan.program != JobProgram::command && money.cap.micro_dollars <= 0) {
		return FieldProblem{ field,
			"is nothing, but " + std::string(choice_name(plan.program)) + " spends money",
			"say how much it may spend at the most" }
				.to_status();
	}
	const auto own = caps.accounts.find(std::string(JOBS_ACCOUNT));
	money.accounts = { { std::string(JOBS_ACCOUNT),
							   own != caps.accounts.end() ? own->second : Caps() },
		{ std::string(TOTAL_ACCOUNT), caps.total } };
	for (const PayingAccount &account : money.accounts) {
		const std::int64_t most = account.caps.money.micro_dollars;
		if (most > 0) {
			money.cap.micro_dollars = std::min(money.cap.micro_dollars, most);
		}
	}
	return money;
}

// Has the driver begin, and so finds what is wrong with the brief.
Status begin_driver(NewJob &job, const JobBrief &brief, const MindSettings &minds) {
	Result<JobProcess> process = job_process(brief, access_of(minds, brief.plan.program));
	if (!process.ok()) {
		return process.status();
	}
	job.process = std::move(process).value();
	job.driver = make_driver(brief.plan.program);
	Result<std::vector<JobInput>> inputs = job.driver->begin(brief);
	if (!inputs.ok()) {
		return inputs.status();
	}
	job.inputs = std::move(inputs).value();
	job.job.cursor.driver = job.driver->state();
	return {};
}

Result<JobBrief> brief_for(
		const JobRecord &job, const std::string &prompt, Money cap, const std::string &base) {
	const Result<Uuid> uuid = Uuid::make();
	if (!uuid.ok()) {
		return uuid.status();
	}
	JobBrief brief;
	brief.plan = job.plan;
	brief.attempt = job.state.attempt;
	brief.prompt = prompt;
	brief.prompt_uuid = uuid.value();
	brief.session = job.cursor.session;
	brief.cap = cap;
	brief.hidden_folders = { base + "/" + job_files::JOBS, base + "/" + job_files::OUTPUT };
	return brief;
}

} // namespace

const ProviderSettings &access_of(const MindSettings &minds, JobProgram program) {
	static const ProviderSettings none;
	switch (program) {
		case JobProgram::claude:
			return minds.of(MindKind::claude);
		case JobProgram::codex:
			return minds.of(MindKind::codex);
		case JobProgram::command:
			break;
	}
	return none;
}

Result<std::shared_ptr<NewJob>> plan_new_job(const NewJobFacts &facts, JobPlan plan,
		const JobStartRequest &request, const MindSettings &minds) {
	Result<JobMoney> money = money_for(plan, plan.bounds.dollars, facts.caps, "limits.dollars");
	if (!money.ok()) {
		return money.status();
	}
	const std::shared_ptr<NewJob> made = std::make_shared<NewJob>();
	made->money = std::move(money).value();
	JobRecord &job = made->job;
	job.id = facts.id;
	job.trace = facts.trace;
	job.output_file = facts.base + "/" + job_files::OUTPUT + "/" + job_files::output_name(facts.id);
	job.state.created_at = facts.now;
	job.state.keep = request.keep;
	job.state.agent_task = facts.agent_task;
	job.plan = std::move(plan);
	if (job.plan.program == JobProgram::claude) {
		const Result<Uuid> session = Uuid::make();
		if (!session.ok()) {
			return session.status();
		}
		job.cursor.session = session.value().to_string();
	}
	const Result<JobBrief> brief = brief_for(job, request.prompt, made->money.cap, facts.base);
	Status begun = brief.ok() ? begin_driver(*made, brief.value(), minds) : brief.status();
	return begun.ok() ? Result(made) : begun;
}

Result<std::shared_ptr<NewJob>> plan_attempt(JobRecord job, const JobResumeRequest &request,
		const NewJobFacts &facts, const MindSettings &minds) {
	Result<JobMoney> money = money_for(
			job.plan, request.dollars.value_or(job.plan.bounds.dollars), facts.caps, "dollars");
	if (!money.ok()) {
		return money.status();
	}
	const std::shared_ptr<NewJob> made = std::make_shared<NewJob>();
	made->money = std::move(money).value();
	JobState state;
	state.attempt = job.state.attempt + 1;
	state.created_at = job.state.created_at;
	state.keep = job.state.keep;
	state.agent_task = facts.agent_task;
	const bool was_started = job.state.started_at.has_value();
	job.state = state;
	job.cursor.has_told_cost = false;
	made->job = std::move(job);
	Result<JobBrief> brief = brief_for(made->job, request.prompt, made->money.cap, facts.base);
	if (!brief.ok()) {
		return brief.status();
	}
	brief.value().resumes = was_started && !made->job.cursor.session.empty();
	Status begun = begin_driver(*made, brief.value(), minds);
	return begun.ok() ? Result(made) : begun;
}

} // namespace agent_runtime

#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/jobs/driver.h"
#include "core/jobs/job.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_money.h"
#include "core/mind/provider.h"

#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

// An attempt that is not in the database yet, with all that it needs. Whatever is wrong with what
// was asked for shows here, before anything has happened. Thread rule: any thread, one at a time.
struct NewJob {
	JobRecord job;
	std::vector<JobInput> inputs; // that are said first
	JobMoney money;
	JobProcess process;
	std::unique_ptr<Driver> driver;
};

struct NewJobFacts {
	JobId id;
	std::string base; // the folder of all jobs
	TraceId trace;
	WallTime now;
	TaskId agent_task = {}; // that the agent for whom it works will be given
	LedgerCaps caps = {}; // as they are now
};

Result<std::shared_ptr<NewJob>> plan_new_job(const NewJobFacts &facts, JobPlan plan,
		const JobStartRequest &request, const MindSettings &minds);

// Another attempt of a job that has ended: it goes on with its session, where there is one.
Result<std::shared_ptr<NewJob>> plan_attempt(JobRecord job, const JobResumeRequest &request,
		const NewJobFacts &facts, const MindSettings &minds);

// Where the program of a job finds its model; nothing for a command.
const ProviderSettings &access_of(const MindSettings &minds, JobProgram program);

} // namespace agent_runtime

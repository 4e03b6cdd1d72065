#pragma once

#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/base/vocabulary.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_plan.h"
#include "core/jobs/job_settings.h"

#include <string>

namespace agent_runtime {

// Who asks, and what it belongs to. Thread rule: immutable.
struct JobCaller {
	From from = From::inside;
	TraceId trace = {};
};

// Who may start what. Starting a program is running code as the user, so programs outside this
// process may start only what the settings name, only where they say, and only within their bounds.
// Scripts of the game may start anything: they are code already.
//
// This is no sandbox. A job's program has all rights of the user; what its own questions ask for is
// only what it asks for.
// Owned by the desk. Thread rule: immutable.
class JobRules {
public:
	// `project`: the folder of the project; empty: there is none.
	JobRules(JobSettings settings, std::string project);

	const JobSettings &settings() const { return settings_; }

	// Whether there are jobs here at all.
	Status check_enabled() const;
	// What was asked for, with all that it does not say from the settings; without a worktree.
	// `permission_denied` names what is not allowed, and where it is set.
	Result<JobPlan> settle(const JobStartRequest &request, From from) const;
	// Whether whoever asks may have a job of this plan done once more, and spend so much.
	Status check_again(JobPlan plan, const JobResumeRequest &request, From from) const;

private:
	Status check_outside(const JobPlan &plan) const;
	Status check_program(const JobPlan &plan) const;
	Status check_folder(const std::string &folder) const;
	Status check_bounds(const JobPlan &plan) const;
	JobBounds bounds_of(const JobStartRequest &request, JobProgram program) const;

	const JobSettings settings_;
	const std::string project_;
};

} // namespace agent_runtime

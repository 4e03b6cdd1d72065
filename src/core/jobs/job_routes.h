#pragma once

#include "core/gateway/route.h"

namespace agent_runtime {

// Where the requests about jobs are on the gateway. The spec calls a job an agent, so it is found
// under that path, too; there an agent stands for its newest job.
inline constexpr Route JOB_ROUTES[] = {
	{ HttpMethod::get, "/jobs", "jobs_request" },
	{ HttpMethod::post, "/jobs", "job_start_request", 201 },
	{ HttpMethod::get, "/jobs/{task_id}", "job_request" },
	{ HttpMethod::remove, "/jobs/{task_id}", "job_purge_request" },
	{ HttpMethod::get, "/jobs/{task_id}/output", "job_output_request" },
	{ HttpMethod::post, "/jobs/{task_id}/input", "job_input_request", 202 },
	{ HttpMethod::post, "/jobs/{task_id}/kill", "job_kill_request", 202 },
	{ HttpMethod::post, "/jobs/{task_id}/resume", "job_resume_request", 201 },
	{ HttpMethod::post, "/jobs/{task_id}/respond", "job_respond_request", 202 },
	{ HttpMethod::get, "/agents/{task_id:job_}", "job_request" },
	{ HttpMethod::get, "/agents/{task_id:job_}/output", "job_output_request" },
	{ HttpMethod::post, "/agents/{task_id:job_}/kill", "job_kill_request", 202 },
	{ HttpMethod::post, "/agents/{task_id:job_}/respond", "job_respond_request", 202 },
	{ HttpMethod::get, "/agents/{agent_id}/output", "job_output_request" },
	{ HttpMethod::post, "/agents/{agent_id}/kill", "job_kill_request", 202 },
	{ HttpMethod::post, "/agents/{agent_id}/respond", "job_respond_request", 202 },
};

} // namespace agent_runtime

#pragma once

#include "core/jobs/job_desk.h"
#include "core/jobs/job_messages.h"
#include "core/requests/request_table.h"
#include "core/services/shared_store.h"

namespace agent_runtime {

// Answers the requests about jobs. They outlive the world that a load replaces, so they are in no
// book that is closed with it.
// Owned by Runtime. Thread rule: any thread.
class JobRequests {
public:
	using Types = RequestTypes<JobStartRequest, JobResumeRequest, JobKillRequest, JobInputRequest,
			JobRespondRequest, JobRequest, JobsRequest, JobOutputRequest, JobPurgeRequest>;

	// Both must outlive this.
	JobRequests(JobDesk &desk, SharedStore &store) :
			desk_(desk),
			store_(store) {}

	Status answer(const JobStartRequest &request, const Asker &asker);
	Status answer(const JobResumeRequest &request, const Asker &asker);
	Status answer(const JobKillRequest &request, const Asker &asker);
	Status answer(const JobInputRequest &request, const Asker &asker);
	Status answer(const JobRespondRequest &request, const Asker &asker);
	Status answer(const JobRequest &request, const Asker &asker);
	Status answer(const JobsRequest &request, const Asker &asker);
	Status answer(const JobOutputRequest &request, const Asker &asker);
	Status answer(const JobPurgeRequest &request, const Asker &asker);

private:
	JobDesk &desk_;
	SharedStore &store_;
};

} // namespace agent_runtime

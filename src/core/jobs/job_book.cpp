#include "core/jobs/job_book.h"

#include "core/base/counted.h"

#include <algorithm>

namespace agent_runtime {

void JobBook::begin(std::uint64_t newest) {
	const Lock lock(mutex_);
	newest_ = std::max(newest_, newest);
}

Status JobBook::check_space(std::size_t most_running) const {
	return open_.size() < most_running
			? Status()
			: Status(StatusCode::exhausted,
					  counted(open_.size(), "job") +
							  " run already, and no more may at once; wait until one has ended, "
							  "kill one, or raise the project setting "
							  "agent_runtime/jobs/most_running");
}

Result<JobId> JobBook::admit_new(std::size_t most_running) {
	const Lock lock(mutex_);
	if (Status full = check_space(most_running); !full.ok()) {
		return full;
	}
	const JobId job(++newest_);
	open_.insert(job);
	return job;
}

Status JobBook::admit(JobId job, std::size_t most_running) {
	const Lock lock(mutex_);
	if (open_.contains(job)) {
		return { StatusCode::failed_precondition,
			job.to_string() + " has not ended; only a job that has ended can be resumed" };
	}
	Status full = check_space(most_running);
	if (full.ok()) {
		open_.insert(job);
	}
	return full;
}

void JobBook::add(JobId job) {
	const Lock lock(mutex_);
	open_.insert(job);
}

void JobBook::remove(JobId job) {
	const Lock lock(mutex_);
	open_.erase(job);
}

bool JobBook::is_open(JobId job) const {
	const Lock lock(mutex_);
	return open_.contains(job);
}

std::size_t JobBook::open() const {
	const Lock lock(mutex_);
	return open_.size();
}

} // namespace agent_runtime

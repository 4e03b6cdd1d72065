#include "core/jobs/job_starter.h"

#include "core/hosting/job_launch.h"
#include "core/hosting/job_order.h"
#include "core/hosting/job_remains.h"
#include "core/jobs/found_job.h"

#include <chrono>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::chrono::seconds LONGEST_END_OF_A_HOST(5);
constexpr std::chrono::milliseconds BETWEEN_LOOKS_AT_IT(5);

constexpr std::uint64_t MEGABYTE = 1'048'576;
// An order must not become too long by it.
constexpr std::size_t MOST_ABOUT = MEGABYTE;

JobLimits limits_of(const JobBounds &bounds) {
	JobLimits limits;
	limits.seconds = bounds.seconds;
	limits.output_bytes = bounds.output_megabytes * MEGABYTE;
	limits.memory_bytes = bounds.memory_megabytes * MEGABYTE;
	return limits;
}

JobOrder order_of(const JobLaunch &launch, const std::string &epoch,
		const std::vector<std::string> &launcher) {
	JobOrder order;
	order.id = launch.job.id;
	order.epoch = epoch;
	order.attempt = launch.job.state.attempt;
	order.program = launch.process.program;
	order.arguments = launch.process.arguments;
	if (!launcher.empty()) {
		order.program = launcher.front();
		order.arguments.assign(launcher.begin() + 1, launcher.end());
		order.arguments.push_back(launch.process.program);
		order.arguments.insert(order.arguments.end(), launch.process.arguments.begin(),
				launch.process.arguments.end());
	}
	order.folder = launch.job.plan.working_folder();
	order.environment = launch.process.environment;
	order.first_input = launch.first_input;
	order.limits = limits_of(launch.job.plan.bounds);
	if (std::string about = about_job(launch.job); about.size() <= MOST_ABOUT) {
		order.about = std::move(about);
	}
	return order;
}

Status no_host() {
	return { StatusCode::not_found,
		"jobs need the program agent_runtime_host, which is missing here; install the addon with "
		"it" };
}

} // namespace

Status JobStarter::make_files(const JobLaunch &launch) const {
	const JobId id = launch.job.id;
	writes_.reached(JobPoint::files, JobMoment::before, id);
	const bool is_first = launch.job.state.attempt == 1;
	const Result<JobFolders> folders = is_first ? base_.make(id) : base_.folders(id);
	Status written = folders.ok()
			? write_order(folders.value(), order_of(launch, base_.epoch(), launcher_))
			: folders.status();
	if (written.ok()) {
		writes_.reached(JobPoint::files, JobMoment::after, id);
	}
	return written;
}

bool JobStarter::has_host_now(JobId job) const {
	const Result<JobFolders> folders = base_.folders(job);
	return folders.ok() && has_host(folders.value()).value_or(false);
}

void wait_for_end_of_host(const std::string &base, JobId job, const std::atomic<bool> &cancelled) {
	const auto latest = std::chrono::steady_clock::now() + LONGEST_END_OF_A_HOST;
	const Result<JobFolders> folders = JobFolders::open(base, job);
	while (folders.ok() && has_host(folders.value()).value_or(false) && !cancelled.load() &&
			std::chrono::steady_clock::now() < latest) {
		std::this_thread::sleep_for(BETWEEN_LOOKS_AT_IT);
	}
}

Status JobStarter::launch_host_of(const JobLaunch &launch) const {
	const JobId id = launch.job.id;
	const Result<JobFolders> folders = base_.folders(id);
	if (!folders.ok()) {
		return folders.status();
	}
	writes_.reached(JobPoint::launch, JobMoment::before, id);
	const Status launched = launch_host(host_, folders.value(), launch.process.secrets);
	writes_.reached(JobPoint::launch, JobMoment::after, id);
	// Where another host has it, the journal says the rest.
	return launched.code() == StatusCode::already_exists ? Status() : launched;
}

Status JobStarter::make_void(const JobLaunch &launch, Status why) const {
	Result<JobFolders> folders = base_.folders(launch.job.id);
	if (!folders.ok()) {
		return why;
	}
	Result<JobRemains> remains = JobRemains::take(std::move(folders).value());
	if (!remains.ok()) {
		return remains.status().code() == StatusCode::unavailable ? Status() : why; // one lives
	}
	const Status made = remains.value().make_void(launch.job.state.attempt, clock_);
	static_cast<void>(made.ok()); // what cannot be written now, is not launched again either
	return why;
}

Status JobStarter::start(const JobLaunch &launch) const {
	Status status = host_.empty() ? no_host() : launch_host_of(launch);
	return status.ok() ? status : make_void(launch, std::move(status));
}

} // namespace agent_runtime

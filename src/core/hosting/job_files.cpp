#include "core/hosting/job_files.h"

#include "core/base/files.h"

#include <utility>

namespace agent_runtime {

namespace {

Result<JobFolders> both(JobId id, Result<OwnFolder> job, Result<OwnFolder> output) {
	if (Status failed = first_failure(job, output); !failed.ok()) {
		return failed;
	}
	return JobFolders{ id, std::move(job).value(), std::move(output).value() };
}

Result<OwnFolder> folder_below(const Result<OwnFolder> &above, const std::string &name) {
	return above.ok() ? above.value().folder(name) : above.status();
}

} // namespace

std::string job_files::output_name(JobId id) {
	return id.to_string() + ".jsonl";
}

Result<JobFolders> JobFolders::open(const std::string &base, JobId id) {
	const Result<OwnFolder> all = OwnFolder::open(base);
	const Result<OwnFolder> jobs = folder_below(all, job_files::JOBS);
	return both(id, folder_below(jobs, id.to_string()), folder_below(all, job_files::OUTPUT));
}

Result<JobFolders> JobFolders::open(const std::string &job_folder) {
	const std::string jobs = parent_folder(job_folder);
	const std::string base = parent_folder(jobs);
	const std::size_t name = jobs.size() + 1;
	const std::optional<JobId> id = name < job_folder.size()
			? JobId::parse(std::string_view(job_folder).substr(name))
			: std::nullopt;
	if (!id || base.empty()) {
		return Status(StatusCode::invalid_argument,
				job_folder + " is no folder of a job; give its path, BASE/jobs/job_001");
	}
	return open(base, *id);
}

Result<JobFolders> JobFolders::make(const std::string &base, JobId id) {
	const Result<OwnFolder> all = OwnFolder::make(base);
	if (!all.ok()) {
		return all.status();
	}
	const Result<OwnFolder> jobs = all.value().make_folder(job_files::JOBS);
	Result<OwnFolder> job = jobs.ok() ? jobs.value().make_folder(id.to_string()) : jobs.status();
	return both(id, std::move(job), all.value().make_folder(job_files::OUTPUT));
}

Result<OwnFile> JobFolders::output_file(OwnFile::Use use) const {
	return output.file(job_files::output_name(id), use);
}

} // namespace agent_runtime

#include "core/hosting/job_launch.h"

#include "core/io/launch_detached.h"

namespace agent_runtime {

namespace {

constexpr const char *MODE = "job";

std::string end_of_log(const JobFolders &folders) {
	constexpr std::size_t MOST = 65'536;
	const Result<std::string> log = folders.job.read(job_files::LOG, MOST);
	if (!log.ok() || log.value().empty()) {
		return "it left no word in " + folders.job.path() + "/" + job_files::LOG;
	}
	std::string text = log.value().substr(0, log.value().find_last_not_of('\n') + 1);
	return text.substr(text.rfind('\n') + 1);
}

} // namespace

Status write_order(const JobFolders &folders, const JobOrder &order) {
	const Result<std::string> text = order.to_text();
	if (!text.ok()) {
		return text.status();
	}
	const Result<OwnFile> output = folders.output_file(OwnFile::Use::append);
	const Result<OwnFile> inbox = folders.job.file(job_files::INBOX, OwnFile::Use::append);
	if (Status failed = first_failure(output, inbox); !failed.ok()) {
		return failed;
	}
	return folders.job.write(job_files::ORDER, text.value() + "\n");
}

Result<JobOrder> read_order(const JobFolders &folders) {
	const Result<std::string> text = folders.job.read(job_files::ORDER, JobOrder::MOST_BYTES);
	Result<JobOrder> order = text.ok() ? JobOrder::parse(text.value()) : text.status();
	if (order.ok() && order.value().id != folders.id) {
		return Status(StatusCode::invalid_argument, "the order is that of another job");
	}
	return order;
}

Status launch_host(const std::string &host, const JobFolders &folders,
		const std::map<std::string, std::string> &secrets) {
	ProcessSpec spec;
	spec.environment.insert(secrets.begin(), secrets.end());
	spec.program = host;
	spec.arguments = { MODE, folders.job.path() };
	spec.folder = "/";
	const Result<int> code = launch_detached(spec);
	if (!code.ok()) {
		return code.status();
	}
	const std::string start = folders.id.to_string() + " was not started: ";
	switch (static_cast<HostExit>(code.value())) {
		case HostExit::lives:
			return {};
		case HostExit::taken:
			return { StatusCode::already_exists,
				start + "another host has it, or this attempt is over" };
		case HostExit::unreadable:
			return { StatusCode::invalid_argument, start + end_of_log(folders) };
		case HostExit::failed:
			break;
	}
	return { StatusCode::unavailable, start + end_of_log(folders) };
}

} // namespace agent_runtime

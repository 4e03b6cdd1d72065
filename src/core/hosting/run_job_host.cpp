#include "core/hosting/run_job_host.h"

#include "core/hosting/job_host.h"
#include "core/hosting/job_launch.h"
#include "core/hosting/job_remains.h"
#include "core/hosting/line_reader.h"
#include "core/hosting/output_reader.h"
#include "core/io/launch_detached.h"

#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

struct Refusal {
	HostExit exit = HostExit::failed;
	std::string reason;
};

// Cuts off what a host that was killed has left half written, which nobody has read.
Status open_files(HostFiles &files) {
	const OwnFolder &job = files.folders.job;
	Result<OwnFile> inbox = job.file(job_files::INBOX, OwnFile::Use::append);
	Result<OwnFile> journal = job.file(job_files::JOURNAL, OwnFile::Use::append);
	Result<OwnFile> output = files.folders.output_file(OwnFile::Use::append);
	if (Status failed = first_failure(inbox, journal, output); !failed.ok()) {
		return failed;
	}
	files.inbox = std::move(inbox).value();
	files.journal = std::move(journal).value();
	files.output = std::move(output).value();
	const Result<std::uint64_t> of_journal = cut_torn_tail(files.journal);
	const Result<std::uint64_t> of_output = cut_torn_tail(files.output);
	const Result<std::uint64_t> last_seq = last_seq_of(files.output);
	files.last_seq = last_seq.value_or(0);
	return first_failure(of_journal, of_output, last_seq);
}

std::optional<Refusal> prepare(HostFiles &files, JobOrder &order) {
	Result<OwnFile> lock = files.folders.job.file(job_files::LOCK, OwnFile::Use::append);
	if (!lock.ok()) {
		return Refusal{ HostExit::failed, lock.status().message() };
	}
	files.lock = std::move(lock).value();
	if (!files.lock.try_lock()) {
		return Refusal{ HostExit::taken, {} };
	}
	Result<JobOrder> read = read_order(files.folders);
	if (!read.ok()) {
		return Refusal{ HostExit::unreadable, read.status().message() };
	}
	order = std::move(read).value();
	const Result<JournalSummary> journal = read_journal(files.folders);
	if (!journal.ok()) {
		return Refusal{ HostExit::failed, journal.status().message() };
	}
	if (journal.value().attempt() >= order.attempt) {
		return Refusal{ HostExit::taken, {} };
	}
	files.last_n = journal.value().last_n();
	files.last_input = journal.value().last_input();
	const Status opened = open_files(files);
	return opened.ok() ? std::nullopt
					   : std::optional(Refusal{ HostExit::failed, opened.message() });
}

} // namespace

HostExit run_job_host(const std::string &job_folder, const Clock &clock) {
	Result<JobFolders> folders = JobFolders::open(job_folder);
	if (!folders.ok()) {
		return HostExit::failed;
	}
	HostFiles files{ std::move(folders).value(), {}, {}, {}, {} };
	JobOrder order;
	std::optional<Refusal> refusal = prepare(files, order);
	if (!refusal) {
		if (const Status detached = go_on_detached(); !detached.ok()) {
			refusal = Refusal{ HostExit::failed, detached.message() };
		}
	}
	if (refusal) {
		if (!refusal->reason.empty()) {
			HostLog(files.folders.job, clock).add(refusal->reason);
		}
		return refusal->exit;
	}
	JobHost(std::move(files), std::move(order), clock).run();
	return HostExit::lives;
}

} // namespace agent_runtime

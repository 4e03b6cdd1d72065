#include "core/hosting/job_remains.h"

#include "core/base/clock.h"
#include "core/hosting/line_reader.h"
#include "core/hosting/output_line.h"
#include "core/hosting/output_reader.h"
#include "core/io/process_family.h"

#include <utility>

namespace agent_runtime {

namespace {

Result<JournalSummary> summary_of(const OwnFile &file) {
	JournalSummary summary;
	LineReader reader(file, 0, JournalLine::MOST_BYTES);
	for (std::string_view text; reader.next(text);) {
		const Result<JournalLine> line = JournalLine::parse(text);
		if (line.ok()) {
			summary.add(line.value());
		}
	}
	return reader.status().ok() ? Result<JournalSummary>(summary) : reader.status();
}

} // namespace

Result<JournalSummary> read_journal(const JobFolders &folders) {
	const Result<OwnFile> file = folders.job.file(job_files::JOURNAL, OwnFile::Use::read);
	if (!file.ok()) {
		return file.status().code() == StatusCode::not_found
				? Result<JournalSummary>(JournalSummary())
				: file.status();
	}
	return summary_of(file.value());
}

Result<JobRemains> JobRemains::take(JobFolders folders) {
	Result<OwnFile> lock = folders.job.file(job_files::LOCK, OwnFile::Use::append);
	if (!lock.ok()) {
		return lock.status();
	}
	if (!lock.value().try_lock()) {
		return Status(StatusCode::unavailable, "a host of " + folders.id.to_string() + " lives");
	}
	Result<JournalSummary> journal = read_journal(folders);
	if (!journal.ok()) {
		return journal.status();
	}
	return JobRemains(std::move(folders), std::move(lock).value(), std::move(journal).value());
}

Status JobRemains::make_void(std::uint64_t attempt, const Clock &clock) {
	if (journal_.attempt() > attempt || (journal_.attempt() == attempt && journal_.is_over())) {
		return {};
	}
	Result<OwnFile> file = folders_.job.file(job_files::JOURNAL, OwnFile::Use::append);
	if (!file.ok()) {
		return file.status();
	}
	JournalLine line;
	line.n = journal_.last_n() + 1;
	line.ts = stamp_of(clock.wall_now());
	line.kind = JournalKind::void_attempt;
	line.attempt = attempt;
	Status written = append_line(file.value(), line.to_text());
	if (written.ok()) {
		journal_.add(line);
	}
	return written;
}

Result<std::uint64_t> JobRemains::mend_output() const {
	Result<OwnFile> file = folders_.output_file(OwnFile::Use::append);
	if (!file.ok()) {
		return file.status();
	}
	const Result<std::uint64_t> torn = cut_torn_tail(file.value());
	return torn.ok() ? last_seq_of(file.value()) : torn;
}

Result<bool> has_host(const JobFolders &folders) {
	Result<OwnFile> lock = folders.job.file(job_files::LOCK, OwnFile::Use::append);
	return lock.ok() ? Result<bool>(!lock.value().try_lock()) : lock.status();
}

std::size_t end_strays(const std::string &marker, std::chrono::milliseconds grace) {
	return end_marked_processes(
			std::string(job_files::MARKER_VARIABLE).append("=").append(marker), grace);
}

} // namespace agent_runtime

#include "core/jobs/job_requests.h"

#include "core/base/json_io.h"
#include "core/hosting/job_files.h"
#include "core/hosting/output_reader.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/shown_jobs.h"
#include "core/store/read.h"

#include <functional>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

// Where the reply to a request goes.
template <typename Reply>
JobDone<Reply> reply_to(const Asker &asker) {
	return [asker](const Result<Reply> &reply) {
		asker.complete(reply.status(), reply.ok() ? write_reply(reply.value()) : nlohmann::json());
	};
}

// Each line as it stands in the file.
std::vector<JobLineFields> shown_lines(std::string_view text) {
	std::vector<JobLineFields> lines;
	for (const std::string_view each : lines_in(text)) {
		const Result<nlohmann::json> line =
				parse_json(each, { .bytes = OutputLine::MOST_BYTES, .depth = 4, .values = 64 });
		if (line.ok() && line.value().is_object()) {
			lines.push_back(load_fields<JobLineFields>(line.value()));
		}
	}
	return lines;
}

Result<JobOutputReply> output_of(
		Database &database, const std::string &base, const JobOutputRequest &request) {
	const Result<JobRecord> job = find_job(database, request);
	if (!job.ok()) {
		return job.status();
	}
	JobOutputReply reply;
	reply.job = job.value().id;
	reply.last_seq = request.since;
	reply.status = job.value().state.status;
	const Result<JobFolders> folders = JobFolders::open(base, reply.job);
	if (!folders.ok()) {
		const bool is_gone = folders.status().code() == StatusCode::not_found;
		return is_gone ? Result(std::move(reply)) : folders.status();
	}
	const Result<OwnFile> file = folders.value().output_file(OwnFile::Use::read);
	if (!file.ok()) {
		return file.status();
	}
	const Result<OutputPage> page = read_output_since(
			file.value(), request.since, { .lines = request.limit, .bytes = request.max_bytes });
	if (!page.ok()) {
		return page.status();
	}
	reply.lines = shown_lines(page.value().lines);
	reply.line_count = reply.lines.size();
	reply.last_seq = page.value().last_seq;
	reply.more = page.value().more;
	return reply;
}

// Reads away from threads that must not wait.
template <typename Reply>
Status read_for(SharedStore &store, const Asker &asker,
		std::function<Result<Reply>(Database &database)> run) {
	return read<Reply>(store.reader(), std::move(run), reply_to<Reply>(asker));
}

} // namespace

Status JobRequests::answer(const JobStartRequest &request, const Asker &asker) {
	return desk_.start_job(request, { asker.from, asker.trace }, reply_to<JobStartReply>(asker))
			.status();
}

Status JobRequests::answer(const JobResumeRequest &request, const Asker &asker) {
	return desk_.resume(request, { asker.from, asker.trace }, reply_to<JobStartReply>(asker));
}

Status JobRequests::answer(const JobKillRequest &request, const Asker &asker) {
	return desk_.kill(request, { asker.from, asker.trace }, reply_to<JobKillReply>(asker));
}

Status JobRequests::answer(const JobInputRequest &request, const Asker &asker) {
	return desk_.say(request, { asker.from, asker.trace }, reply_to<OneJob>(asker));
}

Status JobRequests::answer(const JobRespondRequest &request, const Asker &asker) {
	return desk_.respond(request, { asker.from, asker.trace }, reply_to<JobRespondReply>(asker));
}

Status JobRequests::answer(const JobRequest &request, const Asker &asker) {
	if (Status closed = desk_.check(); !closed.ok()) {
		return closed;
	}
	return read_for<JobFields>(store_, asker, [request](Database &database) -> Result<JobFields> {
		const Result<JobRecord> job = find_job(database, request.job);
		return job.ok() ? shown_job(database, job.value()) : job.status();
	});
}

Status JobRequests::answer(const JobsRequest &request, const Asker &asker) {
	if (Status closed = desk_.check(); !closed.ok()) {
		return closed;
	}
	return read_for<JobsReply>(
			store_, asker, [request](Database &database) { return shown_jobs(database, request); });
}

Status JobRequests::answer(const JobOutputRequest &request, const Asker &asker) {
	if (Status closed = desk_.check(); !closed.ok()) {
		return closed;
	}
	return read_for<JobOutputReply>(
			store_, asker, [request, base = desk_.base_path()](Database &database) {
				return output_of(database, base, request);
			});
}

Status JobRequests::answer(const JobPurgeRequest &request, const Asker &asker) {
	return desk_.purge(request, reply_to<JobPurgeReply>(asker));
}

} // namespace agent_runtime

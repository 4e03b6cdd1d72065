#include "core/jobs/job_followers.h"

#include "core/base/fields.h"
#include "core/base/files.h"
#include "core/hosting/job_files.h"
#include "core/hosting/output_line.h"
#include "core/hosting/output_reader.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_rows.h"
#include "core/store/read.h"

#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

std::vector<NumberedLine> numbered(std::string_view text) {
	std::vector<NumberedLine> lines;
	for (const std::string_view line : lines_in(text)) {
		lines.push_back({ seq_of_output_line(line).value_or(0), std::string(line) });
	}
	return lines;
}

json state_shown(const JobRecord &job) {
	json state{ { "status", choice_name(job.state.status) } };
	if (job.state.exit_code) {
		state["exit_code"] = *job.state.exit_code;
	}
	if (job.state.signal) {
		state["signal"] = *job.state.signal;
	}
	return state;
}

Result<OwnFile> open_output(const std::string &base, JobId job) {
	const Result<JobFolders> folders = JobFolders::open(base, job);
	return folders.ok() ? folders.value().output_file(OwnFile::Use::read)
						: Result<OwnFile>(folders.status());
}

} // namespace

class JobFollowers::Feed : public LineFeed, public std::enable_shared_from_this<Feed> {
public:
	Feed(std::shared_ptr<Files> files, JobId job, std::uint64_t since) :
			files_(std::move(files)),
			job_(job),
			since_(since) {}

	json subject() const override { return { { "task_id", job_.to_string() } }; }

	void read(std::size_t bytes, Read done) override {
		const std::shared_ptr<Feed> self = shared_from_this();
		const Status asked = agent_runtime::read<LinePage>(
				files_->store.reader(),
				[self, bytes](Database &database) { return self->page(database, bytes); },
				[done](const Result<LinePage> &page) { done(page); });
		if (!asked.ok()) {
			done(asked);
		}
	}

	void wait(std::function<void()> grown) override {
		{
			const Lock lock(files_->mutex);
			files_->waiting.push_back({ weak_from_this(), job_, place_, std::move(grown) });
		}
		files_->wake(); // what was written meanwhile is reported, too
	}

private:
	// On the reader's thread, while nobody else uses the feed.
	Result<LinePage> page(Database &database, std::size_t bytes) {
		// This comes first: what stands in the file of a job that is over is all.
		const bool is_open = files_->book.is_open(job_);
		const Result<JobRecord> job = find_job(database, job_);
		if (!job.ok()) {
			return job.status();
		}
		LinePage page;
		page.state = state_shown(job.value());
		const Result<OwnFile> file = open_output(JobBase::path_for(files_->store.path()), job_);
		if (!file.ok()) {
			page.is_end = !is_open;
			return file.status().code() == StatusCode::not_found ? Result(std::move(page))
																 : file.status();
		}
		if (!has_place_) {
			place_ = place_after_seq(file.value(), since_).value_or(0);
			has_place_ = true;
		}
		const Result<OutputPage> read =
				read_output(file.value(), place_, { .lines = MOST_LINES, .bytes = bytes });
		if (!read.ok()) {
			return read.status();
		}
		place_ = read.value().place;
		page.lines = numbered(read.value().lines);
		page.more = read.value().more;
		page.is_end = !is_open && !page.more && is_over(job.value().state.status);
		return page;
	}

	static constexpr std::size_t MOST_LINES = 10'000;

	const std::shared_ptr<Files> files_;
	const JobId job_;
	const std::uint64_t since_;
	std::uint64_t place_ = 0;
	bool has_place_ = false;
};

void JobFollowers::open(const json &request, Opened opened) {
	const JobOutputRequest wanted = load_fields<JobOutputRequest>(request);
	const WhichJob which = wanted;
	const Status asked = read<JobRecord>(
			files_->store.reader(),
			[which](Database &database) { return find_job(database, which); },
			[files = files_, since = wanted.since, opened](const Result<JobRecord> &found) {
				if (!found.ok()) {
					opened(found.status());
					return;
				}
				const std::shared_ptr<LineFeed> feed =
						std::make_shared<Feed>(files, found.value().id, since);
				opened(feed);
			});
	if (!asked.ok()) {
		opened(asked);
	}
}

void JobFollowers::look() {
	std::vector<Waiting> all;
	{
		const Lock lock(files_->mutex);
		all.swap(files_->waiting);
	}
	std::map<JobId, std::uint64_t> ends; // of their files
	std::vector<Waiting> left;
	std::vector<Waiting> told;
	for (Waiting &each : all) {
		if (each.feed.expired()) {
			continue; // its client has gone
		}
		const auto [end, is_new] = ends.try_emplace(each.job, 0);
		if (is_new) {
			end->second = end_of_output(each.job);
		}
		(end->second > each.place ? told : left).push_back(std::move(each));
	}
	{
		const Lock lock(files_->mutex);
		std::move(left.begin(), left.end(), std::back_inserter(files_->waiting));
	}
	for (const Waiting &each : told) {
		each.grown();
	}
}

// Beyond all places when there is news of another kind: the job is over.
std::uint64_t JobFollowers::end_of_output(JobId job) const {
	if (!files_->book.is_open(job)) {
		return std::numeric_limits<std::uint64_t>::max();
	}
	return file_size(JobBase::path_for(files_->store.path()) + "/" + job_files::OUTPUT + "/" +
			job_files::output_name(job))
			.value_or(0);
}

} // namespace agent_runtime

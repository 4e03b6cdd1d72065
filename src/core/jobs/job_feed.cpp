#include "core/jobs/job_feed.h"

#include "core/hosting/line_reader.h"
#include "core/hosting/output_reader.h"

#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr OutputPageLimits PAGE_OF_A_FEED = { .lines = 1'000, .bytes = 262'144 };

std::vector<OutputLine> parsed(std::string_view text) {
	std::vector<OutputLine> lines;
	for (const std::string_view each : lines_in(text)) {
		Result<OutputLine> line = OutputLine::parse(each);
		if (line.ok()) {
			lines.push_back(std::move(line).value());
		}
	}
	return lines;
}

} // namespace

void JobFeeds::follow(JobId job, std::uint64_t since) {
	{
		const Lock lock(mutex_);
		Feed feed;
		feed.generation = ++newest_;
		feed.since = since;
		feeds_.insert_or_assign(job, std::move(feed));
	}
	wake_();
}

void JobFeeds::leave(JobId job) {
	const Lock lock(mutex_);
	feeds_.erase(job);
}

std::vector<JobLines> JobFeeds::take() {
	std::vector<JobLines> taken;
	{
		const Lock lock(mutex_);
		for (auto each = feeds_.begin(); each != feeds_.end();) {
			Feed &feed = each->second;
			if (!feed.lines.empty() || feed.is_end) {
				taken.push_back({ each->first, std::move(feed.lines), feed.is_end });
				feed.lines.clear();
			}
			each = feed.is_end ? feeds_.erase(each) : std::next(each);
		}
	}
	if (!taken.empty()) {
		wake_();
	}
	return taken;
}

std::vector<JobFeeds::Wanted> JobFeeds::wanted() const {
	const Lock lock(mutex_);
	std::vector<Wanted> all;
	for (const auto &[job, feed] : feeds_) {
		if (feed.lines.empty() && !feed.is_end) {
			all.push_back({ job, feed.generation, feed.since, feed.place });
		}
	}
	return all;
}

bool JobFeeds::fill(const JobBase &base) {
	bool any = false;
	for (const Wanted &each : wanted()) {
		any = fill_one(base, each) || any;
	}
	return any;
}

bool JobFeeds::fill_one(const JobBase &base, const Wanted &wanted) {
	// This comes first: what stands in the file of a job that is over is all.
	const bool is_open = book_.is_open(wanted.job);
	const Result<JobFolders> folders = base.folders(wanted.job);
	const Result<OwnFile> file = folders.ok() ? folders.value().output_file(OwnFile::Use::read)
											  : Result<OwnFile>(folders.status());
	if (!file.ok()) {
		if (!is_open) {
			put(wanted, { .is_end = true });
		}
		return false;
	}
	const std::uint64_t place =
			wanted.place ? *wanted.place : place_after_seq(file.value(), wanted.since).value_or(0);
	const Result<OutputPage> page = read_output(file.value(), place, PAGE_OF_A_FEED);
	if (!page.ok()) {
		return false;
	}
	put(wanted,
			{ .place = page.value().place,
					.lines = parsed(page.value().lines),
					.is_end = !is_open && !page.value().more });
	return page.value().count > 0;
}

void JobFeeds::put(const Wanted &wanted, Feed read) {
	const Lock lock(mutex_);
	const auto found = feeds_.find(wanted.job);
	if (found == feeds_.end() || found->second.generation != wanted.generation) {
		return; // it was left, or is followed anew
	}
	read.generation = wanted.generation;
	read.since = wanted.since;
	found->second = std::move(read);
}

} // namespace agent_runtime

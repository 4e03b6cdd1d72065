#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/hosting/job_files.h"
#include "core/hosting/output_line.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_book.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace agent_runtime {

// Lines of one job for a handler in the game. Thread rule: immutable.
struct JobLines {
	JobId job;
	std::vector<OutputLine> lines; // in order, without a hole after those before
	bool is_end = false; // the job has ended, and there are no more
};

// Brings handlers in the game every line that a job writes, in order and once. The lines come from
// the output file, a page at a time: the next page is read when the last one was taken. So a
// handler may be as slow as it likes, and no buffer forgets anything. Owned by the desk. Thread
// rule: follow(), leave() and take() any thread; fill() worker only.
class JobFeeds {
public:
	// `wake` is called when fill() has something to do. All of it must outlive the feeds.
	JobFeeds(const JobBook &book, std::function<void()> wake) :
			book_(book),
			wake_(std::move(wake)) {}

	// Lines with higher numbers than `since` come from now on. A job that is followed already is
	// followed anew.
	void follow(JobId job, std::uint64_t since);
	void leave(JobId job);
	// What was read since the last time. After `is_end` nothing more comes of a job.
	std::vector<JobLines> take();

	// Reads a page for each that waits for one. True when there was something to read.
	bool fill(const JobBase &base);

private:
	struct Feed {
		std::uint64_t generation = 0; // which follow() it is
		std::uint64_t since = 0; // the line behind which it begins
		std::optional<std::uint64_t> place = {}; // in the file, up to which it was read
		std::vector<OutputLine> lines = {}; // read and not taken
		bool is_end = false;
	};
	struct Wanted {
		JobId job;
		std::uint64_t generation = 0;
		std::uint64_t since = 0;
		std::optional<std::uint64_t> place = {};
	};

	std::vector<Wanted> wanted() const;
	bool fill_one(const JobBase &base, const Wanted &wanted);
	void put(const Wanted &wanted, Feed read);

	const JobBook &book_;
	const std::function<void()> wake_;
	mutable Mutex mutex_;
	std::map<JobId, Feed> feeds_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime

#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/hosting/output_line.h"
#include "core/jobs/job_feed.h"
#include "godot/agent_program_job.h"
#include "godot/live_runtime.h"

#include <godot_cpp/classes/ref.hpp>

#include <deque>
#include <map>

namespace agent_runtime {

// Passes the lines of jobs on to whoever is connected to `output_received`: each line once, in
// order, a few in each frame. They come from the output file, where they stay (JobFeeds), so a slow
// handler loses nothing. Owned by HeldJobs. Thread rule: main thread only.
class JobOutputs {
public:
	// A job works: its lines come from where they were shown last.
	void begin(const godot::Ref<AgentProgramJob> &p_job);
	void leave(JobId p_job);
	void clear();
	// A handler may do anything, even end the live runtime. Shows a few lines at least.
	void work(LiveRuntime &p_live, Micros p_budget);
	// It has ended, so what it has written last comes now.
	void note_end(JobId p_job, RealTime p_now);
	// Whether nobody waits for lines of a job that has ended, or all of them have come. A file that
	// cannot be read is waited for a while only.
	bool is_done(JobId p_job, RealTime p_now);

private:
	struct Output {
		godot::Ref<AgentProgramJob> job;
		std::deque<OutputLine> lines; // that were not shown yet
		bool is_followed = false;
		bool has_end = false; // behind these lines there are no more
		RealTime last_news{};
	};

	void follow_wanted(JobFeeds &p_feeds, RealTime p_now);
	void take(JobFeeds &p_feeds, RealTime p_now);
	// The next one in turn that has lines; null: none.
	Output *next();
	static void show(Output &p_output);

	std::map<JobId, Output> outputs;
	JobId last; // whose lines were shown last
};

} // namespace agent_runtime

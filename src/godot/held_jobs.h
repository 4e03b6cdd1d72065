#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/jobs/job_events.h"
#include "core/jobs/job_messages.h"
#include "core/log/event.h"
#include "godot/agent_job.h"
#include "godot/agent_program_job.h"
#include "godot/job_outputs.h"
#include "godot/live_runtime.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

class AgentJobs;

namespace agent_runtime {

// The jobs of one runtime as scripts have them, from what was there when it started and from what
// happens. A job is shown as started when all is known of it, and as ended when that is so again
// and all of its lines were shown. Owned by AgentJobs, which emits its signals.
// Thread rule: main thread only.
class HeldJobs {
public:
	explicit HeldJobs(AgentJobs &p_owner) :
			owner(p_owner) {}

	// Those that were there when the runtime started.
	void begin(LiveRuntime &p_live);
	// One that a script has just started.
	godot::Ref<AgentProgramJob> add(const JobFields &p_fields);
	// It was not accepted after all.
	void refuse(JobId p_job, const Status &p_why);
	// What has happened, if it is about jobs.
	void follow(const EventData &p_event);
	// What is due in this frame. A handler may do anything.
	void work(LiveRuntime &p_live, Micros p_budget);
	void end_all();

	godot::Ref<AgentProgramJob> find(JobId p_job) const;
	// The newest first.
	godot::TypedArray<AgentJob> list(bool p_active_only) const;

private:
	struct Held {
		godot::Ref<AgentProgramJob> job;
		bool is_shown = false; // as started, in its present attempt
		bool has_ended = false; // its end is not shown yet
		bool is_looked_up = false; // at the moment
		bool is_stale = false; // it is looked up again then
		RealTime next_look{}; // at what it has spent
	};
	struct End {
		JobStatus status = JobStatus::failed;
		std::string message;
		std::optional<std::int64_t> exit_code;
		std::uint64_t last_seq = 0;
	};

	Held &hold(const JobNamed &p_named);
	void begin_attempt(const JobStarting &p_event);
	void take_output(const JobOutput &p_event);
	void end(JobId p_job, const End &p_end);
	void forget(JobId p_job);
	void look_up(JobId p_job);
	void take_looked_up(JobId p_job, const Result<JobFields> &p_found);
	void show_found();
	void show_words(LiveRuntime &p_live) const;
	void show_ends(LiveRuntime &p_live);
	void show_end(JobId p_job);

	AgentJobs &owner;
	std::map<JobId, Held> held;
	std::set<JobId> found; // at work when the runtime started; not shown yet
	std::set<JobId> ending; // have ended, and that is not shown yet
	JobOutputs outputs;
};

} // namespace agent_runtime

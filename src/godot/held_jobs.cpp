#include "godot/held_jobs.h"

#include "core/hosting/job_files.h"
#include "godot/agent_jobs.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr Micros BETWEEN_LOOKS = std::chrono::seconds(1);

Ref<AgentProgramJob> job_of(ObjectID p_runtime, const JobFields &p_fields) {
	Ref<AgentProgramJob> job;
	job.instantiate();
	job->begin(p_runtime, p_fields);
	return job;
}

} // namespace

void HeldJobs::begin(LiveRuntime &p_live) {
	for (const FoundJob &job : p_live.runtime().jobs().take_found()) {
		const JobFields &fields = job.job;
		Held each;
		each.job = job_of(owner.runtime_id(), fields);
		each.is_shown = true;
		if (!is_over(fields.status)) {
			found.insert(fields.job);
			outputs.begin(each.job);
		}
		if (job.has_just_ended) {
			each.has_ended = true;
			ending.insert(fields.job);
		}
		held.insert_or_assign(fields.job, std::move(each));
	}
}

Ref<AgentProgramJob> HeldJobs::add(const JobFields &p_fields) {
	Held each;
	each.job = job_of(owner.runtime_id(), p_fields);
	Ref<AgentProgramJob> job = each.job;
	held.insert_or_assign(p_fields.job, std::move(each));
	outputs.begin(job);
	return job;
}

void HeldJobs::refuse(JobId p_job, const Status &p_why) {
	const auto at = held.find(p_job);
	if (at == held.end()) {
		return;
	}
	const Ref<AgentProgramJob> job = at->second.job;
	forget(p_job);
	job->known().status = JobStatus::failed;
	job->known().error = p_why.message();
	job->show_end();
	job->let_go();
}

Ref<AgentProgramJob> HeldJobs::find(JobId p_job) const {
	const auto at = held.find(p_job);
	return at != held.end() ? at->second.job : Ref<AgentProgramJob>();
}

TypedArray<AgentJob> HeldJobs::list(bool p_active_only) const {
	TypedArray<AgentJob> jobs;
	for (auto each = held.rbegin(); each != held.rend(); ++each) {
		if (!p_active_only || !each->second.job->has_ended()) {
			jobs.push_back(each->second.job);
		}
	}
	return jobs;
}

void HeldJobs::follow(const EventData &p_event) {
	if (const JobStarting *starting = p_event.get_if<JobStarting>()) {
		begin_attempt(*starting);
	} else if (const JobStarted *started = p_event.get_if<JobStarted>()) {
		JobFields &known = hold(started->named).job->known();
		known.status = known.status == JobStatus::starting ? JobStatus::running : known.status;
		known.pid = started->pid;
	} else if (const JobOutput *output = p_event.get_if<JobOutput>()) {
		take_output(*output);
	} else if (const JobCompleted *completed = p_event.get_if<JobCompleted>()) {
		end(completed->named.job,
				{ JobStatus::completed, {}, completed->exit_code, completed->last_seq });
	} else if (const JobFailed *failed = p_event.get_if<JobFailed>()) {
		end(failed->named.job,
				{ JobStatus::failed, failed->error, failed->end.exit_code, failed->end.last_seq });
	} else if (const JobKilled *killed = p_event.get_if<JobKilled>()) {
		end(killed->named.job,
				{ JobStatus::killed, killed->reason, killed->end.exit_code, killed->end.last_seq });
	} else if (const JobPurged *purged = p_event.get_if<JobPurged>()) {
		const Ref<AgentProgramJob> job = find(purged->named.job);
		forget(purged->named.job);
		if (job.is_valid()) {
			job->let_go();
		}
	}
}

// A job that programs outside have started is not known yet.
HeldJobs::Held &HeldJobs::hold(const JobNamed &p_named) {
	Held &each = held[p_named.job];
	if (each.job.is_null()) {
		JobFields fields;
		fields.job = p_named.job;
		fields.agent = p_named.agent;
		each.job = job_of(owner.runtime_id(), fields);
		outputs.begin(each.job);
		look_up(p_named.job);
	}
	return each;
}

void HeldJobs::begin_attempt(const JobStarting &p_event) {
	const JobId id = p_event.named.job;
	if (ending.contains(id)) {
		show_end(id); // of the attempt before
	}
	if (!owner.is_running()) {
		return; // a handler has stopped it
	}
	Held &each = hold(p_event.named);
	if (each.job->known().attempt != p_event.attempt) {
		each.job->begin_attempt(p_event.attempt);
		outputs.begin(each.job);
	}
	each.is_shown = false;
	look_up(id);
}

void HeldJobs::take_output(const JobOutput &p_event) {
	Held &each = hold(p_event.named);
	JobFields &known = each.job->known();
	known.last_seq = std::max(known.last_seq, p_event.last_seq);
	const LiveRuntime *live = owner.find_live();
	if (live == nullptr || known.program == JobProgram::command) {
		return;
	}
	const RealTime now = live->clock().now();
	if (now >= each.next_look) {
		each.next_look = now + BETWEEN_LOOKS;
		look_up(p_event.named.job);
	}
}

void HeldJobs::end(JobId p_job, const End &p_end) {
	Held &each = hold(JobNamed{ p_job, {} });
	JobFields &known = each.job->known();
	known.status = p_end.status;
	known.error = p_end.message;
	known.exit_code = p_end.exit_code;
	known.last_seq = std::max(known.last_seq, p_end.last_seq);
	each.has_ended = true;
	ending.insert(p_job);
	if (const LiveRuntime *live = owner.find_live()) {
		outputs.note_end(p_job, live->clock().now());
	}
	look_up(p_job); // for what it has cost
}

void HeldJobs::forget(JobId p_job) {
	held.erase(p_job);
	found.erase(p_job);
	ending.erase(p_job);
	outputs.leave(p_job);
}

void HeldJobs::look_up(JobId p_job) {
	Held &each = held.at(p_job);
	LiveRuntime *live = owner.find_live();
	if (each.is_looked_up || live == nullptr) {
		each.is_stale = each.is_looked_up;
		return;
	}
	each.is_looked_up = true;
	JobRequest request;
	request.job = p_job;
	live->look_up(request, [id = owner.own_id(), p_job](const Result<JobFields> &looked_up) {
		if (AgentJobs *jobs = AgentJobs::find(id)) {
			jobs->held_jobs().take_looked_up(p_job, looked_up);
		}
	});
}

// Events may be ahead of what was looked up before them.
void HeldJobs::take_looked_up(JobId p_job, const Result<JobFields> &p_found) {
	const auto at = held.find(p_job);
	if (at == held.end()) {
		return;
	}
	Held &each = at->second;
	each.is_looked_up = false;
	if (std::exchange(each.is_stale, false)) {
		look_up(p_job);
		return;
	}
	const JobFields &known = each.job->known();
	const bool is_older = p_found.ok() &&
			(p_found.value().attempt < known.attempt ||
					(each.has_ended && !is_over(p_found.value().status)));
	if (p_found.ok() && !is_older) {
		const std::uint64_t last_seq = std::max(known.last_seq, p_found.value().last_seq);
		const std::string message = each.has_ended ? known.error : p_found.value().error;
		each.job->known() = p_found.value();
		each.job->known().last_seq = last_seq;
		each.job->known().error = message;
	}
	if (!std::exchange(each.is_shown, true)) {
		const Ref<AgentProgramJob> job = each.job;
		owner.show_started(job);
	}
}

void HeldJobs::show_found() {
	while (!found.empty()) {
		const Ref<AgentProgramJob> job = find(*found.begin());
		found.erase(found.begin());
		if (job.is_valid()) {
			owner.show_started(job);
		}
	}
}

void HeldJobs::show_words(LiveRuntime &p_live) const {
	for (const auto &[id, words] : p_live.runtime().jobs().words().take()) {
		const Ref<AgentProgramJob> job = find(id);
		if (job.is_valid()) {
			job->show_words(words);
		}
		if (p_live.is_stopped()) {
			return;
		}
	}
}

void HeldJobs::show_ends(LiveRuntime &p_live) {
	const RealTime now = p_live.clock().now();
	for (const JobId id : std::vector<JobId>(ending.begin(), ending.end())) {
		const auto at = held.find(id);
		const bool is_due = at != held.end() && ending.contains(id) && at->second.is_shown &&
				!at->second.is_looked_up && outputs.is_done(id, now);
		if (is_due) {
			show_end(id);
		}
		if (p_live.is_stopped()) {
			return;
		}
	}
}

void HeldJobs::show_end(JobId p_job) {
	ending.erase(p_job);
	outputs.leave(p_job);
	Held &each = held.at(p_job);
	each.has_ended = false;
	const Ref<AgentProgramJob> job = each.job;
	job->show_end();
	owner.show_ended(job);
}

void HeldJobs::work(LiveRuntime &p_live, Micros p_budget) {
	show_found();
	if (!p_live.is_stopped()) {
		show_words(p_live);
	}
	if (!p_live.is_stopped()) {
		outputs.work(p_live, p_budget);
	}
	if (!p_live.is_stopped()) {
		show_ends(p_live);
	}
}

void HeldJobs::end_all() {
	found.clear();
	ending.clear();
	outputs.clear();
	for (const auto &[id, each] : std::exchange(held, {})) {
		each.job->let_go();
	}
}

} // namespace agent_runtime

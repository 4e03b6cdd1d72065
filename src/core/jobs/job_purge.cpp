#include "core/jobs/job_purge.h"

#include "core/jobs/job_rows.h"
#include "core/requests/request_book.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *ASKED_FOR = "it was asked for";
constexpr const char *JOB_IS_GONE = "its job is gone, and only its worktree is left";

PurgedJobFields shown_purge(const JobToPurge &job) {
	return { job.job, job.bytes, job.reason, job.kept_worktree };
}

bool has_worktree(const JobToPurge &job) {
	return !job.plan.worktree.empty();
}

} // namespace

JobPurge::JobPurge(const Parts &parts, const Logger &log) :
		parts_(parts),
		log_(log),
		retention_({ parts.base, parts.writes, parts.settings, parts.clock, parts.reading }, log) {}

void JobPurge::purge(const JobPurgeRequest &request, const JobDone<JobPurgeReply> &done) {
	Result<Plan> planned = plan(request);
	if (!planned.ok()) {
		done(planned.status());
		return;
	}
	begin(std::move(planned).value(), done);
}

Result<JobPurge::Plan> JobPurge::plan(const JobPurgeRequest &request) const {
	Plan plan{ .dry_run = request.dry_run };
	if (!request.job.is_none()) {
		Result<JobToPurge> job = retention_.look(request.job, ASKED_FOR);
		if (!job.ok()) {
			return job.status();
		}
		plan.jobs.push_back(std::move(job).value());
		return plan;
	}
	plan.strays = stray_worktrees();
	Result<std::vector<JobToPurge>> due =
			retention_.due(vocabulary::MOST_JOBS_SHOWN - plan.strays.size());
	if (!due.ok()) {
		return due.status();
	}
	plan.jobs = std::move(due).value();
	return plan;
}

// Worktrees whose job has no record: where a purge has left one with work in it, or a game was
// killed before its job was stored.
std::vector<JobId> JobPurge::stray_worktrees() const {
	const Result<std::vector<JobId>> known = all_job_ids(parts_.reading);
	if (!known.ok()) {
		log_.warning("worktrees cannot be looked through: " + known.status().message());
		return {};
	}
	std::vector<JobId> strays = parts_.base.worktrees_without_record(known.value());
	std::erase_if(strays, [this](JobId job) { return parts_.book.is_open(job); });
	strays.resize(std::min(strays.size(), vocabulary::MOST_JOBS_SHOWN));
	return strays;
}

void JobPurge::begin(Plan plan, const JobDone<JobPurgeReply> &done) {
	if (plan.strays.empty() && std::none_of(plan.jobs.begin(), plan.jobs.end(), has_worktree)) {
		finish(plan, {}, done);
		return;
	}
	JobErrand errand;
	errand.run = [this, plan, done](const JobErrand::Cancelled &cancelled) -> JobErrand::Then {
		Plan looked_at = plan;
		for (JobToPurge &job : looked_at.jobs) {
			job.kept_worktree = worktree_to_keep(job.plan, cancelled);
		}
		return [this, looked_at, swept = sweep_strays(plan, cancelled), done] {
			finish(looked_at, swept, done);
		};
	};
	errand.give_up = [done] { done(has_stopped()); };
	parts_.git.post(std::move(errand));
}

// They go when there is no work in them.
std::vector<PurgedJobFields> JobPurge::sweep_strays(
		const Plan &plan, GitCancelled &cancelled) const {
	std::vector<PurgedJobFields> swept;
	for (const JobId job : plan.strays) {
		const std::string path = parts_.base.worktree_path(job);
		const Result<std::string> work =
				look_at_stray_worktree(path, job, !plan.dry_run, cancelled);
		const bool is_kept = !work.ok() || !work.value().empty();
		if (is_kept && !plan.dry_run) {
			log_.info(path + " stays, though its job is gone: " +
					(work.ok() ? work.value() : work.status().message()));
		}
		swept.push_back({ job, 0, JOB_IS_GONE, is_kept ? std::optional(path) : std::nullopt });
	}
	return swept;
}

void JobPurge::finish(
		const Plan &plan, std::vector<PurgedJobFields> swept, const JobDone<JobPurgeReply> &done) {
	JobPurgeReply reply{ std::move(swept), 0, plan.dry_run };
	std::vector<JobPlan> worktrees;
	Status status;
	for (std::size_t i = 0; i < plan.jobs.size() && status.ok(); i++) {
		const JobToPurge &job = plan.jobs[i];
		status = plan.dry_run ? Status() : retention_.purge(job);
		if (status.ok() && !plan.dry_run && has_worktree(job) && !job.kept_worktree) {
			worktrees.push_back(job.plan);
		}
		reply.jobs.push_back(shown_purge(job));
		reply.bytes += job.bytes;
	}
	const Result<JobPurgeReply> result = status.ok() ? Result(std::move(reply)) : status;
	if (worktrees.empty()) {
		done(result);
		return;
	}
	remove_worktrees(worktrees, [done, result] { done(result); });
}

// It looks again, and leaves one in which somebody has worked meanwhile.
void JobPurge::remove_worktrees(const std::vector<JobPlan> &plans, const JobErrand::Then &then) {
	JobErrand errand;
	errand.run = [plans, then, log = log_](const JobErrand::Cancelled &cancelled) {
		for (const JobPlan &plan : plans) {
			if (const Status left = remove_worktree(plan, cancelled); !left.ok()) {
				log.warning("the worktree " + plan.worktree + " is left: " + left.message());
			}
		}
		return then;
	};
	errand.give_up = then;
	parts_.git.post(std::move(errand));
}

void JobPurge::sweep() {
	if (is_sweeping_) {
		return;
	}
	Plan plan;
	plan.jobs = retention_.sweep();
	if (std::exchange(looks_for_strays_, false)) {
		plan.strays = stray_worktrees();
	}
	if (plan.jobs.empty() && plan.strays.empty()) {
		return;
	}
	is_sweeping_ = true;
	begin(std::move(plan), [this](const Result<JobPurgeReply> &purged) {
		is_sweeping_ = false;
		if (!purged.ok()) {
			log_.warning("old jobs cannot be purged: " + purged.status().message());
		}
	});
}

} // namespace agent_runtime

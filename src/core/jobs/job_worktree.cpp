#include "core/jobs/job_worktree.h"

#include "core/base/files.h"
#include "core/jobs/worktree.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *BRANCHES = "coven/";

Worktree tree_of(const JobPlan &plan) {
	return { plan.worktree, plan.branch, plan.working_folder() };
}

void change_lock(const JobPlan &plan, bool is_locked, const Logger &log, GitCancelled &cancelled) {
	if (plan.worktree.empty() || !is_folder(plan.worktree)) {
		return;
	}
	const Result<Worktrees> trees = Worktrees::of(plan.folder, &cancelled);
	const Status changed = !trees.ok() ? trees.status()
			: is_locked				   ? trees.value().lock(tree_of(plan))
									   : trees.value().unlock(tree_of(plan));
	if (!changed.ok()) {
		log.warning("the worktree " + plan.worktree + " cannot be " +
				(is_locked ? "locked: " : "unlocked: ") + changed.message());
	}
}

} // namespace

Result<JobPlan> add_worktree(
		JobPlan plan, const std::string &path, JobId job, GitCancelled &cancelled) {
	const Result<Worktrees> trees = Worktrees::of(plan.folder, &cancelled);
	if (!trees.ok()) {
		return trees.status();
	}
	Result<Worktree> tree = trees.value().add(path, BRANCHES + job.to_string());
	if (!tree.ok()) {
		return tree.status();
	}
	plan.worktree = std::move(tree.value().path);
	plan.branch = std::move(tree.value().branch);
	plan.worktree_folder = std::move(tree.value().folder);
	return plan;
}

void lock_worktree(const JobPlan &plan, const Logger &log, GitCancelled &cancelled) {
	change_lock(plan, true, log, cancelled);
}

void unlock_worktree(const JobPlan &plan, const Logger &log, GitCancelled &cancelled) {
	change_lock(plan, false, log, cancelled);
}

std::optional<std::string> worktree_to_keep(const JobPlan &plan, GitCancelled &cancelled) {
	if (plan.worktree.empty() || !is_folder(plan.worktree)) {
		return std::nullopt;
	}
	const Result<Worktrees> trees = Worktrees::of(plan.folder, &cancelled);
	const Result<std::string> work =
			trees.ok() ? trees.value().find_work(tree_of(plan)) : trees.status();
	return work.ok() && work.value().empty() ? std::nullopt : std::optional(plan.worktree);
}

Result<std::string> look_at_stray_worktree(
		const std::string &path, JobId job, bool removes, GitCancelled &cancelled) {
	const Result<Worktrees> trees = Worktrees::around(path, &cancelled);
	if (!trees.ok()) {
		return trees.status();
	}
	const Result<Worktree> tree = trees.value().find(path, BRANCHES + job.to_string());
	if (!tree.ok()) {
		return tree.status();
	}
	return removes ? trees.value().remove(tree.value()) : trees.value().find_work(tree.value());
}

Status remove_worktree(const JobPlan &plan, GitCancelled &cancelled) {
	if (plan.worktree.empty()) {
		return {};
	}
	const Result<Worktrees> trees = Worktrees::of(plan.folder, &cancelled);
	if (!trees.ok()) {
		return trees.status();
	}
	const Status unlocked = trees.value().unlock(tree_of(plan));
	return unlocked.ok() ? trees.value().remove(tree_of(plan)).status() : unlocked;
}

} // namespace agent_runtime

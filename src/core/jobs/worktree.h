#pragma once

// Worktrees of git in which jobs work: a copy of the project beside the one that the user works
// in, with a branch of its own. It is locked while its job runs, and is never removed while it
// holds work that is nowhere else.
//
//	const Result<Worktrees> trees = Worktrees::of(project);
//	const Result<Worktree> tree = trees.value().add(base + "/worktrees/job_012", "coven/job_012");
//	…
//	trees.value().unlock(tree.value());
//	Result<std::string> kept = trees.value().remove(tree.value());
//
// The repository may be a stranger's, and the job may have changed its settings. So none of the
// programs that these name is run: no hooks, no filters, no watchers, nothing that reaches out. A
// copy that needs a filter, such as one of large files, has its own form of these files.

#include "core/base/status.h"
#include "core/io/run_program.h"

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct Worktree {
	std::string path; // absolute
	std::string branch; // "coven/job_012"
	std::string folder; // the folder of the project within it
};

// The worktrees of the repository in which a folder lies. Waits for git, which has time limits.
// Thread rule: any thread that may wait.
class Worktrees {
public:
	static constexpr std::chrono::seconds LIMIT{ 30 }; // of a call of git
	static constexpr std::chrono::minutes LIMIT_OF_COPY{ 5 };

	// `not_found` when there is no git, `failed_precondition` when the folder is in no repository,
	// or in one without a commit.
	// While `cancelled` is true, git is not waited for; null: it always is.
	static Result<Worktrees> of(
			const std::string &folder, const std::atomic<bool> *cancelled = nullptr);
	// The worktrees among which one is, by the path of that one.
	static Result<Worktrees> around(
			const std::string &path, const std::atomic<bool> *cancelled = nullptr);

	// Makes one from what is committed, locked. When the branch is taken, its own is called
	// coven/job_012-2 and so on. `already_exists` when something is at the path.
	Result<Worktree> add(const std::string &path, const std::string &branch) const;

	// One that add() has made at this path for such a branch. `not_found` when there is none.
	Result<Worktree> find(const std::string &path, const std::string &branch) const;

	// One that is locked or unlocked already is no error.
	Status lock(const Worktree &tree) const;
	Status unlock(const Worktree &tree) const;

	// What would be lost with it, in words; empty: nothing. An error when that cannot be found out.
	Result<std::string> find_work(const Worktree &tree) const;

	// Removes it with its branch and returns an empty text, or leaves it as it is and returns what
	// would be lost. One that is gone already is no error.
	Result<std::string> remove(const Worktree &tree) const;

private:
	using Words = std::vector<std::string>;

	explicit Worktrees(const std::atomic<bool> *cancelled) :
			cancelled_(cancelled) {}
	Status read_place(const std::string &folder);
	void silence_filters(const Words &which);
	void silence(const std::string &setting);
	ProcessSpec git(const std::string &folder, Words words) const;
	Result<ProgramOutcome> run(const std::string &folder, Words words) const;
	// What it wrote, without the newline at its end; an error when it failed.
	Result<std::string> ask(const std::string &folder, Words words) const;
	Result<std::string> ask(const ProcessSpec &spec) const;
	bool has_branch(const std::string &branch) const;
	Result<std::string> free_branch(const std::string &branch) const;
	std::optional<std::string> record_of(const std::string &path) const;
	Result<std::string> find_loose_commits(const std::string &record, const Worktree &tree) const;
	void drop_branch(const std::string &branch) const;

	ProgramBounds bounds(std::chrono::milliseconds limit) const;

	const std::atomic<bool> *cancelled_;
	std::string top_; // of the worktree in which the folder lies
	std::string inside_; // the folder within that, "" or "game/"
	std::string common_; // what all worktrees share
	std::map<std::string, std::string> silenced_; // settings that would start a program
};

} // namespace agent_runtime

#pragma once

#include <optional>
#include <string>

namespace agent_runtime {

// The project that a folder belongs to: the first folder, from there upward, that has `.crucible/`
// or `.git`. A submodule is a project of its own. So is a linked worktree of git, with its own
// definitions and sessions, but what all programs share lies in its main worktree.
//
//	if (std::optional<Project> project = Project::of("/projects/office/game")) {
//		project->shared_crucible(); // "/projects/office/.crucible"
//	}
//
// It depends only on the folders, never on who asks. Thread rule: immutable.
struct Project {
	std::string folder;
	std::string main_worktree; // the same folder, unless it is a linked worktree

	static std::optional<Project> of(const std::string &start);

	// Where the database and its files lie; empty: the project has no such folder.
	std::string shared_crucible() const;
};

} // namespace agent_runtime

#include "core/base/project.h"

#include "core/base/files.h"

#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_BYTES_OF_GIT_FILE = 8192;
constexpr std::string_view POINTER = "gitdir:";

std::string without_spaces(std::string_view text) {
	const std::size_t first = text.find_first_not_of(" \t");
	const std::size_t last = text.find_last_not_of(" \t\r\n");
	return first == std::string_view::npos || last < first
			? std::string()
			: std::string(text.substr(first, last - first + 1));
}

// Where the `.git` file of a worktree or submodule points; empty for a `.git` folder.
std::string git_folder_named_in(const std::string &folder) {
	const std::string text = read_file(folder + "/.git", MOST_BYTES_OF_GIT_FILE).value_or("");
	if (!text.starts_with(POINTER)) {
		return "";
	}
	const std::string target = without_spaces(
			std::string_view(text).substr(POINTER.size(), text.find('\n') - POINTER.size()));
	if (target.empty()) {
		return "";
	}
	return real_path(is_absolute_path(target) ? target : folder + "/" + target);
}

// A linked worktree's git folder is MAIN/.git/worktrees/NAME. A bare repository has no main
// worktree, and a submodule (…/modules/…) is not a worktree.
std::string main_worktree_of(const std::string &folder) {
	const std::string git_folder = git_folder_named_in(folder);
	const std::string worktrees = parent_folder(git_folder);
	const std::string common = parent_folder(worktrees);
	if (!worktrees.ends_with("/worktrees") || !common.ends_with("/.git") || !is_folder(common)) {
		return folder;
	}
	return parent_folder(common);
}

} // namespace

std::optional<Project> Project::of(const std::string &start) {
	if (start.empty()) {
		return std::nullopt;
	}
	std::string folder = real_path(start);
	if (folder.size() > 1 && folder.ends_with('/')) {
		folder.pop_back();
	}
	while (true) {
		if (is_taken_path(folder + "/.git")) {
			return Project{ folder, main_worktree_of(folder) };
		}
		if (is_folder(folder + "/.crucible")) {
			return Project{ folder, folder };
		}
		std::string above = parent_folder(folder);
		if (above == folder || above.empty()) {
			return std::nullopt;
		}
		folder = std::move(above);
	}
}

std::string Project::shared_crucible() const {
	std::string crucible = main_worktree + "/.crucible";
	return is_folder(crucible) ? crucible : std::string();
}

} // namespace agent_runtime

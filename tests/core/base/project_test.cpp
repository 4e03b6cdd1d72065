#include "core/base/project.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace agent_runtime;

namespace {

void make_folder(const std::string &path) {
	std::filesystem::create_directories(path);
}

// Runs git; nobody's configuration, and nothing outside the folder, has a say in it.
void git(const std::string &folder, const std::string &arguments) {
	const std::string command = "cd '" + folder +
			"' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git -c user.name=Ada"
			" -c user.email=ada@localhost -c init.defaultBranch=main"
			" -c protocol.file.allow=always " +
			arguments + " >/dev/null 2>&1";
	REQUIRE_MESSAGE(std::system(command.c_str()) == 0, command);
}

void make_repository(const std::string &folder) {
	make_folder(folder);
	git(folder, "init");
	git(folder, "commit --allow-empty -m first");
}

Project project_of(const std::string &folder) {
	const std::optional<Project> project = Project::of(folder);
	REQUIRE(project.has_value());
	return *project;
}

} // namespace

TEST_SUITE("project") {
	TEST_CASE("it is the first folder upward that has .crucible or .git, whichever comes first") {
		const ScratchFolder folder;
		make_repository(folder.path("office"));
		make_folder(folder.path("office/game/scenes"));
		CHECK(project_of(folder.path("office/game/scenes")).folder == folder.path("office"));
		CHECK(project_of(folder.path("office")).folder == folder.path("office"));
		CHECK(project_of(folder.path("office/game")).shared_crucible().empty());
		make_folder(folder.path("office/.crucible"));
		CHECK(project_of(folder.path("office/game")).shared_crucible() ==
				folder.path("office/.crucible"));
		make_folder(folder.path("office/game/.crucible"));
		CHECK(project_of(folder.path("office/game/scenes")).shared_crucible() ==
				folder.path("office/game/.crucible"));
		CHECK(project_of(folder.path("office")).shared_crucible() ==
				folder.path("office/.crucible"));
	}

	TEST_CASE("a repository bounds the search, whatever lies above it") {
		const ScratchFolder folder;
		make_folder(folder.path(".crucible"));
		make_repository(folder.path("office"));
		CHECK(project_of(folder.path("office")).folder == folder.path("office"));
		CHECK(project_of(folder.path("office")).shared_crucible().empty());
		make_folder(folder.path("notes"));
		CHECK(project_of(folder.path("notes")).shared_crucible() == folder.path(".crucible"));
	}

	TEST_CASE("a file named .crucible is no project") {
		const ScratchFolder folder;
		make_folder(folder.path("office/.crucible"));
		make_folder(folder.path("office/game"));
		std::ofstream(folder.path("office/game/.crucible")) << "?";
		CHECK(project_of(folder.path("office/game")).folder == folder.path("office"));
	}

	TEST_CASE("a link to a folder is the folder") {
		const ScratchFolder folder;
		make_folder(folder.path("office/.crucible"));
		make_folder(folder.path("office/game"));
		std::filesystem::create_directory_symlink(folder.path("office/game"), folder.path("link"));
		CHECK(project_of(folder.path("link")).folder == folder.path("office"));
	}

	TEST_CASE("the database of a linked worktree is the one of its main worktree") {
		const ScratchFolder folder;
		make_repository(folder.path("office"));
		git(folder.path("office"), "worktree add ../login");
		make_folder(folder.path("login/game"));
		make_folder(folder.path("login/.crucible"));
		const Project project = project_of(folder.path("login/game"));
		CHECK(project.folder == folder.path("login"));
		CHECK(project.main_worktree == folder.path("office"));
		// The main one is asked, also when it has none.
		CHECK(project.shared_crucible().empty());
		make_folder(folder.path("office/.crucible"));
		CHECK(project.shared_crucible() == folder.path("office/.crucible"));
	}

	TEST_CASE("a worktree may name its git folder by a relative path") {
		const ScratchFolder folder;
		make_repository(folder.path("office"));
		git(folder.path("office"), "worktree add ../login");
		std::ofstream(folder.path("login/.git")) << "gitdir: ../office/.git/worktrees/login\n";
		CHECK(project_of(folder.path("login")).main_worktree == folder.path("office"));
	}

	TEST_CASE("a worktree of a bare repository has no main worktree, and stands for itself") {
		const ScratchFolder folder;
		make_repository(folder.path("office"));
		git(folder.path(""), "clone --bare office office.git");
		git(folder.path("office.git"), "worktree add ../login");
		CHECK(project_of(folder.path("login")).main_worktree == folder.path("login"));
	}

	TEST_CASE("a submodule is a project of its own") {
		const ScratchFolder folder;
		make_repository(folder.path("engine"));
		make_repository(folder.path("office"));
		make_folder(folder.path("office/.crucible"));
		git(folder.path("office"), "submodule add ../engine");
		REQUIRE(std::filesystem::is_regular_file(folder.path("office/engine/.git")));
		const Project project = project_of(folder.path("office/engine"));
		CHECK(project.folder == folder.path("office/engine"));
		CHECK(project.main_worktree == folder.path("office/engine"));
		CHECK(project.shared_crucible().empty());
	}

	TEST_CASE("a .git file that says nothing, or what is not there, leads nowhere else") {
		const ScratchFolder folder;
		for (const std::string text : { "", "gitdir:", "gitdir:  \n", "something", "gitdir: /a/b",
					 "gitdir: ../none/.git/worktrees/login\n" }) {
			CAPTURE(text);
			make_folder(folder.path("office"));
			std::ofstream(folder.path("office/.git")) << text;
			CHECK(project_of(folder.path("office")).main_worktree == folder.path("office"));
		}
	}

	TEST_CASE("without either there is no project") {
		CHECK_FALSE(Project::of("").has_value());
		const std::optional<Project> root = Project::of("/");
		CHECK((!root || root->folder == "/"));
	}
}

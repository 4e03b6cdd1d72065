#include "core/jobs/worktree.h"

#include "core/base/files.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// A repository with one commit, and a place for worktrees beside it.
class Repository {
public:
	Repository() {
		std::filesystem::create_directories(path("project/game"));
		git({ "init", "--quiet", "--initial-branch=main", "." });
		git({ "config", "user.name", "A test" });
		git({ "config", "user.email", "test@example.invalid" });
		write("project/game/a.txt", "one\n");
		git({ "add", "." });
		git({ "commit", "--quiet", "--message=first" });
	}

	std::string path(const std::string &name) const { return folder_.path(name); }
	std::string project() const { return path("project"); }

	void write(const std::string &name, const std::string &text) const {
		std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
		std::ofstream(path(name)) << text;
	}

	std::string git(std::vector<std::string> words, const std::string &where = "project") const {
		ProcessSpec spec;
		spec.program = "git";
		spec.arguments = std::move(words);
		spec.folder = path(where);
		const Result<ProgramOutcome> outcome = run_program(spec);
		REQUIRE_MESSAGE(outcome.ok(), outcome.status().to_string());
		CHECK_MESSAGE(outcome.value().succeeded(), outcome.value().error);
		return outcome.value().output;
	}

	// A program that says by a file that it was run.
	std::string trap() const {
		write("trap", "#!/bin/sh\ntouch '" + path("sprung") + "'\ncat\n");
		std::filesystem::permissions(path("trap"), std::filesystem::perms::owner_all);
		return path("trap");
	}
	bool was_sprung() const { return is_taken_path(path("sprung")); }

	Worktrees trees(const std::string &folder = "project") const {
		const Result<Worktrees> trees = Worktrees::of(path(folder));
		REQUIRE_MESSAGE(trees.ok(), trees.status().to_string());
		return trees.value();
	}

	Worktree add(const Worktrees &trees, const std::string &name = "job_012") const {
		const Result<Worktree> tree = trees.add(path("trees/" + name), "coven/" + name);
		REQUIRE_MESSAGE(tree.ok(), tree.status().to_string());
		return tree.value();
	}

	void commit_in(const std::string &tree, const std::string &file) const {
		write(tree + "/" + file, "work\n");
		git({ "add", "." }, tree);
		git({ "commit", "--quiet", "--message=work" }, tree);
	}

private:
	ScratchFolder folder_;
};

std::string removed(const Worktrees &trees, const Worktree &tree) {
	const Result<std::string> kept = trees.remove(tree);
	REQUIRE_MESSAGE(kept.ok(), kept.status().to_string());
	return kept.value();
}

} // namespace

TEST_SUITE("Worktrees") {
	TEST_CASE("a worktree has what is committed, on a branch of its own, and is locked") {
		const Repository repository;
		repository.write("project/game/b.txt", "not committed\n");
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		CHECK(tree.branch == "coven/job_012");
		CHECK(content_of(tree.path + "/game/a.txt") == "one\n");
		CHECK_FALSE(is_taken_path(tree.path + "/game/b.txt"));
		CHECK(repository.git({ "rev-parse", "--abbrev-ref", "HEAD" }, "trees/job_012") ==
				"coven/job_012\n");
		CHECK(repository.git({ "worktree", "list", "--porcelain" }).find("locked") !=
				std::string::npos);
		CHECK(repository.git({ "status", "--porcelain" }) == "?? game/b.txt\n");
	}

	TEST_CASE("a project in a folder of its repository has the same folder in the worktree") {
		const Repository repository;
		const Worktrees trees = repository.trees("project/game");
		const Worktree tree = repository.add(trees);
		CHECK(tree.folder == tree.path + "/game");
		CHECK(is_folder(tree.folder));
	}

	TEST_CASE("one without work is removed with its branch") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		CHECK(removed(trees, tree).empty());
		CHECK_FALSE(is_taken_path(tree.path));
		CHECK(repository.git({ "branch", "--list", "coven/*" }).empty());
		CHECK(removed(trees, tree).empty());
	}

	TEST_CASE("one with files that are not committed stays") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree changed = repository.add(trees, "job_001");
		repository.write("trees/job_001/game/a.txt", "two\n");
		CHECK(removed(trees, changed).find("a.txt") != std::string::npos);
		const Worktree more = repository.add(trees, "job_002");
		repository.write("trees/job_002/game/new.txt", "new\n");
		CHECK(removed(trees, more).find("new.txt") != std::string::npos);
		CHECK(content_of(changed.path + "/game/a.txt") == "two\n");
		CHECK(is_taken_path(more.path + "/game/new.txt"));
		const Worktree ignored = repository.add(trees, "job_003");
		repository.write("trees/job_003/game/.gitignore", "*.secret\n.gitignore\n");
		repository.write("trees/job_003/game/only.secret", "work\n");
		CHECK(removed(trees, ignored).find("only.secret") != std::string::npos);
		CHECK(is_taken_path(ignored.path + "/game/only.secret"));
	}

	TEST_CASE("one with commits stays until another branch has them") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		repository.commit_in("trees/job_012", "game/new.txt");
		CHECK(removed(trees, tree).find("coven/job_012") != std::string::npos);
		CHECK(is_taken_path(tree.path));
		repository.git({ "merge", "--quiet", "coven/job_012" });
		CHECK(removed(trees, tree).empty());
		CHECK_FALSE(is_taken_path(tree.path));
		CHECK(content_of(repository.path("project/game/new.txt")) == "work\n");
	}

	TEST_CASE("commits that nobody's branch has stay wherever the head is") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		repository.git({ "checkout", "--quiet", "--detach" }, "trees/job_012");
		repository.commit_in("trees/job_012", "game/loose.txt");
		CHECK_FALSE(removed(trees, tree).empty());
		const Worktree left = repository.add(trees, "job_013");
		repository.commit_in("trees/job_013", "game/left.txt");
		repository.git({ "checkout", "--quiet", "--detach", "main" }, "trees/job_013");
		CHECK_FALSE(removed(trees, left).empty());
		CHECK(is_taken_path(tree.path + "/game/loose.txt"));
		CHECK(is_taken_path(left.path));
	}

	TEST_CASE("a branch of that name that is there already is left alone") {
		const Repository repository;
		repository.git({ "branch", "coven/job_012" });
		const Worktrees trees = repository.trees();
		CHECK(repository.add(trees).branch == "coven/job_012-2");
		CHECK(trees.add(repository.path("trees/job_012"), "coven/job_012").status().code() ==
				StatusCode::already_exists);
	}

	TEST_CASE("it is locked and unlocked as often as one likes") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		CHECK(trees.lock(tree).ok());
		CHECK(trees.unlock(tree).ok());
		CHECK(trees.unlock(tree).ok());
		CHECK(repository.git({ "worktree", "list", "--porcelain" }).find("locked") ==
				std::string::npos);
		CHECK(trees.lock(tree).ok());
		CHECK(repository.git({ "worktree", "list", "--porcelain" }).find("locked") !=
				std::string::npos);
	}

	TEST_CASE("hooks, filters and watchers of a repository are not run") {
		const Repository repository;
		const std::string trap = repository.trap();
		repository.write("project/.git/hooks/post-checkout", content_of(trap));
		std::filesystem::permissions(repository.path("project/.git/hooks/post-checkout"),
				std::filesystem::perms::owner_all);
		repository.git({ "config", "filter.evil.smudge", trap });
		repository.git({ "config", "filter.evil.clean", trap });
		repository.git({ "config", "filter.evil.required", "true" });
		repository.git({ "config", "core.fsmonitor", trap });
		repository.write("project/.git/info/attributes", "*.txt filter=evil\n");
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		CHECK(content_of(tree.path + "/game/a.txt") == "one\n");
		repository.write("trees/job_012/game/a.txt", "two\n");
		CHECK_FALSE(removed(trees, tree).empty());
		repository.write("trees/job_012/game/a.txt", "one\n");
		CHECK(removed(trees, tree).empty());
		CHECK_FALSE(repository.was_sprung());
	}

	TEST_CASE("a job that makes its worktree another one's loses nothing by that") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		const Worktree tree = repository.add(trees);
		repository.write("trees/job_012/game/new.txt", "work\n");
		const std::string trap = repository.trap();
		std::filesystem::create_directories(repository.path("other"));
		repository.git({ "init", "--quiet", "." }, "other");
		repository.git({ "config", "core.fsmonitor", trap }, "other");
		repository.write("trees/job_012/.git", "gitdir: " + repository.path("other/.git") + "\n");
		const Result<std::string> kept = trees.remove(tree);
		CHECK((!kept.ok() || !kept.value().empty()));
		CHECK(is_taken_path(tree.path + "/game/new.txt"));
		CHECK_FALSE(repository.was_sprung());
	}

	TEST_CASE("where there is no repository, or none with a commit, one is told so") {
		const ScratchFolder folder;
		std::filesystem::create_directories(folder.path("empty"));
		CHECK(Worktrees::of(folder.path("empty")).status().code() ==
				StatusCode::failed_precondition);
		ProcessSpec spec;
		spec.program = "git";
		spec.arguments = { "init", "--quiet", "." };
		spec.folder = folder.path("empty");
		REQUIRE(run_program(spec).value().succeeded());
		const Status status = Worktrees::of(folder.path("empty")).status();
		CHECK(status.code() == StatusCode::failed_precondition);
		CHECK(status.message().find("commit") != std::string::npos);
	}

	TEST_CASE("names that are none for a branch are refused") {
		const Repository repository;
		const Worktrees trees = repository.trees();
		for (const char *const name : { "", "-d", "a b", "a..b", "a\nb" }) {
			CHECK(trees.add(repository.path("trees/x"), name).status().code() ==
					StatusCode::invalid_argument);
		}
		CHECK_FALSE(is_taken_path(repository.path("trees/x")));
	}
}

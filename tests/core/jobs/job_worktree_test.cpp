// Jobs that work in a worktree of git, with git itself.

#include "job_world.h"

#include "core/requests/request_book.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

void make_repository(const JobWorld &jobs) {
	const std::string script = "cd '" + jobs.path("") +
			"' && git init -q . && git config user.name t && git config user.email t@example.com "
			"&& "
			"echo one >file && printf '.coven\\n.crucible\\n' >.gitignore && git add -A && "
			"git commit -qm first";
	REQUIRE(std::system(script.c_str()) == 0);
}

// As long as it lives, git takes as good as for ever to add a worktree.
class SlowGit {
public:
	explicit SlowGit(const std::string &folder) {
		std::filesystem::create_directories(folder);
		const std::string file = folder + "/git";
		std::ofstream(file) << "#!/bin/sh\ncase \"$*\" in *'worktree add'*) echo >'" << folder
							<< "/began'; sleep 600;; esac\nPATH='" << path_
							<< "' exec git \"$@\"\n";
		std::filesystem::permissions(file, std::filesystem::perms::owner_all);
		setenv("PATH", (folder + ":" + path_).c_str(), 1);
	}
	~SlowGit() { setenv("PATH", path_.c_str(), 1); }
	SlowGit(const SlowGit &) = delete;
	SlowGit &operator=(const SlowGit &) = delete;

private:
	const std::string path_ = std::getenv("PATH");
};

json in_worktree(const JobWorld &jobs) {
	return { { "worktree", true }, { "folder", jobs.path("") } };
}

} // namespace

TEST_SUITE("jobs in worktrees") {
	TEST_CASE("spec:004.2.1 the record says in which worktree and on which branch a job works") {
		JobWorld jobs;
		make_repository(jobs);
		const JobId id = jobs.run("pwd; cat file; git branch --show-current", in_worktree(jobs));
		jobs.wait_for_status(id, "completed");
		const json job = jobs.job(id);
		CHECK(job.at("worktree") == jobs.path(".coven/worktrees/job_001"));
		CHECK(job.at("branch") == "coven/job_001");
		CHECK(jobs.stored("SELECT worktree || ' ' || branch FROM jobs") ==
				jobs.path(".coven/worktrees/job_001") + " coven/job_001");
		CHECK(jobs.written(id) == jobs.path(".coven/worktrees/job_001") + "\none\ncoven/job_001\n");
		CHECK(std::filesystem::exists(jobs.path(".coven/worktrees/job_001/file")));
	}

	TEST_CASE("spec:004.4.2 a purge takes a worktree only if there is no work in it") {
		JobWorld jobs;
		make_repository(jobs);
		const JobId clean = jobs.run("true", in_worktree(jobs));
		const JobId busy = jobs.run("echo two >file", in_worktree(jobs));
		jobs.wait_for_status(clean, "completed");
		jobs.wait_for_status(busy, "completed");
		const auto purge = [&jobs](JobId id) {
			const json reply =
					jobs.ask({ { "type", "job_purge_request" }, { "task_id", id.to_string() } });
			REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
			return reply.at("result").at("jobs").at(0);
		};
		CHECK(!purge(clean).contains("kept_worktree"));
		CHECK(!std::filesystem::exists(jobs.path(".coven/worktrees/job_001")));
		CHECK(purge(busy).at("kept_worktree") == jobs.path(".coven/worktrees/job_002"));
		CHECK(jobs.content(".coven/worktrees/job_002/file") == "two\n");
		CHECK(jobs.events(busy).back() == "job_purged");
	}

	TEST_CASE("while git works, other jobs go on, and a stop does not wait for it") {
		JobWorld jobs;
		make_repository(jobs);
		const SlowGit slow(jobs.path("bin"));
		JobStartRequest request;
		request.command = { "sh", "-c", "true" };
		request.folder = jobs.path("");
		request.worktree = true;
		std::optional<Status> told;
		const Result<JobId> waits = jobs.runtime().jobs().start_job(request, {},
				[&told](const Result<JobStartReply> &reply) { told = reply.status(); });
		REQUIRE(waits.ok());
		const JobId other = jobs.run("echo words");
		jobs.wait_for_status(other, "completed");
		CHECK(comes_true([&] { return !jobs.content("bin/began").empty(); }));
		jobs.stop();
		REQUIRE(told.has_value());
		CHECK(told->code() == has_stopped().code());
	}

	TEST_CASE("a worktree that cannot be made is a refusal, and leaves nothing") {
		JobWorld jobs;
		json request{ { "type", "job_start_request" }, { "command", { "true" } } };
		request.update(in_worktree(jobs));
		const json refused = jobs.ask(request);
		CHECK(refused.value("ok", true) == false);
		CHECK(jobs.stored("SELECT count(*) FROM jobs") == "0");
		CHECK(jobs.runtime().jobs().book().open() == 0);
	}
}

// Jobs that work for agents: each is a task of its agent, which ends with it.

#include "job_world.h"

#include "tests/core/runtime/save_games.h"

#include <csignal>

using namespace agent_runtime;
using namespace agent_runtime::save_games;
using namespace agent_runtime::test;

namespace {

constexpr const char *TASK_WAITS = "echo up; read line; exit $line";

AgentId spawn_ada(JobWorld &jobs) {
	return spawn(jobs.world(), loner("Ada", "scripted"));
}

json for_agent(AgentId agent) {
	return { { "agent_id", agent.to_string() }, { "keeps_talking", true },
		{ "task_name", "Fix the login" } };
}

// The tasks of all agents, the oldest first: "task_001 agent_001 Fix the login in_progress".
std::vector<std::string> tasks_in(JobWorld &jobs) {
	std::vector<std::string> tasks;
	const json listed = jobs.ask({ { "type", "tasks_request" } }).at("result").at("tasks");
	for (const json &each : listed) {
		tasks.insert(tasks.begin(),
				each.at("task_id").get<std::string>() + " " +
						each.at("agent_id").get<std::string>() + " " +
						each.at("task_name").get<std::string>() + " " +
						each.at("status").get<std::string>() + ": " + each.value("result", ""));
	}
	return tasks;
}

bool becomes(JobWorld &jobs, const std::vector<std::string> &tasks) {
	return jobs.world().pass_until([&] { return tasks_in(jobs) == tasks; });
}

bool has_begun(JobWorld &jobs) {
	return jobs.world().pass_until([&] {
		const std::vector<std::string> tasks = tasks_in(jobs);
		return tasks.size() == 1 &&
				tasks.front().starts_with("task_001 agent_001 Fix the login ") &&
				(tasks.front().ends_with("assigned: ") || tasks.front().ends_with("in_progress: "));
	});
}

void tell(JobWorld &jobs, JobId id, const std::string &text) {
	const json said = jobs.ask(
			{ { "type", "job_input_request" }, { "task_id", id.to_string() }, { "text", text } });
	CHECK_MESSAGE(said.value("ok", false), said.dump());
}

} // namespace

TEST_SUITE("jobs of agents") {
	TEST_CASE("an agent is given what a job does for it, and is told how that has ended") {
		JobWorld jobs;
		const AgentId ada = spawn_ada(jobs);
		const JobId id = jobs.run(TASK_WAITS, for_agent(ada));
		CHECK(has_begun(jobs));
		tell(jobs, id, "0");
		jobs.wait_for_status(id, "completed");
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
		const json again =
				jobs.ask({ { "type", "job_resume_request" }, { "task_id", id.to_string() } });
		REQUIRE_MESSAGE(again.value("ok", false), again.dump());
		jobs.wait_for_status(id, "running");
		tell(jobs, id, "3");
		jobs.wait_for_status(id, "failed");
		CHECK(becomes(jobs,
				{ "task_001 agent_001 Fix the login completed: completed",
						"task_002 agent_001 Fix the login failed: its program has ended with the "
						"code 3" }));
	}

	TEST_CASE("a job that cannot be started fails its agent's task") {
		JobWorld jobs;
		json request = for_agent(spawn_ada(jobs));
		request["command"] = { "/no/such/program" };
		const JobId id = jobs.run("", request);
		jobs.wait_for_status(id, "failed");
		CHECK(jobs.world().pass_until([&] {
			const std::vector<std::string> tasks = tasks_in(jobs);
			return tasks.size() == 1 && tasks.front().find(" failed: ") != std::string::npos &&
					tasks.front().find("/no/such/program") != std::string::npos;
		}));
	}

	TEST_CASE("a job for an agent that is not there is refused") {
		JobWorld jobs;
		json request{ { "type", "job_start_request" }, { "command", { "true" } },
			{ "folder", jobs.path("") }, { "agent_id", "agent_007" } };
		const json refused = jobs.ask(request);
		CHECK(refused.at("error").at("code") == "not_found");
		CHECK(refused.at("error").at("field") == "agent_id");
		CHECK(jobs.stored("SELECT count(*) FROM jobs") == "0");
	}

	TEST_CASE("a task whose job has ended while no game was there ends at the next start") {
		JobWorld jobs;
		const AgentId ada = spawn_ada(jobs);
		const JobId id = jobs.run(TASK_WAITS, for_agent(ada));
		CHECK(has_begun(jobs));
		jobs.wait_for_output(id, "up");
		jobs.wait_for_status(id, "running");
		jobs.stop();
		const Result<JobFolders> files = JobFolders::open(jobs.path(".coven"), id);
		REQUIRE(files.ok());
		const JournalSummary journal = read_journal(files.value()).value();
		::kill(static_cast<pid_t>(journal.started()->process.pid), SIGKILL);
		wait_until("no host lives", [&] { return !has_host(files.value()).value(); });
		jobs.start();
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login failed: daemon restarted" }));
	}

	TEST_CASE("what the world was not told before the game was killed, it is told at the start") {
		JobWorld jobs;
		const AgentId ada = spawn_ada(jobs);
		const JobId id = jobs.run(TASK_WAITS, for_agent(ada));
		CHECK(has_begun(jobs));
		jobs.stop();
		jobs.change("DELETE FROM agent_tasks");
		jobs.start();
		CHECK(has_begun(jobs));
		tell(jobs, id, "0");
		jobs.wait_for_status(id, "completed");
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
		jobs.stop();
		jobs.change("UPDATE agent_tasks SET status = 'in_progress', completed_at = NULL,"
					" result = ''");
		jobs.start();
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
	}

	TEST_CASE("a world that is loaded hears of the jobs that have ended since it was saved") {
		JobWorld jobs;
		const AgentId ada = spawn_ada(jobs);
		const JobId id = jobs.run(TASK_WAITS, for_agent(ada));
		CHECK(has_begun(jobs));
		REQUIRE(jobs.ask({ { "type", "slot_save_request" }, { "slot", "one" } }).at("ok") == true);
		tell(jobs, id, "0");
		jobs.wait_for_status(id, "completed");
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
		REQUIRE(jobs.ask({ { "type", "slot_load_request" }, { "slot", "one" } }).at("ok") == true);
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
	}

	TEST_CASE("a world that is loaded and does not know of a job is told") {
		JobWorld jobs;
		const AgentId ada = spawn_ada(jobs);
		REQUIRE(jobs.ask({ { "type", "slot_save_request" }, { "slot", "one" } }).at("ok") == true);
		const JobId id = jobs.run(TASK_WAITS, for_agent(ada));
		CHECK(has_begun(jobs));
		REQUIRE(jobs.ask({ { "type", "slot_load_request" }, { "slot", "one" } }).at("ok") == true);
		CHECK(has_begun(jobs));
		tell(jobs, id, "0");
		jobs.wait_for_status(id, "completed");
		CHECK(becomes(jobs, { "task_001 agent_001 Fix the login completed: completed" }));
	}
}

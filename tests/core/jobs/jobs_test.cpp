#include "job_world.h"

#include <algorithm>
#include <csignal>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

TEST_SUITE("jobs") {
	TEST_CASE("a command runs from request to end, with its row, its events and its output") {
		JobWorld jobs;
		const Result<AgentId> agent = spawn_agent(jobs.runtime(), { { "name", "Ada" } });
		REQUIRE(agent.ok());
		const JobId id = jobs.run("echo Starting task...; echo oops >&2; exit 0",
				{ { "task_name", "Greet" }, { "agent_id", agent.value().to_string() } });
		CHECK(id == JobId(1));
		jobs.wait_for_status(id, "completed");
		const json job = jobs.job(id);
		CHECK(job.at("task_name") == "Greet");
		CHECK(job.at("agent_id") == "agent_001");
		CHECK(job.at("program") == "command");
		CHECK(job.at("exit_code") == 0);
		CHECK(job.at("last_seq") == 2);
		CHECK(job.at("error") == "");
		CHECK(job.at("pid").get<int>() > 0);
		CHECK(job.at("dollars") == 0);
		CHECK(job.contains("started_at"));
		CHECK(job.contains("ended_at"));
		CHECK(jobs.written(id) == "Starting task...\n");
		CHECK(jobs.written(id, OutputStream::error) == "oops\n");
		CHECK(jobs.events(id) ==
				std::vector<std::string>{
						"job_starting", "job_started", "job_output", "job_completed" });
	}

	TEST_CASE("a job is killed when that is asked for, with all that it has started") {
		JobWorld jobs;
		const JobId id = jobs.run("trap '' TERM; sleep 1000 & echo up; wait; wait");
		jobs.wait_for_output(id, "up");
		jobs.wait_for_status(id, "running");
		CHECK(jobs.family(id) >= 2);
		const json reply = jobs.ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() },
				{ "reason", "wrong branch" }, { "grace_seconds", 0 } });
		CHECK(reply.at("result").at("status") == "running");
		CHECK(reply.at("result").contains("kill_asked_at"));
		jobs.wait_for_status(id, "killed");
		CHECK(jobs.job(id).at("signal") == SIGKILL);
		CHECK(jobs.family(id) == 0);
		const std::vector<std::string> events = jobs.events(id);
		CHECK(events.back() == "job_killed");
		const json again =
				jobs.ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() } });
		CHECK(again.at("error").at("code") == "failed_precondition");
	}

	TEST_CASE("where jobs are disabled, all of them is refused, and the setting is named") {
		JobWorld jobs;
		jobs.options.jobs.enabled = false;
		jobs.options.jobs.enabling_setting = "agent_runtime/jobs/in_exported_games";
		jobs.start();
		for (const json &request : { json{ { "type", "job_start_request" },
											 { "program", "command" }, { "command", { "true" } } },
					 json{ { "type", "job_kill_request" }, { "task_id", "job_001" } },
					 json{ { "type", "jobs_request" } } }) {
			const json error = jobs.ask(request).at("error");
			CHECK(error.at("code") == "permission_denied");
			CHECK(error.at("message").get<std::string>().find(jobs.options.jobs.enabling_setting) !=
					std::string::npos);
		}
	}

	TEST_CASE("how a program ends is how its job ends") {
		JobWorld jobs;
		const JobId code = jobs.run("exit 3");
		const JobId signal = jobs.run("kill -SEGV $$");
		const JobId missing = jobs.run("", { { "command", { "/no/such/program" } } });
		jobs.wait_for_status(code, "failed");
		jobs.wait_for_status(signal, "failed");
		jobs.wait_for_status(missing, "failed");
		CHECK(jobs.job(code).at("exit_code") == 3);
		CHECK(jobs.job(code).at("error") == "its program has ended with the code 3");
		CHECK(jobs.job(signal).at("signal") == SIGSEGV);
		CHECK(!jobs.job(signal).contains("exit_code"));
		CHECK(jobs.job(missing).at("error").get<std::string>().find("/no/such/program") !=
				std::string::npos);
		CHECK(!jobs.job(missing).contains("started_at"));
		CHECK(jobs.events(missing) == std::vector<std::string>{ "job_starting", "job_failed" });
	}

	TEST_CASE("what is said to a job arrives, once under each key") {
		JobWorld jobs;
		const JobId id = jobs.run("echo up; while read line; do echo got $line; done; echo over",
				{ { "keeps_talking", true }, { "prompt", "first" } });
		jobs.wait_for_output(id, "got first");
		json say{ { "type", "job_input_request" }, { "task_id", id.to_string() },
			{ "text", "second" }, { "input_key", "a" } };
		CHECK(jobs.ask(say).at("ok") == true);
		CHECK(jobs.ask(say).at("ok") == true); // once is enough
		say["text"] = "third";
		say["input_key"] = "b";
		CHECK(jobs.ask(say).at("ok") == true);
		jobs.wait_for_output(id, "got third");
		CHECK(jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() } })
						.at("error")
						.at("code") == "invalid_argument");
		CHECK(jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() },
							   { "close", true } })
						.at("ok") == true);
		jobs.wait_for_status(id, "completed");
		CHECK(jobs.written(id) == "up\ngot first\ngot second\ngot third\nover\n");
		CHECK(jobs.stored("SELECT group_concat(state) FROM (SELECT state FROM job_inputs ORDER BY "
						  "n)") == "written,written,written,written");
		CHECK(jobs.ask(say).at("error").at("code") == "failed_precondition");
	}

	TEST_CASE("a prompt stands in no argument and in no file but the inbox") {
		JobWorld jobs;
		const JobId id =
				jobs.run("cat; tr '\\0' ' ' </proc/$$/cmdline", { { "prompt", "marigold" } });
		jobs.wait_for_status(id, "completed");
		CHECK(jobs.written(id).starts_with("marigold\nsh -c "));
		CHECK(jobs.written(id).rfind("marigold") == 0);
		CHECK(jobs.content(".coven/jobs/job_001/job.json").find("marigold") == std::string::npos);
	}

	TEST_CASE("no more jobs run at once than may") {
		JobWorld jobs;
		jobs.options.jobs.most_running = 2;
		jobs.start();
		const JobId first = jobs.run("read line", { { "keeps_talking", true } });
		jobs.run("read line", { { "keeps_talking", true } });
		const json full = jobs.ask({ { "type", "job_start_request" }, { "command", { "true" } },
				{ "folder", jobs.path("") } });
		CHECK(full.at("error").at("code") == "exhausted");
		jobs.kill(first);
		CHECK(jobs.world().pass_until(
				[&] { return !jobs.runtime().jobs().book().is_open(first); }));
		CHECK(jobs.run("true") == JobId(3));
	}

	TEST_CASE("a job that has ended is resumed as another attempt of the same record") {
		JobWorld jobs;
		const JobId id =
				jobs.run("echo attempt $AGENT_RUNTIME_JOB; cat; exit 4", { { "prompt", "one" } });
		jobs.wait_for_status(id, "failed");
		const json reply = jobs.ask({ { "type", "job_resume_request" },
				{ "task_id", id.to_string() }, { "prompt", "two" } });
		REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
		CHECK(reply.at("result").at("status") == "starting");
		CHECK(jobs.world().pass_until([&] {
			const json job = jobs.job(id);
			return job.at("attempt") == 2 && job.at("status") == "failed";
		}));
		const std::string written = jobs.written(id);
		CHECK(written.find("job_001:1\none\n") != std::string::npos);
		CHECK(written.ends_with("job_001:2\ntwo\n"));
		CHECK(jobs.events(id) ==
				std::vector<std::string>{ "job_starting", "job_started", "job_output", "job_failed",
						"job_starting", "job_started", "job_output", "job_failed" });
	}

	TEST_CASE("programs outside may start only what the settings name, and only there") {
		JobWorld jobs;
		const auto refused = [&jobs](json more) {
			json request{ { "type", "job_start_request" }, { "command", { "sh", "-c", "true" } } };
			request.update(more);
			return jobs.ask_from_outside(request).value("error", json::object());
		};
		CHECK(refused({ { "command", { "bash" } } }).at("code") == "permission_denied");
		CHECK(refused({ { "command", { "bash" } } }).at("field") == "command");
		CHECK(refused({ { "folder", "/" } }).at("field") == "folder");
		CHECK(refused({ { "folder", jobs.path("../..") } }).at("field") == "folder");
		CHECK(refused({ { "environment", { { "A", "b" } } } }).at("field") == "environment");
		CHECK(refused({ { "permission_mode", "bypassPermissions" } }).at("field") ==
				"permission_mode");
		CHECK(refused({ { "folder", "." } }).at("code") == "invalid_argument");
		const json allowed = jobs.ask_from_outside({ { "type", "job_start_request" },
				{ "command", { "sh", "-c", "true" } }, { "folder", jobs.path("") } });
		CHECK_MESSAGE(allowed.value("ok", false), allowed.dump());
		// The game may all.
		CHECK(jobs.run("true", { { "folder", "/" }, { "environment", { { "A", "b" } } } }) ==
				JobId(2));
	}
}

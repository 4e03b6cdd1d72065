// What programs outside the game may have jobs do, and what nobody may.

#include "job_world.h"

#include <string>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

json error_of(const json &reply) {
	return reply.value("error", json::object());
}

json start_command(const JobWorld &jobs, const json &more) {
	json request{ { "type", "job_start_request" }, { "command", { "sh", "-c", "exit 3" } },
		{ "folder", jobs.path("") } };
	request.update(more);
	return request;
}

json resume(JobId id, const json &more = json::object()) {
	json request{ { "type", "job_resume_request" }, { "task_id", id.to_string() } };
	request.update(more);
	return request;
}

} // namespace

TEST_SUITE("rules of jobs") {
	TEST_CASE("a command from outside is none of the programs that have rules of their own") {
		JobWorld jobs;
		jobs.options.jobs.programs = { "claude", "codex", "/usr/bin/claude", "./Codex" };
		jobs.start();
		for (const std::string name : { "claude", "codex", "/usr/bin/claude", "./Codex" }) {
			CAPTURE(name);
			const json error = error_of(jobs.ask_from_outside(start_command(jobs,
					{ { "command", { name, "-p", "--dangerously-skip-permissions", "go" } } })));
			CHECK(error.value("code", "") == "permission_denied");
			CHECK(error.value("field", "") == "command");
		}
		CHECK(jobs.stored("SELECT count(*) FROM jobs") == "0");
	}

	TEST_CASE("what the game alone may start, nobody outside may start again") {
		JobWorld jobs;
		jobs.options.jobs.most_running = 10;
		jobs.start();
		const json of_the_game[] = {
			{ { "command", { "bash", "-c", "exit 3" } } },
			{ { "folder", "/" } },
			{ { "environment", { { "A", "b" } } } },
			{ { "permission_mode", "bypassPermissions" } },
			{ { "limits", { { "memory_megabytes", 0 } } } },
			{ { "limits", { { "output_megabytes", 257 } } } },
		};
		for (const json &each : of_the_game) {
			CAPTURE(each.dump());
			const JobId id = jobs.run("exit 3", each);
			jobs.wait_for_status(id, "failed");
			const json error = error_of(jobs.ask_from_outside(resume(id)));
			CHECK(error.value("code", "") == "permission_denied");
			CHECK(error.value("field", "") == "task_id");
			CHECK(jobs.job(id).at("attempt") == 1);
			CHECK(jobs.ask(resume(id)).value("ok", false));
			jobs.wait_for_status(id, "failed");
		}
		const JobId allowed = jobs.run("exit 3");
		jobs.wait_for_status(allowed, "failed");
		CHECK(jobs.ask_from_outside(resume(allowed)).value("ok", false));
	}

	TEST_CASE("the bounds of the settings are the most that programs outside may ask for") {
		JobWorld jobs;
		jobs.options.jobs.bounds = {
			.seconds = 60, .output_megabytes = 10, .memory_megabytes = 100, .dollars = 0.5
		};
		jobs.start();
		const json too_much[] = {
			{ { "dollars", 0.6 } },
			{ { "seconds", 61 } },
			{ { "seconds", 0 } },
			{ { "output_megabytes", 11 } },
			{ { "memory_megabytes", 101 } },
			{ { "memory_megabytes", 0 } },
		};
		for (const json &limits : too_much) {
			CAPTURE(limits.dump());
			const bool is_money = limits.contains("dollars");
			json request{ { "type", "job_start_request" }, { "folder", jobs.path("") },
				{ "limits", limits } };
			request.update(is_money ? json{ { "program", "claude" }, { "prompt", "go" } }
									: json{ { "command", { "sh", "-c", "true" } } });
			const json error = error_of(jobs.ask_from_outside(request));
			CHECK(error.value("code", "") == "permission_denied");
			CHECK(error.value("field", "") == "limits." + limits.begin().key());
		}
		const json less = jobs.ask_from_outside(start_command(jobs,
				{ { "limits",
						{ { "seconds", 60 }, { "output_megabytes", 1 },
								{ "memory_megabytes", 100 } } } }));
		CHECK_MESSAGE(less.value("ok", false), less.dump());
	}

	TEST_CASE("no time is set, so programs outside may ask for any") {
		JobWorld jobs;
		const json reply =
				jobs.ask_from_outside(start_command(jobs, { { "limits", { { "seconds", 0 } } } }));
		CHECK_MESSAGE(reply.value("ok", false), reply.dump());
	}

	TEST_CASE("a program that spends money has a cap") {
		JobWorld jobs;
		jobs.options.minds.of(MindKind::claude).program = "/no/such/claude";
		jobs.options.minds.of(MindKind::codex).program = "/no/such/codex";
		jobs.start();
		for (const std::string program : { "claude", "codex" }) {
			CAPTURE(program);
			const json error = error_of(jobs.ask(
					{ { "type", "job_start_request" }, { "program", program }, { "prompt", "go" },
							{ "folder", jobs.path("") }, { "limits", { { "dollars", 0 } } } }));
			CHECK(error.value("code", "") == "invalid_argument");
			CHECK(error.value("field", "") == "limits.dollars");
		}
		const JobId id = jobs.run("",
				{ { "program", "claude" }, { "command", json::array() }, { "prompt", "go" },
						{ "limits", { { "dollars", 0.1 } } } });
		jobs.wait_for_status(id, "failed");
		const json nothing =
				error_of(jobs.ask(resume(id, { { "dollars", 0 }, { "prompt", "go" } })));
		CHECK(nothing.value("code", "") == "invalid_argument");
		CHECK(nothing.value("field", "") == "dollars");
		const json more = error_of(
				jobs.ask_from_outside(resume(id, { { "dollars", 1.5 }, { "prompt", "go" } })));
		CHECK(more.value("code", "") == "permission_denied");
		CHECK(jobs.stored("SELECT count(*) FROM ledger_open") == "0");
	}

	TEST_CASE("a game without jobs says why it has none") {
		JobWorld jobs;
		jobs.options.jobs.enabled = false;
		jobs.start();
		const json error = error_of(jobs.ask(start_command(jobs, json::object())));
		CHECK(error.value("code", "") == "permission_denied");
		CHECK(error.value("message", "").find("agent_runtime/jobs/enabled") != std::string::npos);
		jobs.options.jobs.enabled = true;
		jobs.start();
	}
}

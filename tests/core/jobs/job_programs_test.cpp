// Jobs of claude and codex, with a script in the place of the program: what they may spend, and
// what is said to them before they listen.

#include "job_world.h"

#include "core/jobs/driver.h"

#include <filesystem>
#include <fstream>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

constexpr const char *PRICES =
		R"({"models":[{"model":"fake-model","input":10,"cached_input":1,"output":10}]})";

// Answers as `codex app-server` does, and has spent a dollar as soon as its turn has begun.
constexpr const char *SPENDER = R"sh(#!/bin/sh
read initialize; echo '{"id":1,"result":{}}'
read initialized; read thread
echo '{"id":2,"result":{"thread":{"id":"thread-1"},"model":"fake-model"}}'
read turn
echo '{"id":3,"result":{"turn":{"id":"turn-1","status":"inProgress","items":[]}}}'
usage='{"inputTokens":100000,"cachedInputTokens":0,"outputTokens":0}'
told='"threadId":"thread-1","turnId":"turn-1"'
usage='{"total":'$usage',"last":'$usage'}'
echo '{"method":"thread/tokenUsage/updated","params":{'$told',"tokenUsage":'$usage'}}'
while read line; do echo "$line" >&2; done
)sh";

// Says how it was started.
constexpr const char *SHOWS_ITSELF = "#!/bin/sh\nfor word in \"$@\"; do echo \"$word\"; done\n";
// Never says a word.
constexpr const char *SILENT = "#!/bin/sh\ncat >/dev/null\n";

void use_program(JobWorld &jobs, MindKind kind, const std::string &script) {
	const std::string path = jobs.path("program");
	std::ofstream(path) << script;
	std::filesystem::permissions(path, std::filesystem::perms::owner_all);
	jobs.options.minds.of(kind).program = path;
	jobs.options.minds.prices = PRICES;
	jobs.start();
}

JobId start_program(JobWorld &jobs, const char *program, double dollars) {
	const json reply = jobs.ask({ { "type", "job_start_request" }, { "program", program },
			{ "prompt", "Make a file." }, { "model", "fake-model" }, { "folder", jobs.path("") },
			{ "limits", { { "dollars", dollars } } } });
	REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
	return JobId::parse(reply.at("result").at("task_id").get<std::string>()).value();
}

json set_cap(JobWorld &jobs, const char *account, double dollars) {
	return jobs.ask({ { "type", "caps_request" }, { "account", account }, { "dollars", dollars } });
}

} // namespace

TEST_SUITE("jobs of claude and codex") {
	TEST_CASE("caps that are set while the game runs hold for the next job") {
		JobWorld jobs;
		use_program(jobs, MindKind::claude, SHOWS_ITSELF);
		REQUIRE(set_cap(jobs, "total", 100).at("ok") == true);
		const auto cap_of_a_job = [&](double dollars) {
			const JobId id = start_program(jobs, "claude", dollars);
			CHECK(jobs.world().pass_until(
					[&] { return !jobs.runtime().jobs().book().is_open(id); }));
			const std::string words = jobs.written(id);
			const std::size_t at = words.find("--max-budget-usd=");
			return at == std::string::npos ? std::string("none")
										   : words.substr(at, words.find('\n', at) - at);
		};
		REQUIRE(set_cap(jobs, "jobs", 4).at("ok") == true);
		CHECK(cap_of_a_job(50) == "--max-budget-usd=4.000000");
		// It is charged in full, since its program has not said what it has cost.
		const json refused = jobs.ask({ { "type", "job_start_request" }, { "program", "claude" },
				{ "prompt", "x" }, { "folder", jobs.path("") } });
		CHECK(refused.at("error").at("code") == "exhausted");
		REQUIRE(set_cap(jobs, "jobs", 10).at("ok") == true);
		CHECK(cap_of_a_job(2.5) == "--max-budget-usd=2.500000");
	}

	TEST_CASE("codex is interrupted when it has spent what it may") {
		JobWorld jobs;
		use_program(jobs, MindKind::codex, SPENDER);
		const JobId id = start_program(jobs, "codex", 0.5);
		jobs.wait_for_status(id, "failed");
		const json job = jobs.job(id);
		CHECK(job.at("error").get<std::string>().starts_with("it has spent what it may"));
		CHECK(job.at("exit_code") == 0);
		CHECK(job.at("dollars") == doctest::Approx(1.0));
		CHECK(jobs.written(id, OutputStream::error).find("\"turn/interrupt\"") !=
				std::string::npos);
		CHECK(jobs.stored("SELECT count(*) FROM ledger_open") == "0");
	}

	TEST_CASE("what is said to a program that does not listen yet is said once under each key") {
		JobWorld jobs;
		use_program(jobs, MindKind::codex, SILENT);
		const JobId id = start_program(jobs, "codex", 0.5);
		jobs.wait_for_status(id, "running");
		const auto said = [&] {
			const std::string state = jobs.stored("SELECT driver FROM jobs");
			int times = 0;
			for (std::size_t at = 0; (at = state.find("Faster.", at)) != std::string::npos; at++) {
				times++;
			}
			return times;
		};
		const json say{ { "type", "job_input_request" }, { "task_id", id.to_string() },
			{ "text", "Faster." }, { "input_key", "a" } };
		CHECK(said() == 0);
		CHECK(jobs.ask(say).at("ok") == true);
		CHECK(jobs.ask(say).at("ok") == true);
		CHECK(said() == 1);
		jobs.start(); // after a restart, too
		CHECK(jobs.ask(say).at("ok") == true);
		CHECK(said() == 1);
	}
}

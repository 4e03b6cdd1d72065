#include "core/jobs/job_brief.h"

#include "driver_talk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

ProviderSettings some_access() {
	ProviderSettings access;
	access.key = Secret("invented-key-4711");
	access.base_url = "http://127.0.0.1:9/v1";
	access.headers = { { "X-Team", "invented-header-4712" } };
	return access;
}

JobProcess process_of(const JobBrief &brief) {
	const Result<JobProcess> process = job_process(brief, some_access());
	REQUIRE_MESSAGE(process.ok(), process.status().to_string());
	return process.value();
}

bool has_argument(const JobProcess &process, const std::string &wanted) {
	return std::find(process.arguments.begin(), process.arguments.end(), wanted) !=
			process.arguments.end();
}

// All that may be stored or seen by others.
std::string visible(const JobProcess &process) {
	std::string text = process.program;
	for (const std::string &argument : process.arguments) {
		text += "\n" + argument;
	}
	for (const auto &[name, value] : process.environment) {
		text += "\n" + name + "=" + value.value_or("");
	}
	return text;
}

} // namespace

TEST_SUITE("job_process") {
	TEST_CASE("claude asks for permissions over its standard streams") {
		const JobProcess process = process_of(brief_of(JobProgram::claude, "Make a file."));
		CHECK(process.program == "claude");
		for (const char *const wanted : { "-p", "--input-format=stream-json",
					 "--output-format=stream-json", "--replay-user-messages",
					 "--permission-prompt-tool=stdio", "--permission-mode=default" }) {
			CHECK_MESSAGE(has_argument(process, wanted), wanted);
		}
		CHECK(has_argument(process, "--session-id=" + SESSION));
		CHECK_FALSE(visible(process).find("--max-budget-usd") != std::string::npos);
	}

	TEST_CASE("a game that was started by claude is not one of its tools") {
		const JobProcess process = process_of(brief_of(JobProgram::claude, "Make a file."));
		for (const char *const name : { "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT" }) {
			REQUIRE(process.environment.contains(name));
			CHECK_FALSE(process.environment.at(name).has_value());
		}
	}

	TEST_CASE("a resumed job of claude goes on with its session, within what is left to spend") {
		JobBrief brief = brief_of(JobProgram::claude, "Go on.");
		brief.resumes = true;
		brief.cap = Money{ 1'250'000 };
		brief.plan.model = "claude-haiku-4-5";
		brief.plan.permission_mode = "acceptEdits";
		brief.hidden_folders = { "/project/.coven/jobs" };
		const JobProcess process = process_of(brief);
		CHECK(has_argument(process, "--resume=" + SESSION));
		CHECK(has_argument(process, "--max-budget-usd=1.250000"));
		CHECK(has_argument(process, "--model=claude-haiku-4-5"));
		CHECK(has_argument(process, "--permission-mode=acceptEdits"));
		CHECK(visible(process).find("Read(//project/.coven/jobs/**)") != std::string::npos);
	}

	TEST_CASE("neither the prompt nor a key stands where others could read it") {
		for (const JobProgram program :
				{ JobProgram::claude, JobProgram::codex, JobProgram::command }) {
			const JobProcess process = process_of(brief_of(program, "Make a file."));
			const std::string text = visible(process);
			CHECK(text.find("Make a file.") == std::string::npos);
			CHECK(text.find("invented-key") == std::string::npos);
			CHECK(text.find("invented-header") == std::string::npos);
			CHECK(process.secrets.empty() == (program == JobProgram::command));
		}
	}

	TEST_CASE("codex is spoken to as a server, and may try again by itself") {
		const JobProcess process = process_of(brief_of(JobProgram::codex, "Make a file."));
		CHECK(process.arguments.front() == "app-server");
		CHECK(process.secrets.at("OPENAI_API_KEY") == "invented-key-4711");
		CHECK(visible(process).find("http://127.0.0.1:9/v1") != std::string::npos);
		CHECK(visible(process).find("max_retries=0") == std::string::npos);
	}

	TEST_CASE("a command is what it is") {
		JobBrief brief = brief_of(JobProgram::command, "");
		brief.plan.command = { "make", "-j2", "all" };
		brief.plan.environment = { { "CI", "1" } };
		const JobProcess process = process_of(brief);
		CHECK(process.program == "make");
		CHECK(process.arguments == std::vector<std::string>{ "-j2", "all" });
		CHECK(process.environment.at("CI") == "1");
	}

	TEST_CASE("what a job says of its environment counts more than the settings of minds") {
		JobBrief brief = brief_of(JobProgram::claude, "Make a file.");
		brief.plan.environment = { { "ANTHROPIC_API_KEY", std::nullopt } };
		const JobProcess process = process_of(brief);
		CHECK_FALSE(process.secrets.contains("ANTHROPIC_API_KEY"));
		CHECK_FALSE(process.environment.at("ANTHROPIC_API_KEY").has_value());
	}

	TEST_CASE("what cannot be used is named") {
		const auto field_of = [](const JobBrief &brief) {
			const Result<JobProcess> process = job_process(brief, ProviderSettings());
			CHECK(process.status().code() == StatusCode::invalid_argument);
			return process.status().field();
		};
		JobBrief brief = brief_of(JobProgram::claude, "Make a file.");
		brief.session = "--dangerously";
		CHECK(field_of(brief) == "session");
		brief = brief_of(JobProgram::codex, "Make a file.");
		brief.plan.permission_mode = "anything";
		CHECK(field_of(brief) == "permission_mode");
		brief = brief_of(JobProgram::command, "");
		brief.plan.command = {};
		CHECK(field_of(brief) == "command");
	}
}

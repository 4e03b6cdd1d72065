#include "core/jobs/job_brief.h"

#include "core/providers/cli_command.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace agent_runtime {

namespace {

Status wrong_member(const char *name, std::string what) {
	return { StatusCode::invalid_argument, std::move(what), name };
}

bool has_nul(const std::string &text) {
	return text.find('\0') != std::string::npos;
}

CliOptions cli_options(MindKind kind, const ProviderSettings &access) {
	CliOptions options;
	options.kind = kind;
	options.settings = access;
	options.retries = true;
	return options;
}

JobProcess process_with(const CliOptions &options) {
	CliAccess access = cli_access(options);
	JobProcess process;
	process.program = program_of(options);
	process.arguments = std::move(access.arguments);
	process.environment = std::move(access.environment);
	process.secrets = std::move(access.secrets);
	return process;
}

// "2.5", without what a locale would make of it.
std::string dollars_text(Money money) {
	constexpr std::int64_t MILLION = 1'000'000;
	char text[32];
	std::snprintf(text, sizeof(text), "%lld.%06lld",
			static_cast<long long>(money.micro_dollars / MILLION),
			static_cast<long long>(money.micro_dollars % MILLION));
	return text;
}

// Rules of claude know absolute folders by two slashes.
void hide_folders(const std::vector<std::string> &folders, std::vector<std::string> &arguments) {
	for (const std::string &folder : folders) {
		for (const char *const tool : { "Read", "Edit" }) {
			arguments.push_back("--disallowedTools=" + std::string(tool) + "(/" + folder + "/**)");
		}
	}
}

Result<JobProcess> claude_process(const JobBrief &brief, const ProviderSettings &access) {
	if (!Uuid::parse(brief.session)) {
		return wrong_member("session", "is no UUID");
	}
	const std::string &mode = brief.plan.permission_mode;
	JobProcess process = process_with(cli_options(MindKind::claude, access));
	process.arguments = { "-p", "--input-format=stream-json", "--output-format=stream-json",
		"--verbose", "--replay-user-messages", "--permission-prompt-tool=stdio",
		"--permission-mode=" + (mode.empty() ? "default" : mode),
		"--setting-sources=", "--strict-mcp-config",
		(brief.resumes ? "--resume=" : "--session-id=") + brief.session };
	if (!brief.plan.model.empty()) {
		process.arguments.push_back("--model=" + brief.plan.model);
	}
	if (brief.cap.micro_dollars > 0) {
		process.arguments.push_back("--max-budget-usd=" + dollars_text(brief.cap));
	}
	hide_folders(brief.hidden_folders, process.arguments);
	return process;
}

Result<JobProcess> codex_process(const ProviderSettings &access) {
	JobProcess process = process_with(cli_options(MindKind::codex, access));
	process.arguments.insert(process.arguments.begin(), "app-server");
	return process;
}

Result<JobProcess> command_process(const JobPlan &plan) {
	if (plan.command.empty() || plan.command.front().empty()) {
		return wrong_member("command", "is empty; say which program to run");
	}
	JobProcess process;
	process.program = plan.command.front();
	process.arguments.assign(plan.command.begin() + 1, plan.command.end());
	return process;
}

Status check_texts(const JobPlan &plan) {
	if (has_nul(plan.model)) {
		return wrong_member("model", "holds a NUL");
	}
	if (std::any_of(plan.command.begin(), plan.command.end(), has_nul)) {
		return wrong_member("command", "holds a NUL");
	}
	const MindKind kind = plan.program == JobProgram::claude ? MindKind::claude : MindKind::codex;
	if (plan.program != JobProgram::command &&
			judge_permission_mode(kind, plan.permission_mode) == ModeJudgement::unknown) {
		return wrong_member("permission_mode", "is none that the program has");
	}
	return {};
}

Result<JobProcess> process_of_program(const JobBrief &brief, const ProviderSettings &access) {
	switch (brief.plan.program) {
		case JobProgram::claude:
			return claude_process(brief, access);
		case JobProgram::codex:
			return codex_process(access);
		case JobProgram::command:
			break;
	}
	return command_process(brief.plan);
}

} // namespace

Result<JobProcess> job_process(const JobBrief &brief, const ProviderSettings &access) {
	if (Status wrong = check_texts(brief.plan); !wrong.ok()) {
		return wrong;
	}
	Result<JobProcess> process = process_of_program(brief, access);
	if (process.ok()) {
		for (const auto &[name, value] : brief.plan.environment) {
			process.value().environment[name] = value;
			// What the job itself says counts more than the settings of minds.
			process.value().secrets.erase(name);
		}
	}
	return process;
}

} // namespace agent_runtime

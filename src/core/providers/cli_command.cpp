#include "core/providers/cli_command.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 4> CLAUDE_MODES = { "dontAsk", "plan", "default", "manual" };
constexpr std::array<std::string_view, 3> CLAUDE_SKIPS = { "bypassPermissions", "acceptEdits",
	"auto" };
constexpr std::array<std::string_view, 1> CODEX_MODES = { "read-only" };
constexpr std::array<std::string_view, 2> CODEX_SKIPS = { "danger-full-access", "workspace-write" };
// Any argument that contains one of these words could loosen the restrictions made here.
constexpr std::array<std::string_view, 16> LOOSENING = { "danger", "bypass", "yolo", "full-auto",
	"approv", "permission", "--allowed", "--tools", "--setting", "mcp", "sandbox",
	"workspace-write", "acceptedits", "--trust", "features", "--enable" };
constexpr std::array<const char *, 4> KEY_VARIABLES = { "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN",
	"OPENAI_API_KEY", "CODEX_API_KEY" };

// Everything that a model of codex can do besides talking. It warns about names that it does not
// know, and goes on.
constexpr std::array<std::string_view, 17> CODEX_WITHOUT = { "shell_tool", "unified_exec",
	"shell_snapshot", "code_mode_host", "view_image", "multi_agent", "goals", "apps", "plugins",
	"hooks", "browser_use", "computer_use", "image_generation", "memories", "tool_suggest",
	"sleep_tool", "unbounded_connection_retries" };

template <std::size_t SIZE>
bool is_among(const std::array<std::string_view, SIZE> &names, std::string_view name) {
	return std::find(names.begin(), names.end(), name) != names.end();
}

bool loosens(const std::string &argument) {
	const std::string text = to_lower(argument);
	return text.starts_with("-s") ||
			std::any_of(LOOSENING.begin(), LOOSENING.end(), [&text](std::string_view words) {
				return text.find(words) != std::string::npos;
			});
}

// A NUL would end an argument early.
std::string without_nul(std::string text) {
	text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
	return text;
}

// TOML's form. JSON's is the same but for one character.
std::string toml_text(const std::string &text) {
	const std::string json =
			nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
	std::string toml;
	for (const char character : json) {
		if (character == '\x7F') {
			toml += "\\u007F";
		} else {
			toml += character;
		}
	}
	return toml;
}

void add_secret(CliAccess &access, const char *name, std::string value) {
	if (!value.empty()) {
		access.secrets[name] = std::move(value);
	}
}

// {"X-Title": "AGENT_RUNTIME_HEADER_0"}: the value itself is passed in the environment.
std::string codex_headers(const CliOptions &options, CliAccess &access) {
	std::string table;
	int number = 0;
	for (const auto &[name, value] : options.settings.headers) {
		const std::string variable = "AGENT_RUNTIME_HEADER_" + std::to_string(number++);
		table += (table.empty() ? "" : ",") + toml_text(name) + "=" + toml_text(variable);
		access.secrets[variable] = without_nul(value);
	}
	return table.empty() ? "" : ",env_http_headers={" + table + "}";
}

void add_codex_provider(const CliOptions &options, CliAccess &access) {
	const bool has_key = !options.settings.key.empty() || std::getenv("OPENAI_API_KEY") != nullptr;
	std::string provider = "model_providers.agent_runtime={name=\"agent_runtime\",base_url=";
	provider += toml_text(options.settings.base_url);
	provider += has_key ? ",env_key=\"OPENAI_API_KEY\"" : "";
	provider += ",wire_api=\"responses\"";
	provider += options.retries ? "" : ",request_max_retries=0,stream_max_retries=0";
	provider += codex_headers(options, access) + "}";
	for (std::string setting : { std::string("model_provider=agent_runtime"), provider }) {
		access.arguments.emplace_back("-c");
		access.arguments.push_back(std::move(setting));
	}
}

CliAccess codex_access(const CliOptions &options) {
	CliAccess access;
	if (!options.settings.base_url.empty()) {
		add_codex_provider(options, access);
	}
	add_secret(access, "OPENAI_API_KEY", options.settings.key.reveal());
	add_secret(access, "CODEX_API_KEY", options.settings.key.reveal());
	return access;
}

void make_codex(const CliOptions &options, const CliAccess &access, const ModelRequest &request,
		const std::string &system_file, ProcessSpec &spec) {
	spec.arguments = { "exec", "--json", "--sandbox=read-only", "--skip-git-repo-check",
		"--ephemeral", "--ignore-user-config", "--ignore-rules", "--color=never" };
	std::vector<std::string> settings = { "approval_policy=never", "web_search=disabled",
		"project_doc_max_bytes=0", "skills.include_instructions=false",
		"include_permissions_instructions=false", "include_environment_context=false" };
	for (const std::string_view feature : CODEX_WITHOUT) {
		settings.push_back("features." + std::string(feature) + "=false");
	}
	// Its own instructions tell it how to write programs, at great length.
	settings.push_back(system_file.empty() ? "instructions=\"You answer in words.\""
										   : "model_instructions_file=" + toml_text(system_file));
	for (std::string &setting : settings) {
		spec.arguments.emplace_back("-c");
		spec.arguments.push_back(std::move(setting));
	}
	spec.arguments.insert(spec.arguments.end(), access.arguments.begin(), access.arguments.end());
	if (!request.model.empty()) {
		spec.arguments.push_back("--model=" + without_nul(request.model));
	}
	spec.arguments.insert(spec.arguments.end(), options.arguments.begin(), options.arguments.end());
	spec.arguments.emplace_back("-"); // read the prompt from standard input
}

std::string claude_headers(const CliOptions &options) {
	std::string lines;
	for (const auto &[name, value] : options.settings.headers) {
		lines.append(lines.empty() ? "" : "\n").append(name).append(": ").append(value);
	}
	return without_nul(lines);
}

CliAccess claude_access(const CliOptions &options) {
	CliAccess access;
	access.environment["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"] = "1";
	if (!options.retries) {
		access.environment["CLAUDE_CODE_MAX_RETRIES"] = "0";
		access.environment["CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK"] = "1";
	}
	// A game that was started from within the program is not one of its tools.
	access.environment["CLAUDECODE"] = std::nullopt;
	access.environment["CLAUDE_CODE_ENTRYPOINT"] = std::nullopt;
	if (!options.settings.base_url.empty()) {
		access.environment["ANTHROPIC_BASE_URL"] = without_nul(options.settings.base_url);
	}
	add_secret(access, "ANTHROPIC_API_KEY", options.settings.key.reveal());
	add_secret(access, "ANTHROPIC_CUSTOM_HEADERS", claude_headers(options));
	return access;
}

void make_claude(const CliOptions &options, const ModelRequest &request,
		const std::string &system_file, ProcessSpec &spec) {
	const std::string &mode = options.settings.permission_mode;
	spec.arguments = { "-p", "--output-format=stream-json", "--verbose",
		"--include-partial-messages", "--permission-mode=" + (mode.empty() ? "dontAsk" : mode),
		"--tools=", "--strict-mcp-config", "--setting-sources=", "--disable-slash-commands",
		"--no-session-persistence", "--max-turns=1" };
	if (!request.model.empty()) {
		spec.arguments.push_back("--model=" + without_nul(request.model));
	}
	if (!system_file.empty()) {
		spec.arguments.push_back("--system-prompt-file=" + system_file);
	}
	spec.arguments.insert(spec.arguments.end(), options.arguments.begin(), options.arguments.end());
	if (request.max_output_tokens > 0) {
		spec.environment["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] =
				std::to_string(request.max_output_tokens);
	}
}

template <std::size_t SIZE>
std::string choice_of(const std::array<std::string_view, SIZE> &names) {
	std::string choice;
	for (const std::string_view name : names) {
		choice += (choice.empty() ? "" : ", ") + std::string(name);
	}
	return choice;
}

Status check_mode(const CliOptions &options) {
	const std::string &mode = options.settings.permission_mode;
	const ModeJudgement judgement = judge_permission_mode(options.kind, mode);
	if (judgement == ModeJudgement::careful) {
		return {};
	}
	const std::string whose =
			"the permission mode " + mode + " of " + std::string(mind_kind_name(options.kind));
	const std::string choice =
			options.kind == MindKind::claude ? choice_of(CLAUDE_MODES) : choice_of(CODEX_MODES);
	if (judgement == ModeJudgement::skips_asking) {
		return { StatusCode::permission_denied,
			whose +
					" lets it act on this machine with nobody asked, and a character of a game "
					"may not; choose " +
					choice };
	}
	return { StatusCode::invalid_argument, whose + " is unknown; choose " + choice };
}

} // namespace

Status check_cli(const CliOptions &options) {
	for (const std::string &argument : options.arguments) {
		if (loosens(argument)) {
			return { StatusCode::permission_denied,
				"the argument " + argument.substr(0, argument.find('=')) + " of " +
						std::string(mind_kind_name(options.kind)) +
						" changes what it may do on this machine; leave it out" };
		}
	}
	return check_mode(options);
}

ModeJudgement judge_permission_mode(MindKind kind, std::string_view mode) {
	const bool is_claude = kind == MindKind::claude;
	if (mode.empty() || (is_claude ? is_among(CLAUDE_MODES, mode) : is_among(CODEX_MODES, mode))) {
		return ModeJudgement::careful;
	}
	return (is_claude ? is_among(CLAUDE_SKIPS, mode) : is_among(CODEX_SKIPS, mode))
			? ModeJudgement::skips_asking
			: ModeJudgement::unknown;
}

CliAccess cli_access(const CliOptions &options) {
	return options.kind == MindKind::claude ? claude_access(options) : codex_access(options);
}

std::string program_of(const CliOptions &options) {
	return options.settings.program.empty() ? std::string(mind_kind_name(options.kind))
											: options.settings.program;
}

ProcessSpec cli_process(
		const CliOptions &options, const ModelRequest &request, const std::string &system_file) {
	ProcessSpec spec;
	spec.program = program_of(options);
	spec.folder = options.folder.empty() ? "/" : options.folder;
	spec.input = flatten_messages(request.messages);
	const CliAccess access = cli_access(options);
	if (options.kind == MindKind::claude) {
		make_claude(options, request, system_file, spec);
	} else {
		make_codex(options, access, request, system_file, spec);
	}
	spec.environment.insert(access.environment.begin(), access.environment.end());
	spec.environment.insert(access.secrets.begin(), access.secrets.end());
	for (const auto &[name, value] : options.environment) {
		spec.environment[name] = value;
	}
	return spec;
}

std::vector<std::string> secrets_of(const CliOptions &options) {
	std::vector<std::string> secrets = { options.settings.key.reveal() };
	for (const auto &[name, value] : options.settings.headers) {
		secrets.push_back(value);
	}
	for (const char *const variable : KEY_VARIABLES) {
		const char *const value = std::getenv(variable);
		secrets.emplace_back(value != nullptr ? value : "");
		const auto set = options.environment.find(variable);
		if (set != options.environment.end() && set->second.has_value()) {
			secrets.push_back(*set->second);
		}
	}
	return secrets;
}

} // namespace agent_runtime

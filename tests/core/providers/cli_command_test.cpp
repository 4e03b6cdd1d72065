#include "core/base/utf8.h"
#include "core/providers/cli_command.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

CliOptions cli_of(MindKind kind, const std::string &mode = "",
		const std::vector<std::string> &arguments = {}) {
	CliOptions options;
	options.kind = kind;
	options.settings.permission_mode = mode;
	options.arguments = arguments;
	return options;
}

ModelRequest cli_question(const std::string &text) {
	ModelRequest request;
	request.model = "small";
	request.system = "You are \"Ada\",\na baker.";
	request.messages.emplace_back().text = text;
	return request;
}

// With a file that describes the character.
ProcessSpec cli_spec(const CliOptions &options, const ModelRequest &request) {
	return cli_process(options, request, "/run/a \"file\"");
}

bool has_argument(const ProcessSpec &spec, const std::string &wanted) {
	return std::count(spec.arguments.begin(), spec.arguments.end(), wanted) == 1;
}

} // namespace

TEST_SUITE("the command lines of minds") {
	TEST_CASE("claude is started without tools, settings, servers and traces") {
		const ProcessSpec spec = cli_spec(cli_of(MindKind::claude), cli_question("Hello"));
		CHECK(spec.program == "claude");
		CHECK(spec.folder == "/");
		CHECK(spec.input == "Hello");
		for (const char *const argument : { "-p", "--output-format=stream-json", "--verbose",
					 "--include-partial-messages", "--permission-mode=dontAsk",
					 "--tools=", "--strict-mcp-config",
					 "--setting-sources=", "--disable-slash-commands", "--no-session-persistence",
					 "--max-turns=1", "--model=small", "--system-prompt-file=/run/a \"file\"" }) {
			CAPTURE(argument);
			CHECK(has_argument(spec, argument));
		}
		CHECK(spec.environment.at("CLAUDE_CODE_MAX_RETRIES") == "0");
		CHECK(spec.environment.at("CLAUDECODE") == std::nullopt);
		CHECK(spec.environment.count("ANTHROPIC_API_KEY") == 0);
	}

	TEST_CASE("codex is started where it can read only, and without what it could read with") {
		const ProcessSpec spec = cli_spec(cli_of(MindKind::codex), cli_question("Hello"));
		CHECK(spec.program == "codex");
		CHECK(spec.input == "Hello");
		CHECK(spec.arguments.front() == "exec");
		CHECK(spec.arguments.back() == "-");
		for (const char *const argument : { "--json", "--sandbox=read-only",
					 "--skip-git-repo-check", "--ephemeral", "--ignore-user-config",
					 "--ignore-rules", "approval_policy=never", "features.shell_tool=false",
					 "features.unified_exec=false", "web_search=disabled", "--model=small",
					 "model_instructions_file=\"/run/a \\\"file\\\"\"" }) {
			CAPTURE(argument);
			CHECK(has_argument(spec, argument));
		}
	}

	TEST_CASE("a key goes through the environment alone, and so do the values of headers") {
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			CliOptions options = cli_of(kind);
			options.settings.key = Secret("MARKER-KEY");
			options.settings.base_url = "http://127.0.0.1:1/v1";
			options.settings.headers = { { "X-Title", "MARKER-HEADER" } };
			const ProcessSpec spec = cli_spec(options, cli_question("Hello"));
			for (const std::string &argument : spec.arguments) {
				CHECK(argument.find("MARKER") == std::string::npos);
			}
			CHECK(spec.input.find("MARKER") == std::string::npos);
			const char *const name =
					kind == MindKind::claude ? "ANTHROPIC_API_KEY" : "CODEX_API_KEY";
			CHECK(spec.environment.at(name) == "MARKER-KEY");
			const std::vector<std::string> secrets = secrets_of(options);
			CHECK(std::count(secrets.begin(), secrets.end(), "MARKER-KEY") == 1);
			CHECK(std::count(secrets.begin(), secrets.end(), "MARKER-HEADER") == 1);
		}
	}

	TEST_CASE("codex asks the server that is set") {
		CliOptions options = cli_of(MindKind::codex);
		options.settings.base_url = "http://127.0.0.1:1/v1";
		options.settings.key = Secret("MARKER-KEY");
		const ProcessSpec spec = cli_spec(options, cli_question("Hello"));
		CHECK(has_argument(spec, "model_provider=agent_runtime"));
		CHECK(has_argument(spec,
				"model_providers.agent_runtime={name=\"agent_runtime\","
				"base_url=\"http://127.0.0.1:1/v1\",env_key=\"OPENAI_API_KEY\","
				"wire_api=\"responses\",request_max_retries=0,stream_max_retries=0}"));
	}

	TEST_CASE("what would skip permissions is refused, with what to choose") {
		const Status claude = check_cli(cli_of(MindKind::claude, "bypassPermissions"));
		CHECK(claude.code() == StatusCode::permission_denied);
		CHECK(claude.message() ==
				"the permission mode bypassPermissions of claude lets it act on this machine with "
				"nobody asked, and a character of a game may not; choose dontAsk, plan, default, "
				"manual");
		CHECK(check_cli(cli_of(MindKind::claude, "acceptEdits")).code() ==
				StatusCode::permission_denied);
		CHECK(check_cli(cli_of(MindKind::codex, "danger-full-access")).code() ==
				StatusCode::permission_denied);
		CHECK(check_cli(cli_of(MindKind::codex, "workspace-write")).code() ==
				StatusCode::permission_denied);
		CHECK(check_cli(cli_of(MindKind::claude, "dangerously")).code() ==
				StatusCode::invalid_argument);
		CHECK(check_cli(cli_of(MindKind::claude)).ok());
		CHECK(check_cli(cli_of(MindKind::claude, "plan")).ok());
		CHECK(check_cli(cli_of(MindKind::codex, "read-only")).ok());
	}

	TEST_CASE("arguments that loosen what is held are refused, however they are written") {
		for (const char *const argument :
				{ "--dangerously-skip-permissions", "--dangerously-bypass-approvals-and-sandbox",
						"--DANGEROUSLY-skip-permissions", "--allow-dangerously-skip-permissions",
						"--yolo", "--full-auto", "--permission-mode=auto", "-sdanger-full-access",
						"-s", "--sandbox", "sandbox_mode=\"danger-full-access\"", "--tools=Bash",
						"--settings={}", "--mcp-config=x", "features.shell_tool=true" }) {
			CAPTURE(argument);
			CHECK(check_cli(cli_of(MindKind::claude, "", { argument })).code() ==
					StatusCode::permission_denied);
			CHECK(check_cli(cli_of(MindKind::codex, "", { "-c", argument })).code() ==
					StatusCode::permission_denied);
		}
		const CliOptions effort = cli_of(MindKind::claude, "", { "--effort", "low" });
		CHECK(check_cli(effort).ok());
		CHECK(has_argument(cli_spec(effort, cli_question("Hello")), "--effort"));
	}

	TEST_CASE("who the character is stands in a file, and in nothing that others can read") {
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			const ProcessSpec spec = cli_spec(cli_of(kind), cli_question("Hello"));
			CHECK(spec.input == "Hello");
			for (const std::string &argument : spec.arguments) {
				CHECK(argument.find("Ada") == std::string::npos);
			}
			const ProcessSpec plain = cli_process(cli_of(kind), cli_question("Hello"), "");
			for (const std::string &argument : plain.arguments) {
				CHECK(argument.find("_file") == std::string::npos);
				CHECK(argument.find("-file") == std::string::npos);
			}
		}
	}

	TEST_CASE("a talk of several messages says who said what") {
		std::vector<ModelMessage> talk(3);
		talk[0].text = "Where is the bread?";
		talk[1].role = ModelMessage::Role::assistant;
		talk[1].tool_calls = { { "1", "look", "{\"at\":\"oven\"}" } };
		talk[2].role = ModelMessage::Role::tool;
		talk[2].text = "no oven";
		talk[2].failed = true;
		CHECK(flatten_messages(talk) ==
				"You were told:\nWhere is the bread?\n\n"
				"You answered:\n(used look with {\"at\":\"oven\"})\n\n"
				"What came of it:\nIt failed: no oven");
	}

	TEST_CASE("words of a program are shown without colours, keys and line breaks") {
		CHECK(clean_program_words("\x1b[31merror:\x1b[0m  no\r\n\nway\t!\x07", {}, 100) ==
				"error: no way !\uFFFD");
		CHECK(clean_program_words("key MARKER-KEY is wrong", { "", "MARKER-KEY" }, 100) ==
				"key [key] is wrong");
		CHECK(clean_program_words("Incorrect key: sk-ant-0123****6789.", {}, 100) ==
				"Incorrect key: [key].");
		CHECK(clean_program_words("ask-me sk-1", {}, 100) == "ask-me sk-1");
		const std::string cut = clean_program_words(std::string(200, 'x') + "ääää", {}, 7);
		CHECK(cut == "…äää");
		CHECK(is_valid_utf8(clean_program_words("\xFF\xC3(", {}, 100)));
	}
}

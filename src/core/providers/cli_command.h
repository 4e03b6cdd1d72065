#pragma once

// Starts the command-line programs as safely as they can be started. A character of a game only
// talks. It reads and edits no files, runs nothing, and ignores the settings, hooks and servers
// that the user has set up for work.

#include "core/base/status.h"
#include "core/io/process_runner.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct CliOptions {
	MindKind kind = MindKind::claude; // claude or codex
	// Only these are used: base_url, key, headers, program, permission_mode, max_output_tokens.
	ProviderSettings settings;
	std::vector<std::string> arguments; // added after our own
	std::map<std::string, std::optional<std::string>> environment; // added to our own
	std::string folder; // the folder to run in; empty: the root, where it sees nothing of the game
	bool retries = false; // it may try again by itself; a caller who decides that says no
};

// permission_denied: the program would skip permissions without asking anybody. invalid_argument:
// there is no such permission mode.
// Thread rule for all here: any thread.
Status check_cli(const CliOptions &options);

// How much a permission mode lets the program do without asking anybody.
enum class ModeJudgement : std::uint8_t { careful, skips_asking, unknown };
// Empty: the program's own, which is careful.
ModeJudgement judge_permission_mode(MindKind kind, std::string_view mode);

// "claude", unless another program is configured.
std::string program_of(const CliOptions &options);

// What leads the program to its model, whatever it is started for. Environments are changes; a
// variable without a value is removed.
struct CliAccess {
	std::vector<std::string> arguments;
	std::map<std::string, std::optional<std::string>> environment;
	std::map<std::string, std::string> secrets; // of the environment: keys, and values of headers
};
CliAccess cli_access(const CliOptions &options);

// The process for one turn. Everybody can read the arguments of a process, so keys are passed only
// in the environment, and the question on standard input. The description of the character stands
// in a file, whose path is `system_file`; empty: there is no description.
ProcessSpec cli_process(
		const CliOptions &options, const ModelRequest &request, const std::string &system_file);

// The conversation as one text: who said what, and what to answer.
std::string flatten_messages(const std::vector<ModelMessage> &messages);

// Makes a program's words fit for people: removes colours, control characters, secrets and whatever
// looks like a key, and cuts a long text down to its end.
std::string clean_program_words(
		std::string_view words, const std::vector<std::string> &secrets, std::size_t longest);

// What must never be shown: the key, those in the environment, and the values of headers.
std::vector<std::string> secrets_of(const CliOptions &options);

} // namespace agent_runtime

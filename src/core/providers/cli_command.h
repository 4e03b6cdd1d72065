#pragma once

// How the command-line programs are started: as safely as they can be. A character of a game talks;
// it reads no files, edits none, runs nothing, and heeds no settings, hooks or servers that the
// user has set up for work.

#include "core/base/status.h"
#include "core/io/process_runner.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct CliOptions {
	MindKind kind = MindKind::claude; // or codex
	// Of these: base_url, key, headers, program, permission_mode, max_output_tokens.
	ProviderSettings settings;
	std::vector<std::string> arguments; // after our own
	std::map<std::string, std::optional<std::string>> environment; // on top of our own
	std::string folder; // to run in; empty: the root, where it sees nothing of the game
};

// permission_denied: it would skip permissions, and nobody would be asked. invalid_argument: there
// is no such permission mode.
// Thread rule for all here: any thread.
Status check_cli(const CliOptions &options);

// "claude", unless another program is set.
std::string program_of(const CliOptions &options);

// One turn. Keys go through the environment alone, and what is asked goes to the standard input:
// the arguments of a process can be read by everybody. So who the character is stands in a file,
// whose path is `system_file`; empty: nothing is said about it.
ProcessSpec cli_process(
		const CliOptions &options, const ModelRequest &request, const std::string &system_file);

// The talk as one text: who said what, and what to answer.
std::string flatten_messages(const std::vector<ModelMessage> &messages);

// Words of a program for people: colours, control characters, secrets and what looks like a key are
// taken out, and from a long text its end is kept.
std::string clean_program_words(
		std::string_view words, const std::vector<std::string> &secrets, std::size_t longest);

// What must not be told: the key, those of the environment, the values of headers.
std::vector<std::string> secrets_of(const CliOptions &options);

} // namespace agent_runtime

#pragma once

#include "core/base/choices.h"
#include "core/base/status.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class InboxKind : std::uint8_t { write, close_input, signal, kill };

template <>
struct Choices<InboxKind> {
	static constexpr std::array<std::string_view, 4> NAMES = { "write", "close_input", "signal",
		"kill" };
	static constexpr InboxKind OTHER = InboxKind::write;
};

// A line of a job's inbox: what the game wants its host to do. Lines are numbered from 1, without
// holes, over all attempts, and the host does each once.
//	{"n":1,"kind":"write","data":"{\"type\":\"user\"}"}       a line for the program's input
//	{"n":2,"kind":"close_input"}
//	{"n":3,"kind":"signal","signal":"INT"}
//	{"n":4,"kind":"kill","grace_seconds":5}
// Bytes that are not UTF-8 have "encoding":"base64"; "raw":true adds no newline. A "key" is for
// whoever finds the file and not what the sender knows of it; the host does not look at it.
// Thread rule: immutable.
struct InboxLine {
	static constexpr std::size_t MOST_BYTES = 16'777'216; // of the whole line
	static constexpr std::uint64_t LONGEST_GRACE = 3'600;

	std::uint64_t n = 0;
	InboxKind kind = InboxKind::write;
	std::string data = {}; // of `write`
	bool raw = false; // of `write`
	std::string signal = {}; // of `signal`: INT, TERM, HUP, QUIT, USR1, USR2, CONT, STOP or KILL
	std::uint64_t grace_seconds = 5; // of `kill`
	std::string key = {}; // the sender's name for it

	// Without a newline. `exhausted` when it would be too long.
	Result<std::string> to_text() const;
	// `corrupt` says what is wrong with it.
	static Result<InboxLine> parse(std::string_view line);

	bool operator==(const InboxLine &other) const = default;
};

// The number of such a signal; 0 for any other word.
int signal_number(std::string_view name);

} // namespace agent_runtime

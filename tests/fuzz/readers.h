#pragma once

// Whatever reads what others wrote, each as a function that takes any bytes at all: files of jobs,
// what their programs say, what comes over sockets. Such a function tries the reader, and throws
// where the reader does not keep what it promises: that what was written can be read again, that
// pieces mean what the whole means, that nothing grows beyond its limit.
//
// fuzz.cpp calls one of them with bytes that it makes up (tests/fuzz/run.sh), replay_test.cpp all
// of them with those that were kept (corpus.h).

#include "core/base/rng.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime::fuzz {

// Thread rule: immutable.
struct Reader {
	std::string_view name; // and of its file in tests/fuzz/corpus
	void (*read)(std::string_view bytes);
};

std::span<const Reader> all_readers();

// Throws when it does not hold; `promise` says what should.
void require(bool holds, std::string_view promise);

// Chance from the first byte, which is taken away.
Rng take_chance(std::string_view &bytes);

// What lies between newlines; behind the last one, too, if there is anything.
std::vector<std::string_view> lines_in(std::string_view bytes);

// The readers.
void read_journal_lines(std::string_view bytes);
void read_inbox_lines(std::string_view bytes);
void read_output_lines(std::string_view bytes);
void read_job_order(std::string_view bytes);
void read_job_plan(std::string_view bytes);
void read_program_output(std::string_view bytes);
void read_growing_file(std::string_view bytes);
void read_output_file(std::string_view bytes);
void read_claude(std::string_view bytes);
void read_codex(std::string_view bytes);
void read_command(std::string_view bytes);
void read_driver_state(std::string_view bytes);
void read_claude_question(std::string_view bytes);
void read_codex_question(std::string_view bytes);
void read_job_request(std::string_view bytes);
void read_websocket_frames(std::string_view bytes);
void read_http_requests(std::string_view bytes);
void read_stream_start(std::string_view bytes);
void read_json(std::string_view bytes);

} // namespace agent_runtime::fuzz

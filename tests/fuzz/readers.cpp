#include "readers.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace agent_runtime::fuzz {

namespace {

constexpr std::array READERS = {
	Reader{ "journal_lines", read_journal_lines },
	Reader{ "inbox_lines", read_inbox_lines },
	Reader{ "output_lines", read_output_lines },
	Reader{ "job_order", read_job_order },
	Reader{ "job_plan", read_job_plan },
	Reader{ "program_output", read_program_output },
	Reader{ "growing_file", read_growing_file },
	Reader{ "output_file", read_output_file },
	Reader{ "claude", read_claude },
	Reader{ "codex", read_codex },
	Reader{ "command", read_command },
	Reader{ "driver_state", read_driver_state },
	Reader{ "claude_question", read_claude_question },
	Reader{ "codex_question", read_codex_question },
	Reader{ "job_request", read_job_request },
	Reader{ "websocket_frames", read_websocket_frames },
	Reader{ "http_requests", read_http_requests },
	Reader{ "stream_start", read_stream_start },
	Reader{ "json", read_json },
};

} // namespace

std::span<const Reader> all_readers() {
	return READERS;
}

void require(bool holds, std::string_view promise) {
	if (!holds) {
		throw std::logic_error("this does not hold: " + std::string(promise));
	}
}

Rng take_chance(std::string_view &bytes) {
	const unsigned char seed = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
	bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 1));
	return Rng(seed);
}

std::vector<std::string_view> lines_in(std::string_view bytes) {
	std::vector<std::string_view> lines;
	while (!bytes.empty()) {
		lines.push_back(bytes.substr(0, bytes.find('\n')));
		bytes.remove_prefix(std::min(bytes.size(), lines.back().size() + 1));
	}
	return lines;
}

} // namespace agent_runtime::fuzz

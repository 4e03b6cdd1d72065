#pragma once

#include "core/base/status.h"
#include "core/io/own_folder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Lines of an output file as they stand there, each with its newline.
struct OutputPage {
	std::string lines;
	std::size_t count = 0;
	std::uint64_t last_seq = 0; // of the last line; `since` when there is none
	std::uint64_t place = 0; // where the next page begins
	bool more = false; // whether other lines followed when it was read
};

// The lines in such a text, each without its newline; they live as long as it does.
std::vector<std::string_view> lines_in(std::string_view text);

// How much a page holds; at least one line is always in it.
struct OutputPageLimits {
	std::size_t lines = 1'000;
	std::size_t bytes = 1'048'576;
};

// Reads an output file while it grows, or afterwards. What has no newline yet is not there. Needs
// no index, and memory for one page and one line only. Thread rule for all: any thread.

// The number of the last line; 0 when there is none.
Result<std::uint64_t> last_seq_of(const OwnFile &file);
// Where the first line begins whose number is above `since`; the end of the last line when there is
// none. Looks at a few places of the file only.
Result<std::uint64_t> place_after_seq(const OwnFile &file, std::uint64_t since);
// The lines from a place on, at which a line begins.
Result<OutputPage> read_output(
		const OwnFile &file, std::uint64_t place, const OutputPageLimits &limits = {});
// The lines whose numbers are above `since`.
Result<OutputPage> read_output_since(
		const OwnFile &file, std::uint64_t since, const OutputPageLimits &limits = {});

} // namespace agent_runtime

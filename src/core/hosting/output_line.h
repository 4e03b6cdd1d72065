#pragma once

// A line of a job's output file:
//	{"seq":1,"ts":"2026-11-19T09:12:03.259Z","stream":"stdout","data":"Starting task..."}
//	{"seq":2,"ts":"2026-11-19T09:12:04Z","stream":"stderr","data":"/4AK","encoding":"base64"}
//	{"seq":3,"ts":"2026-11-19T09:12:04.002Z","stream":"stdout","data":"[y/N] ","more":true}
// A line that the program wrote is one record, without its newline. `more` says that there was no
// newline: then the record ends where the line became too long, where the program fell silent, or
// at its end. So the data of all records of a stream, with a newline behind each that has no
// `more`, are exactly the bytes that the program wrote to it.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/hosting/job_order.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class OutputStream : std::uint8_t { standard, error };

// "stdout" or "stderr".
std::string_view output_stream_name(OutputStream stream);

// "2026-11-19T09:12:03.259Z"; the fraction is left out where it is zero.
std::string stamp_of(WallTime time);

// Thread rule: immutable.
struct OutputLine {
	// Each byte becomes six at most, as in \u0000.
	static constexpr std::size_t MOST_BYTES = 6 * JobLimits::MOST_LINE_BYTES + 1'024;

	std::uint64_t seq = 0;
	std::string ts;
	OutputStream stream = OutputStream::standard;
	std::string data; // the bytes, whatever they are
	bool more = false;

	// `corrupt` for anything else. Members that it does not know are passed over.
	static Result<OutputLine> parse(std::string_view line);

	bool operator==(const OutputLine &other) const = default;
};

// Appends the line with its newline. Data that are not UTF-8 become base64.
void append_output_line(std::string &text, std::uint64_t seq, std::string_view ts,
		OutputStream stream, std::string_view data, bool more);

// The `seq` of a line, of which only the beginning has to be there. Nothing for any other text.
std::optional<std::uint64_t> seq_of_output_line(std::string_view line);

} // namespace agent_runtime

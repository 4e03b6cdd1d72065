#pragma once

#include "core/base/status.h"
#include "core/io/own_folder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Reads whole lines of a file that others append to, from a place on. A line counts once its
// newline is there; what lies behind the last one does not exist for a reader.
//
//	LineReader reader(file, cursor, InboxLine::MOST_BYTES);
//	for (std::string_view line; reader.next(line);) { use(line); cursor = reader.place(); }
//
// Needs memory for one line. Thread rule: any thread, one at a time; the file outlives it.
class LineReader {
public:
	// Lines longer than `longest` are passed over.
	LineReader(const OwnFile &file, std::uint64_t place, std::size_t longest);

	// False when there is no other whole line now; later there may be. The line, without its
	// newline, is valid until the next call.
	bool next(std::string_view &line);
	// Where the line begins that next() has returned last.
	std::uint64_t line_place() const { return line_place_; }
	// Behind that line.
	std::uint64_t place() const { return place_; }
	// Whether the file cannot be read.
	const Status &status() const { return status_; }

private:
	bool fill();
	bool read_piece(std::size_t size);
	bool pass_over_line();

	const OwnFile &file_;
	const std::size_t longest_;
	std::uint64_t place_; // in the file, of what is left
	std::uint64_t line_place_;
	std::string read_; // whole lines
	std::size_t used_ = 0;
	std::uint64_t passed_ = 0; // bytes of a line that is too long, and whose end is not there yet
	Status status_;
};

// The number with which a line begins, behind `before`. Nothing for any other line, and for 0.
std::optional<std::uint64_t> leading_number(std::string_view line, std::string_view before);

// The beginning of the last whole line of a file, at most `most` bytes; empty when there is none.
Result<std::string> last_line(const OwnFile &file, std::size_t most);

// Cuts off what lies behind the last newline, and returns how much it was.
Result<std::uint64_t> cut_torn_tail(OwnFile &file);

// Appends a line, which has no newline of its own, after cutting off a torn tail. All of it is
// written, or nothing: `exhausted` when there is no space.
Status append_line(OwnFile &file, std::string_view line);

} // namespace agent_runtime

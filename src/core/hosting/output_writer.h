#pragma once

#include "core/base/clock.h"
#include "core/hosting/output_line.h"
#include "core/hosting/record_cutter.h"
#include "core/io/own_folder.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Writes what a program says to its output file, as records. What the disk does not take waits
// here; whoever reads from the program then stops until it has been written.
// Owned by the host. Thread rule: any thread, one at a time.
class OutputWriter {
public:
	// After this time without a byte, the beginning of a line is written all the same.
	static constexpr std::chrono::milliseconds SILENCE{ 250 };

	// `file` must end with a whole line, whose number is `last_seq`; 0: it is empty.
	OutputWriter(OwnFile file, std::uint64_t last_seq, std::size_t line_bytes, const Clock &clock);

	void take(OutputStream stream, std::string_view bytes);
	// Takes the lines that have begun and whose stream has been silent.
	void flush_silent();
	// When flush_silent() has something to do.
	std::optional<RealTime> next_flush() const;
	// Takes all that is left, at the end of the program.
	void flush_all();

	// False while something waits that the disk does not take; it is tried again each time.
	bool write();
	bool has_waiting() const { return written_ < waiting_.size(); }

	std::uint64_t last_seq() const { return last_seq_; }
	std::uint64_t bytes() const { return file_bytes_ + waiting_.size() - written_; }

private:
	struct Part {
		RecordCutter cutter;
		std::optional<RealTime> last_byte; // of a line that has begun
	};

	void append(OutputStream stream, const RecordCutter::Record &record, std::string_view ts);
	Part &part_of(OutputStream stream) { return parts_[static_cast<std::size_t>(stream)]; }

	OwnFile file_;
	const Clock &clock_;
	std::uint64_t last_seq_;
	std::uint64_t file_bytes_;
	std::array<Part, 2> parts_;
	std::string waiting_;
	std::size_t written_ = 0; // of what waits
};

} // namespace agent_runtime

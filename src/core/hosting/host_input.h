#pragma once

#include "core/hosting/host_journal.h"
#include "core/hosting/host_log.h"
#include "core/hosting/inbox_line.h"
#include "core/hosting/line_reader.h"
#include "core/io/held_program.h"
#include "core/io/own_folder.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Carries out what the inbox says: each line once, and notes it in the journal. What goes to the
// program's input is written in order; signals and kills do not wait for it.
// Thread rule: any thread, one at a time; file, journal and log outlive it.
class HostInput {
public:
	// How many inputs may wait for the program; more are refused.
	static constexpr std::size_t MOST_WAITING = 4'096;

	// What is asked for beside input.
	struct Asked {
		std::vector<int> signals;
		std::optional<std::uint64_t>
				kill_after; // seconds between being asked to end and being killed
	};

	// Lines before `first` are passed over.
	HostInput(const OwnFile &inbox, std::uint64_t first, HostJournal &journal, HostLog &log);

	// Reads what is new in the inbox.
	Asked look();
	// Writes what the program's pipe takes.
	void feed(HeldProgram &program);
	// Whether feed() waits for room in the pipe.
	bool waits_for_room() const { return current_.has_value() && is_noted_; }
	// Notes that all that is left will not be written.
	void give_up(std::string_view reason);

private:
	// Where a line lies that is to be carried out. Its text is read again when its turn comes, so
	// that what waits needs no memory.
	struct Entry {
		std::uint64_t n = 0;
		std::uint64_t place = 0;
		std::size_t bytes = 0;
	};

	void take(const InboxLine &line, const Entry &entry, Asked &asked);
	void take_input(const Entry &entry, InboxKind kind);
	bool begin_next(HeldProgram &program);
	void refuse(std::uint64_t n, std::string_view reason);
	std::optional<InboxLine> read_again(const Entry &entry) const;

	const OwnFile &inbox_;
	LineReader reader_;
	HostJournal &journal_;
	HostLog &log_;
	std::uint64_t last_n_; // that was taken
	std::deque<Entry> queue_;
	bool is_closing_ = false; // the queue ends with the end of the program's input
	std::optional<InboxLine> current_; // is being written; `data` with its newline
	bool is_noted_ = false; // whether "writing" is on the disk, without which nothing is written
	std::size_t written_ = 0;
};

} // namespace agent_runtime

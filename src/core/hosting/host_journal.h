#pragma once

#include "core/base/clock.h"
#include "core/hosting/journal_line.h"
#include "core/io/own_folder.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

// The journal as its host writes it. Some disk space is kept for it ahead of use, so that an answer
// can be noted when the disk is full.
// Thread rule: any thread, one at a time.
class HostJournal {
public:
	// `file` must end with a whole line, whose number is `last_n`; 0: it is empty.
	HostJournal(OwnFile file, std::uint64_t last_n, const Clock &clock);

	// Numbers and stamps the line, and writes it. False when it waits for the disk: it is written
	// later, before all that follows.
	bool note(JournalLine line);
	bool note(JournalKind kind, std::uint64_t inbox);
	// Writes what waits; false when it still does.
	bool flush();

private:
	OwnFile file_;
	const Clock &clock_;
	std::uint64_t last_n_;
	std::uint64_t reserved_until_ = 0;
	std::string waiting_;
};

} // namespace agent_runtime

#pragma once

#include "core/hosting/journal_line.h"
#include "core/jobs/job.h"

#include <cstddef>
#include <optional>

namespace agent_runtime {

// When a host has written a line of its journal; nothing when that cannot be read.
std::optional<WallTime> written_at(const JournalLine &line);
// What an end in the journal (not_started, ended or void) means for a job while its game is there.
JobEnd end_told(const JournalLine &line);
// What it means when a game starts and finds it: only a program that has ended by itself with the
// code 0 has completed; any other is `daemon restarted`, as the spec has it.
JobEnd end_found(const JournalLine &line);
// Its host was killed, and nobody knows how the program has ended.
JobEnd end_of_lost_host(std::size_t strays);
// It was never started.
JobEnd end_unstarted(const Status &why);

} // namespace agent_runtime

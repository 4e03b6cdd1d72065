#pragma once

// What a process has started, and what that has started in turn, however it tried to get away. All
// of it needs /proc; where there is none, nobody is found.

#include "core/io/process_runner.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How the descendants of a process are found.
enum class FamilyLookup : std::uint8_t {
	by_children, // by the lists of children that the system has
	by_parents, // by asking all processes for their parents, where there are no such lists
};

// All processes below one, whatever groups and sessions they are in, but for those who have ended
// and wait to be asked how.
std::vector<std::int64_t> descendants_of(std::int64_t pid, FamilyLookup lookup);

// From now on, descendants whose parent has ended become children of this process, so none of them
// is ever lost. Whoever calls this also calls reap_children().
void adopt_orphans();

// Lets the system forget all children that have ended, and returns how one of them did, if it has.
std::optional<ProcessExit> reap_children(std::int64_t wanted);

// Sends a signal to all descendants of this process and returns how many live. 0 only counts them.
std::size_t signal_descendants(int signal);

// The memory that all descendants of this process have in use together. What several share counts
// once if the plain sum is above `exact_above`; below, it may be counted several times.
std::uint64_t memory_of_descendants(std::uint64_t exact_above);

// Makes memory pressure take this process sooner than others. `more` is added to its score.
void sacrifice_sooner(std::int64_t pid, int more);

// How many processes of this user, other than this one, were started with this entry in their
// environment, NAME=VALUE, and live.
std::size_t count_marked_processes(std::string_view entry);

// Ends all processes of this user, other than this one, that carry such an
// entry: asks them first, and kills who has not ended after `grace`. Returns how
// many there were.
std::size_t end_marked_processes(std::string_view entry, std::chrono::milliseconds grace);

} // namespace agent_runtime

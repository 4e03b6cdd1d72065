#pragma once

// Changes to what agents remember, for WriteOperations. Each runs inside a write transaction and
// updates the search index. Whatever affects more than a few hundred rows is done in pieces, each
// in a transaction of its own.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/memory/memory_lines.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// `not_found` when the agent remembers no such line.
Result<MemoryLine> find_line(Database &database, std::string_view agent_id, std::int64_t id);

Status pin_line(Database &database, std::int64_t id, bool pinned);
Status edit_line(Database &database, std::int64_t id, const std::optional<std::string> &content,
		const std::optional<double> &importance);

// A line that an agent has heard, or said itself.
struct HeardLine {
	AgentId owner;
	ParticipantId from;
	ParticipantId to;
	std::string_view content;
	double importance = 1.0;
};
Status add_heard_line(Database &database, const HeardLine &line, WallTime now);

// A line that nobody said: a note or a summary, as its kind tells.
struct NewLine {
	std::string agent_id;
	WallTime timestamp;
	std::string sender;
	std::string content;
	std::string kind;
	double importance = 1.0;
	bool pinned = false;
	std::optional<std::int64_t> covers_to = {}; // for a summary
};
Result<std::int64_t> add_line(Database &database, const NewLine &line);

// What to forget: all lines of the agent up to a certain one, or some of them.
struct ForgetFilter {
	static constexpr std::size_t LINES_A_PIECE = 100;

	std::string agent_id = {};
	std::int64_t last = 0; // up to and including this line
	std::string from = {}; // empty: from anybody
	bool unpinned_messages = false; // keep pinned lines, notes and summaries
};

struct Forgotten {
	std::vector<std::int64_t> ids;
	// everything up to here has been looked at, and the next piece continues there
	std::int64_t looked_to = 0;
	bool more = false;
};

// Forgets one piece, among the lines after `after`.
Result<Forgotten> forget_lines(Database &database, const ForgetFilter &filter, std::int64_t after);

// The newest line of any agent. What is said from now on comes after it.
Result<std::int64_t> newest_line(Database &database);

// Lines that could go into a summary: unpinned messages that are in none yet, without the newest
// ones.
struct SummaryWindow {
	static constexpr std::size_t MOST_LINES = 2000; // for one summary, the oldest first

	std::vector<MemoryLine> lines; // oldest first
	std::string earlier; // the newest existing summary
};
Result<SummaryWindow> read_summary_window(
		Database &database, std::string_view agent_id, std::size_t keep);
// Whether the lines of a window that was read before are still the same, and in no summary.
Result<bool> is_unchanged(
		Database &database, std::string_view agent_id, const std::vector<MemoryLine> &lines);
// The newest summary; empty: none.
Result<std::string> newest_summary(Database &database, std::string_view agent_id);

// Ids of agents that remember anything.
Result<std::vector<std::string>> agents_with_lines(Database &database);
// Those for whom a line is pinned or a summary exists.
Result<std::vector<std::string>> agents_with_kept_lines(Database &database);

} // namespace agent_runtime

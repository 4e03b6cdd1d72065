#pragma once

// Changes to what agents remember, for WriteJobs: each inside a write transaction, with the search
// index following. What takes more than a few hundred rows is done in pieces, each a transaction of
// its own.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/memory_lines.h"

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

// A line that nobody said: a note or a summary. Its kind says which.
struct NewLine {
	std::string agent_id;
	WallTime timestamp;
	std::string sender;
	std::string content;
	std::string kind;
	double importance = 1.0;
	bool pinned = false;
	std::optional<std::int64_t> covers_to = {}; // of a summary
};
Result<std::int64_t> add_line(Database &database, const NewLine &line);

// What is to be forgotten: all lines of the agent up to one, or fewer of them.
struct ForgetFilter {
	static constexpr std::size_t LINES_A_PIECE = 100;

	std::string agent_id = {};
	std::int64_t last = 0; // this line is included, what came after is not
	std::string from = {}; // empty: whoever said it
	bool unpinned_messages = false; // neither pinned lines nor notes and summaries
};

struct Forgotten {
	std::vector<std::int64_t> ids;
	std::int64_t looked_to = 0; // all up to here has been looked at: the next piece goes on there
	bool more = false;
};

// One piece, of lines behind `after`.
Result<Forgotten> forget_lines(Database &database, const ForgetFilter &filter, std::int64_t after);

// The newest line of anybody: what is said from now on comes after it.
Result<std::int64_t> newest_line(Database &database);

// Lines that a summary could stand for: unpinned messages that none stands for yet, without the
// newest ones.
struct SummaryWindow {
	static constexpr std::size_t MOST_LINES = 2000; // in one summary, the oldest first

	std::vector<MemoryLine> lines; // oldest first
	std::string earlier; // the newest summary that there is
};
Result<SummaryWindow> read_summary_window(
		Database &database, std::string_view agent_id, std::size_t keep);

} // namespace agent_runtime

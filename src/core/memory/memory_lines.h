#pragma once

// The lines that agents remember, as rows of agent_conversations.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// A row of agent_conversations.
struct MemoryLine {
	std::int64_t id = 0;
	WallTime timestamp;
	std::string sender;
	std::string content;
	std::string recipient;
	std::string kind; // "message", "summary" or "note"
	double importance = 1.0;
	bool pinned = false;
	bool summarised = false; // a summary includes it
};

// The columns that a query must select for memory_line_from(), from agent_conversations under the
// name c.
inline constexpr std::string_view MEMORY_LINE_COLUMNS =
		"c.id, c.timestamp, c.sender, c.content, c.recipient, c.kind, c.importance, c.pinned";
inline constexpr int MEMORY_LINE_WIDTH = 8; // the number of the next column

// Leaves `summarised` to the caller.
MemoryLine memory_line_from(const Query &rows);

// The newest line that is included in a summary of this agent; 0: there is none.
Result<std::int64_t> summarised_to(Database &database, std::string_view agent_id);
bool is_summarised(const MemoryLine &line, std::int64_t summarised_to);

struct MemoryListing {
	std::string agent_id = {};
	std::optional<bool> pinned = {};
	std::string kind = {}; // empty: all
	std::string from = {}; // empty: from anybody
	std::int64_t before = 0; // only lines older than this one; 0: from the newest on
	std::size_t limit = 20;
};

// Newest first.
Result<std::vector<MemoryLine>> list_memory(Database &database, const MemoryListing &listing);

} // namespace agent_runtime

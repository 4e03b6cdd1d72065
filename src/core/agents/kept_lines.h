#pragma once

#include "core/agents/input_rows.h"
#include "core/mind/mind.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

// The lines that every thought of an agent includes, however long ago they were said. Most agents
// have none.
// Thread rule: immutable.
struct KeptLines {
	static constexpr std::size_t MOST_PINNED = 5;

	std::vector<RememberedLine> pinned; // the newest ones, oldest first
	std::string summary; // the newest; empty: none

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "pinned" }, &recorded_pinned, &take_pinned),
			bind({ .name = "summary" }, &KeptLines::summary) };
	}

private:
	static std::vector<RecordedLine> recorded_pinned(const KeptLines &kept);
	static void take_pinned(KeptLines &kept, const std::vector<RecordedLine> &recorded);
};

using KeptLinesPtr = std::shared_ptr<const KeptLines>;

} // namespace agent_runtime

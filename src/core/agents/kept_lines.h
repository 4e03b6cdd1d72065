#pragma once

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
};

using KeptLinesPtr = std::shared_ptr<const KeptLines>;

} // namespace agent_runtime

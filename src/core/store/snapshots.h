#pragma once

// Baselines inside the database: snapshots of the world from which every view can be rebuilt,
// together with the log since. Save games are slots.h.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

inline constexpr std::string_view BASELINE = "baseline";

struct Snapshot {
	std::int64_t id = 0; // given when it is stored
	EventId event = {}; // the newest event that it contains
	WallTime created_at = {};
	std::string kind{ BASELINE };
	std::string data = {}; // JSON or bytes: its writer's matter
};

// Inside a write transaction.
Status store_snapshot(Database &database, const Snapshot &snapshot);

// The newest of a kind, if there is one.
Result<std::optional<Snapshot>> newest_snapshot(Database &database, std::string_view kind);

} // namespace agent_runtime

#pragma once

#include "core/agents/input.h"
#include "core/auto_mode/talk_store.h"
#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/id_marks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// What a runtime finds in its database when it starts: everything that must be read before it can
// live.
struct RestoredWorld {
	std::string epoch; // of the event log
	EventId newest_event;
	AgentId highest_agent; // ids up to here are taken, though nobody may live under them
	ConversationId highest_talk; // the same
	std::uint64_t newest_task = 0;
	std::uint64_t newest_call = 0;
	std::vector<SpawnInput> agents; // in the order of their numbers
	std::vector<StoredTalk> talks; // the newest ones, newest first
	std::vector<std::int64_t> left_behind; // rows of agents that make no sense

	// The numbers that are taken.
	IdNumbers ids() const;
	void raise_ids_to(const IdNumbers &given);
};

// Where a world comes from. In a database, an agent whose own row makes no sense is left behind,
// and that is logged; a slot with such an agent is `corrupt`. So is a file that cannot be read.
enum class WorldSource { database, slot };
Result<RestoredWorld> read_world(Database &database, WorldSource source, const Logger &log);

// Marks the agents that were left behind as ended, so that others can have what was theirs, such as
// their keys.
Status retire(Database &database, const RestoredWorld &world, WallTime now);

} // namespace agent_runtime

#include "core/runtime/game_schema.h"

#include "core/agents/agent_tables.h"
#include "core/auto_mode/talk_tables.h"
#include "core/jobs/job_tables.h"
#include "core/log/log_tables.h"
#include "core/memory/memory_tables.h"
#include "core/models/ledger_tables.h"
#include "core/questions/question_tables.h"

#include <array>

namespace agent_runtime {

Schema game_schema() {
	static const std::array<const RoomTables *, 7> rooms = { &log_tables(), &memory_tables(),
		&agent_tables(), &ledger_tables(), &talk_tables(), &question_tables(), &job_tables() };
	return rooms;
}

} // namespace agent_runtime

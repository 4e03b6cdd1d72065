#include "core/runtime/game_schema.h"

#include "core/agents/agent_tables.h"
#include "core/auto_mode/talk_tables.h"
#include "core/store/log_tables.h"
#include "core/turns/ledger_tables.h"

#include <array>

namespace agent_runtime {

Schema game_schema() {
	// The sum over a slot goes over its tables in this order, so rooms of the world are added
	// behind the others.
	static const std::array<const RoomTables *, 4> rooms = { &log_tables(), &agent_tables(),
		&ledger_tables(), &talk_tables() };
	return rooms;
}

} // namespace agent_runtime

#pragma once

// How a slot is judged before anything of it is believed: it may be damaged, and it may be
// anybody's. Part of slots.h, where open_slot() stands. Thread rule: any thread.

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

inline constexpr std::int64_t SLOT_APPLICATION_ID = 0x4167'536C; // "AgSl"

// A slot with the tables that it should have, whatever stands in them.
Result<Database> look_into_slot(const std::string &path, Schema schema);

// With all that SQLite may have put beside it.
void remove_slot_file(const std::string &path);

} // namespace agent_runtime

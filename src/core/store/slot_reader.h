#pragma once

// Judges a slot before believing anything in it, since it may be damaged and may come from anybody.
// Part of slots.h, which has open_slot(). Thread rule: any thread.

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

inline constexpr std::int64_t SLOT_APPLICATION_ID = 0x4167'536C; // "AgSl"

// Opens a slot that has the right tables, whatever they contain.
Result<Database> look_into_slot(const std::string &path, Schema schema);

// Also removes what SQLite may have put beside it.
void remove_slot_file(const std::string &path);

} // namespace agent_runtime

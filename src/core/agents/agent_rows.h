#pragma once

// Rows of the tables that this room owns, for rooms below it.
// Thread rule: that of the database.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Whether an agent of this id lives or has lived; true also when that cannot be read.
bool has_lived(Database &database, std::string_view agent);
Result<std::int64_t> count_living_agents(Database &database);
// What the agent is called, or was; `otherwise` when there was none.
Result<std::string> stored_name(
		Database &database, std::string_view agent, std::string_view otherwise);
// Those that live, in the order of their numbers. Columns: the configuration, state, x, y, id,
// number, key, and the row's own number, by which end_agent_row() knows it.
Query select_living_agents(Database &database);
Status end_agent_row(Database &database, std::int64_t row, WallTime now);

// Agents with tasks that are not over.
Result<std::vector<std::string>> agents_with_tasks(Database &database);
// The highest number of a task, including those that retention has removed; 0: none.
Result<std::int64_t> newest_task_number(Database &database);

// A recording: the steps with their times, and the inputs that they took.
Status clear_recording(Database &database);
Query select_recorded_steps(Database &database); // number, sim time
Query select_recorded_inputs(Database &database); // number of the step, JSON

} // namespace agent_runtime

#pragma once

// A recording: the settings of a world, its steps, and the inputs that each of them took, in the
// tables `steps` and `inputs`. Its course depends on these alone, so it can be repeated from them
// and compared with the event log. So anybody who can send a recording can be helped.

#include "core/agents/settings.h"
#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/write_operation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

// Written before the first step of a world that is recorded; an older recording in the file is
// replaced. `newest_call` is the number of the last call to the game before it.
std::unique_ptr<WriteOperation> begin_recording(
		const AgentSettings &settings, std::uint64_t newest_call, const Logger &log);

// Where a replay begins to differ: the first event that is not the same.
struct Divergence {
	StepNumber step;
	std::size_t event = 0; // its position in the recording, from 0
	std::string entity;
	std::string expected; // "type data"; empty when the recording has ended
	std::string got;

	std::string to_string() const;
};

struct ReplayResult {
	std::uint64_t steps = 0;
	std::size_t events = 0;
	std::optional<Divergence> divergence; // the first event in which replay and log differ
};

// Repeats a recording as far as it goes, with this many helper threads. The database may belong to
// a runtime that is still recording; nothing is written. `not_found` when it contains no recording,
// `failed_precondition` when some of its events are pruned.
// Thread rule: any thread; takes about as long as the world had work to do.
Result<ReplayResult> replay_recording(Database &database, std::size_t helpers);

} // namespace agent_runtime

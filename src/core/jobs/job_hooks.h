#pragma once

#include "core/base/ids.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_runtime {

// The points at which something of a job becomes durable. Whoever dies just before or just after
// one leaves a state that the next start puts in order (job_recovery.h).
enum class JobPoint : std::uint8_t {
	start, // T1: the row is there, with its first inputs, its money and its event
	files, // F1: folder, output and order are there
	launch, // L: a host holds the lock
	started, // T2: the database knows what the journal says of the program
	input, // F3: a line is in the inbox
	progress, // T4: cursor, the driver's state and all that came of what was read
	answer, // T5: an answer with its input
	kill, // T6: what was asked for, with its input
	end, // T7: the last state
	purge, // T8: the rows are gone
};
inline constexpr std::array<std::string_view, 10> JOB_POINTS = { "start", "files", "launch",
	"started", "input", "progress", "answer", "kill", "end", "purge" };

enum class JobMoment : std::uint8_t {
	before,
	within, // of a transaction: written, and not committed
	after,
};

// Told of each such moment, for tests that die there. Null in a game.
// Thread rule: any thread.
class JobHooks {
public:
	virtual ~JobHooks() = default;
	virtual void reached(JobPoint point, JobMoment moment, JobId job) = 0;
};

} // namespace agent_runtime

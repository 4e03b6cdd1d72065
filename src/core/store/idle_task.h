#pragma once

#include "core/base/status.h"

namespace agent_runtime {

class Database;

// Work on the database that can wait: pruning, the search index. The writer calls it in small
// pieces while nobody writes, and seldom while somebody does. Handed to Writer::start, which owns
// it.
// Thread rule: worker only (the writer's).
class IdleTask {
public:
	virtual ~IdleTask() = default;

	// One piece of a few milliseconds, in transactions of its own. True when there is more to do.
	// An error is logged, and the task is asked again after the next commits.
	virtual Result<bool> run(Database &database) = 0;
	// Whether it cannot wait for quieter times, by what run() found last.
	virtual bool is_urgent() const { return false; }
};

} // namespace agent_runtime

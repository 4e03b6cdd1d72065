#pragma once

#include "core/base/status.h"

namespace agent_runtime {

class Database;

// Work on the database that can wait, such as pruning and the search index. The writer runs it in
// small pieces while nobody writes, and seldom while somebody does. Passed to Writer::start(),
// which owns it.
// Thread rule: worker only (the writer's).
class IdleWork {
public:
	virtual ~IdleWork() = default;

	// Does one piece of a few milliseconds, in transactions of its own. True when there is more to
	// do. An error is logged, and the task is called again after the next commits.
	virtual Result<bool> run(Database &database) = 0;
	// Whether it cannot wait for quieter times, judging by what run() found last.
	virtual bool is_urgent() const { return false; }
};

} // namespace agent_runtime

#pragma once

#include "core/base/status.h"

#include <cstddef>
#include <string>

namespace agent_runtime {

class Database;

// Something to be written, and what follows from it. Made on any thread and handed to
// Writer::submit, which owns it from then on; from then on it is touched by the writer thread
// alone. It ends in exactly one of committed() and dropped(), after which it is destroyed. None of
// them may block or submit.
// Thread rule: worker only (the writer's).
class WriteJob {
public:
	virtual ~WriteJob() = default;

	// About what it takes in memory; the same answer each time.
	virtual std::size_t bytes() const = 0;

	// Inside a transaction, together with other jobs. Called again when that had to be rolled back:
	// what an earlier call noted, such as ids, is void then. An error that is the job's own, such
	// as a broken constraint, undoes this job alone and ends it with dropped().
	virtual Status write(Database &database) = 0;

	// After the commit, in the order of submission: publish here.
	virtual void committed() = 0;

	// At most once, when the storage fails: publish as not stored. write() is tried again later.
	virtual void degraded(const Status &reason) = 0;

	// What the log calls it when its own error ends it; empty: it says that itself, or nobody need
	// know. A writer that stops while the storage fails says in one line how much was not written.
	virtual std::string title() const { return {}; }

	// It is not stored and will not be: its own error, or the writer stops while the storage fails.
	virtual void dropped(const Status &reason) = 0;
};

} // namespace agent_runtime

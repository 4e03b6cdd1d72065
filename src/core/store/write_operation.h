#pragma once

#include "core/base/status.h"

#include <cstddef>
#include <string>

namespace agent_runtime {

class Database;

// Something to write, and what follows from it. Made on any thread and passed to Writer::submit(),
// which owns it from then on; from then on only the writer thread touches it. It ends in exactly
// one of committed() and dropped(), and is then destroyed. None of its functions may block or
// submit.
// Thread rule: worker only (the writer's).
class WriteOperation {
public:
	virtual ~WriteOperation() = default;

	// Its approximate size in memory; must not change.
	virtual std::size_t bytes() const = 0;

	// Inside a transaction, together with other operations. Called again when that had to be rolled
	// back: what an earlier call noted, such as ids, is void then. An error that is the operation's
	// own, such as a broken constraint, undoes this operation alone and ends it with dropped().
	virtual Status write(Database &database) = 0;

	// After the commit, in the order of submission. Publish here.
	virtual void committed() = 0;

	// Whether committed() must not be called while the file is gone, though what is open was
	// written: then it is called once the file is back, or dropped() when the writer stops first.
	virtual bool waits_for_file() const { return false; }

	// Called at most once, when the storage fails: publish as not stored. write() is called again
	// later.
	virtual void degraded(const Status &reason) = 0;

	// What the log calls the job when its own error ends it; empty: it reports that itself, or
	// nobody needs to know. A writer that stops while the storage fails logs one line with how much
	// was not written.
	virtual std::string title() const { return {}; }

	// It is not stored and never will be, because of its own error, or because the writer stops
	// while the storage fails or while the file is gone that it waits for.
	virtual void dropped(const Status &reason) = 0;
};

} // namespace agent_runtime

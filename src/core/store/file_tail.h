#pragma once

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>

namespace agent_runtime {

// Follows what other processes write to the file. The writer calls it inside each of its
// transactions, to tell its own rows from those of others.
// Owned by Writer. Thread rule: worker only (the writer's), after start().
class FileTail {
public:
	virtual ~FileTail() = default;

	// Called once, before the writer runs. Skips everything that the file already contains.
	virtual Status start(Database &database) = 0;
	// Called inside a transaction of ours, before its first row and after its last one. Called
	// again when the transaction had to be rolled back.
	virtual Status begin_own(Database &database) = 0;
	virtual Status end_own(Database &database) = 0;
	// After that transaction was committed, before its operations hear of it: hands over what
	// others had written until it began.
	virtual Status committed(Database &database) = 0;
	// Called now and then. Publishes what others have written since.
	virtual Status poll(Database &database) = 0;
	// How many rows of others it has published.
	virtual std::uint64_t count() const = 0;
};

} // namespace agent_runtime

#pragma once

#include "core/base/process.h"

#include <functional>
#include <string>

namespace agent_runtime {

// Who opens calls in the books of a file: a process, which has one ledger there at a time, or a
// job. Its name stands in the row of each call that it has opened, so that nobody else ends that
// call while the owner lives. Thread rule: immutable.
struct LedgerOwner {
	std::string name;
	// Whether the owner of that name lives.
	std::function<ProcessLife(const std::string &name)> life_of;

	static LedgerOwner this_process();
};

// Of the owner that is named in a row.
ProcessLife life_of_owner(const std::string &name);

} // namespace agent_runtime

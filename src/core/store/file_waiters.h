#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/store/group_commit.h"

#include <cstddef>
#include <vector>

namespace agent_runtime {

// Operations that were written while the database's file was gone, and are told so only when it is
// back (WriteOperation::waits_for_file).
// Owned by the Writer. Thread rule: worker only (the writer's).
class FileWaiters {
public:
	void add(PendingOperation written);
	std::size_t bytes() const { return bytes_; }
	// Tells all of them, in the order in which they came: that they are committed when the file is
	// back, which is when `lost` is ok, and otherwise that they are dropped.
	void end(const Status &lost, const Logger &log);

private:
	std::vector<PendingOperation> written_;
	std::size_t bytes_ = 0;
};

} // namespace agent_runtime

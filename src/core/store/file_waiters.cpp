#include "core/store/file_waiters.h"

#include "core/store/guarded.h"

#include <utility>

namespace agent_runtime {

void FileWaiters::add(PendingOperation written) {
	bytes_ += written.bytes;
	written_.push_back(std::move(written));
}

void FileWaiters::end(const Status &lost, const Logger &log) {
	bytes_ = 0;
	for (const PendingOperation &written : std::exchange(written_, {})) {
		guarded(log, [&] {
			lost.ok() ? written.operation->committed() : written.operation->dropped(lost);
		});
	}
}

} // namespace agent_runtime

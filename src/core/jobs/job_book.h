#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <set>

namespace agent_runtime {

// Which jobs have not ended, and up to which number ids were given: what has to be known at once,
// before anything is stored. Owned by the desk. Thread rule: any thread.
class JobBook {
public:
	// Numbers that follow were never given.
	void begin(std::uint64_t newest);
	// A new job; `exhausted` while as many run as may.
	Result<JobId> admit_new(std::size_t most_running);
	// Another attempt of one.
	Status admit(JobId job, std::size_t most_running);
	// One that was found running.
	void add(JobId job);
	// It has ended, or was not accepted after all.
	void remove(JobId job);

	bool is_open(JobId job) const;
	std::size_t open() const;

private:
	Status check_space(std::size_t most_running) const AR_REQUIRES(mutex_);

	mutable Mutex mutex_;
	std::set<JobId> open_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime

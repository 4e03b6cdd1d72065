#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"

#include <map>
#include <string>
#include <utility>

namespace agent_runtime {

// What programs have said last, for people who watch them: a value of the moment, of which only the
// newest of each job waits. All of it stands in their output, too. Owned by the desk. Thread rule:
// any thread.
class JobWords {
public:
	void put(JobId job, std::string words) {
		const Lock lock(mutex_);
		newest_.insert_or_assign(job, std::move(words));
	}
	std::map<JobId, std::string> take() {
		const Lock lock(mutex_);
		return std::exchange(newest_, {});
	}

private:
	Mutex mutex_;
	std::map<JobId, std::string> newest_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime

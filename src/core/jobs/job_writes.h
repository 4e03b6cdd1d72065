#pragma once

#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/jobs/job_hooks.h"
#include "core/log/decision.h"
#include "core/services/shared_store.h"

#include <functional>
#include <optional>
#include <utility>

namespace agent_runtime {

// Has the writer make steps of jobs (job_steps.h), and waits for it. Owned by the desk.
// Thread rule: worker only, and never the writer's.
class JobWrites {
public:
	// All of it must outlive this; `hooks` may be null.
	JobWrites(SharedStore &store, EventFanout &fanout, const Clock &clock, JobHooks *hooks) :
			store_(store),
			fanout_(fanout),
			clock_(clock),
			hooks_(hooks) {}

	// Whether it was committed. What was refused, or came while the storage failed, does not happen
	// later.
	Status commit(JobPoint point, JobId job, DecideStatus decide, TraceId trace = {});
	// The same for what is about no job.
	Status commit(DecideStatus decide, TraceId trace = {});
	template <typename Answer>
	Result<Answer> commit(
			JobPoint point, JobId job, const Decide<Answer> &decide, TraceId trace = {}) {
		std::optional<Result<Answer>> answer;
		const Status status = commit(point, job, DecideStatus([&](DecisionScope &scope) {
			answer.emplace(decide(scope));
			return answer->status();
		}),
				trace);
		return status.ok() ? std::move(*answer) : Result<Answer>(status);
	}

	// The same for what has no transaction.
	void reached(JobPoint point, JobMoment moment, JobId job) const {
		if (hooks_ != nullptr) {
			hooks_->reached(point, moment, job);
		}
	}

private:
	SharedStore &store_;
	EventFanout &fanout_;
	const Clock &clock_;
	JobHooks *const hooks_;
};

} // namespace agent_runtime

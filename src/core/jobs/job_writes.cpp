#include "core/jobs/job_writes.h"

#include "core/log/writer_errand.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *CANNOT_WRITE = "jobs cannot be changed";
constexpr std::size_t BYTES_OF_STEP = 2'000;

} // namespace

Status JobWrites::commit(JobPoint point, JobId job, DecideStatus decide, TraceId trace) {
	reached(point, JobMoment::before, job);
	Status status = commit(
			[&](DecisionScope &scope) {
				Status decided = decide(scope);
				if (decided.ok()) {
					reached(point, JobMoment::within, job);
				}
				return decided;
			},
			trace);
	if (status.ok()) {
		reached(point, JobMoment::after, job);
	}
	return status;
}

Status JobWrites::commit(DecideStatus decide, TraceId trace) {
	WriterErrand errand(store_.writer(), CANNOT_WRITE);
	const Status added = errand.add(std::move(decide),
			{ .now = clock_.wall_now(),
					.trace = trace,
					.fanout = &fanout_,
					.bytes = BYTES_OF_STEP });
	const Status waited = errand.wait();
	return added.ok() ? waited : added;
}

} // namespace agent_runtime

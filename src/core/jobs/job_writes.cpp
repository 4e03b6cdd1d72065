#include "core/jobs/job_writes.h"

#include "core/log/writer_errand.h"

namespace agent_runtime {

namespace {

constexpr const char *CANNOT_WRITE = "jobs cannot be changed";
constexpr std::size_t BYTES_OF_STEP = 2'000;

} // namespace

Status JobWrites::commit(JobPoint point, JobId job, DecideStatus decide, TraceId trace) {
	reached(point, JobMoment::before, job);
	WriterErrand errand(store_.writer(), CANNOT_WRITE);
	Status status = errand.add(
			[&](DecisionScope &scope) {
				Status decided = decide(scope);
				if (decided.ok()) {
					reached(point, JobMoment::within, job);
				}
				return decided;
			},
			{ .now = clock_.wall_now(),
					.trace = trace,
					.fanout = &fanout_,
					.bytes = BYTES_OF_STEP });
	const Status waited = errand.wait();
	status = status.ok() ? waited : status;
	if (status.ok()) {
		reached(point, JobMoment::after, job);
	}
	return status;
}

} // namespace agent_runtime

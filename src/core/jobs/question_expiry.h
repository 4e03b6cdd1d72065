#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/time.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

namespace agent_runtime {

// Ends questions whose time is up, whoever has asked them; nobody answers in their place.
// Owned by the desk. Thread rule: worker only.
class QuestionExpiry {
public:
	static constexpr Micros BETWEEN_LOOKS = std::chrono::seconds(1);

	// All of it must outlive this.
	QuestionExpiry(JobWrites &writes, const Clock &clock, Database &reading, const Logger &log) :
			writes_(writes),
			clock_(clock),
			reading_(reading),
			log_(log) {}

	// Does what is due, and returns how long nothing is, unless something is asked meanwhile.
	Micros work();

private:
	Micros look();

	JobWrites &writes_;
	const Clock &clock_;
	Database &reading_;
	const Logger log_;
	RealTime next_look_;
};

} // namespace agent_runtime

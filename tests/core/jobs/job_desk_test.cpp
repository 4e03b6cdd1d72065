// The desk where there is nothing to work with.

#include "core/jobs/job_desk.h"

#include "core/jobs/job_events.h"
#include "core/log/event_book.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("the desk of jobs") {
	TEST_CASE("where the system has no programs that outlive a game, every request says so") {
		const ManualClock clock;
		const MindSettings minds;
		const EventBook events({});
		EventFanout fanout;
		SharedStore store("", {}, fanout, events, clock, {});
		const Status why(StatusCode::unsupported, "not on this system; use another one");
		JobDesk desk({}, { store, fanout, clock, minds, "/project", "/host", nullptr, why }, {});
		CHECK(desk.start().code() == StatusCode::unsupported);
		int told = 0;
		const JobDesk::Caller caller;
		JobStartRequest request;
		request.command = { "true" };
		CHECK(desk.start_job(request, caller, [&](const Result<JobStartReply> &) { told++; })
						.status()
						.message() == why.message());
		JobResumeRequest resume;
		CHECK(desk.resume(resume, caller, [&](const Result<JobStartReply> &) { told++; }).code() ==
				StatusCode::unsupported);
		CHECK(desk.kill({}, caller, [&](const Result<JobKillReply> &) { told++; }).code() ==
				StatusCode::unsupported);
		CHECK(desk.purge({}, [&](const Result<JobPurgeReply> &) { told++; }).code() ==
				StatusCode::unsupported);
		CHECK(desk.check().code() == StatusCode::unsupported);
		CHECK(told == 0);
		CHECK(can_launch_detached().ok()); // the tests of jobs need it
	}
}

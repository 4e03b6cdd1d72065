#include "core/hosting/host_limits.h"

#include "hosted_job.h"

#include <doctest/doctest.h>

#include <sys/resource.h>

using namespace agent_runtime;
using namespace agent_runtime::test;
using namespace std::chrono_literals;

TEST_SUITE("limits of a job") {
	TEST_CASE("a full disk is given up in time, although the program has written too much") {
		const ScratchFolder scratch;
		const OwnFolder folder = OwnFolder::make(scratch.path("job")).value();
		ManualClock clock;
		HostJournal journal(
				folder.file(job_files::JOURNAL, OwnFile::Use::append).value(), 0, clock);
		const JobLimits limits = { .output_bytes = 10, .free_bytes = 0, .disk_seconds = 5 };
		HostLimits watched(limits, folder, clock, journal);
		CHECK(watched.look(11, true) == EndCause::output);
		CHECK_FALSE(watched.may_read(11));
		CHECK_FALSE(watched.disk_is_given_up());
		clock.advance(5s);
		CHECK(watched.look(11, true) == EndCause::output);
		CHECK(watched.disk_is_given_up());
		CHECK(watched.look(11, false) == EndCause::output);
		CHECK_FALSE(watched.disk_is_given_up());
	}

	TEST_CASE("a job that has written too much to a full disk ends") {
		HostedJob job("read go; yes");
		job.order.limits = { .output_bytes = 100'000, .free_bytes = 0, .disk_seconds = 1 };
		job.start();
		rlimit full = { 50'000, RLIM_INFINITY };
		REQUIRE(prlimit(job.host(), RLIMIT_FSIZE, &full, nullptr) == 0);
		job.write("go");
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::output);
		CHECK(job.noted(JournalKind::disk_full).has_value());
		CHECK(content_of(job.folders.job.path() + "/host.log").find("was lost") !=
				std::string::npos);
	}
}

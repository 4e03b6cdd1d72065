#include "job_world.h"

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace agent_runtime::test;

TEST_SUITE("jobs") {
	TEST_CASE("a job that has just ended is resumed at once, though its host may still end") {
		JobWorld world;
		world.start();
		const JobId id = world.run("echo again");
		world.wait_for_status(id, "completed");
		for (int attempt = 2; attempt <= 20; attempt++) {
			CAPTURE(attempt);
			const nlohmann::json resumed =
					world.ask({ { "type", "job_resume_request" }, { "task_id", id.to_string() } });
			REQUIRE(resumed.at("ok") == true);
			world.wait_for_status(id, "completed");
			CHECK(world.job(id).at("attempt") == attempt);
		}
		CHECK(world.lines(id).size() == 20);
	}
}

// The thread of jobs, when something goes wrong on it.

#include "job_world.h"

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

// Throws once, at one point.
class ThrowingHooks : public JobHooks {
public:
	void throw_at(JobPoint point) {
		point_.store(point);
		throws_.store(true);
	}
	void reached(JobPoint point, JobMoment moment, JobId) override {
		if (moment == JobMoment::before && point == point_.load() && throws_.exchange(false)) {
			throw std::runtime_error("as the test wants it");
		}
	}

private:
	std::atomic<JobPoint> point_{ JobPoint::start };
	std::atomic<bool> throws_{ false };
};

std::shared_ptr<LineFeed> open_feed(JobWorld &jobs, JobId id) {
	std::promise<std::shared_ptr<LineFeed>> opened;
	jobs.runtime().jobs().followers().open({ { "task_id", id.to_string() } },
			[&opened](const Result<std::shared_ptr<LineFeed>> &feed) {
				opened.set_value(feed.value_or(nullptr));
			});
	const std::shared_ptr<LineFeed> feed = opened.get_future().get();
	REQUIRE(feed != nullptr);
	return feed;
}

} // namespace

TEST_SUITE("the thread of jobs") {
	TEST_CASE("a mistake in one request is its answer, and the others go on") {
		ThrowingHooks hooks;
		JobWorld jobs;
		jobs.options.job_hooks = &hooks;
		jobs.start();
		hooks.throw_at(JobPoint::start);
		const json reply = jobs.ask({ { "type", "job_start_request" },
				{ "command", { "sh", "-c", "true" } }, { "folder", jobs.path("") } });
		CHECK(reply.value("error", json::object()).value("code", "") == "internal");
		CHECK(jobs.runtime().jobs().book().open() == 0);
		jobs.wait_for_status(jobs.run("true"), "completed");
	}

	TEST_CASE("whoever has gone is not kept waiting for a silent job") {
		JobWorld jobs;
		const JobId id = jobs.run("read line", { { "keeps_talking", true } });
		const std::shared_ptr<int> kept = std::make_shared<int>(0);
		for (int i = 0; i < 100; i++) {
			open_feed(jobs, id)->wait([kept] {});
		}
		const std::shared_ptr<LineFeed> stays = open_feed(jobs, id);
		std::atomic<bool> has_grown{ false };
		stays->wait([&has_grown] { has_grown.store(true); });
		CHECK(comes_true([&] { return kept.use_count() == 1; }));
		CHECK_FALSE(has_grown.load());
		jobs.kill(id);
		CHECK(jobs.world().pass_until([&] { return has_grown.load(); }));
	}

	TEST_CASE("a mistake at work ends neither the thread nor the jobs") {
		ThrowingHooks hooks;
		JobWorld jobs;
		jobs.options.job_hooks = &hooks;
		jobs.start();
		hooks.throw_at(JobPoint::started);
		const JobId id = jobs.run("echo words; exit 0");
		jobs.wait_for_status(id, "completed");
		CHECK(jobs.written(id) == "words\n");
	}
}

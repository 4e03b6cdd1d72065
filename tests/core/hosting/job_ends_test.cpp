#include "hosted_job.h"

#include "core/base/clock.h"
#include "core/io/unique_fd.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

using namespace agent_runtime;
using namespace agent_runtime::test;

TEST_SUITE("the end of a job") {
	TEST_CASE("a program that is killed may tidy up") {
		HostedJob job("trap 'echo tidy; exit 7' TERM; echo ready; while :; do sleep 0.01; done");
		job.start();
		job.wait_for_output("ready");
		job.kill(20);
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::asked);
		CHECK(ended.exit_code == 7);
		CHECK(job.noted(JournalKind::ending)->cause == EndCause::asked);
		CHECK(job.bytes_of(OutputStream::standard) == "ready\ntidy\n");
		CHECK(job.family() == 0);
	}

	TEST_CASE("a program that does not end is killed, with those who have left its group") {
		HostedJob job("trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 1000 & echo far; wait' & "
					  "sleep 1000 & wait; wait");
		job.start();
		job.wait_for_output("far");
		CHECK(job.family() >= 3);
		job.kill(0);
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::asked);
		CHECK(ended.signal == SIGKILL);
		CHECK(job.family() == 0);
	}

	TEST_CASE("what a program leaves behind is ended, although it holds no pipe") {
		HostedJob job("setsid sleep 1000 >/dev/null 2>&1 </dev/null & echo done; exit 5");
		job.start();
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::own);
		CHECK(ended.exit_code == 5);
		CHECK(ended.strays == 1);
		CHECK(job.family() == 0);
	}

	TEST_CASE("what a program leaves behind may still speak, and is ended when it is silent") {
		HostedJob job("setsid sh -c 'sleep 0.2; echo late; sleep 1000' & echo done");
		job.order.grace_seconds = 0;
		job.start();
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.exit_code == 0);
		CHECK(ended.strays == 2);
		CHECK(job.bytes_of(OutputStream::standard) == "done\nlate\n");
		CHECK(job.family() == 0);
	}

	TEST_CASE("whoever has the pipe from somebody else is not recorded without an end") {
		HostedJob job("echo ready; read go");
		job.order.limits.output_bytes = 100'000;
		job.start();
		job.wait_for_output("ready");
		std::signal(SIGPIPE, SIG_IGN);
		const std::string pipe = "/proc/" + std::to_string(job.program()) + "/fd/1";
		const UniqueFd ours(::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
		REQUIRE(ours.is_open());
		job.write("go");
		const std::string line = std::string(4'095, 'x') + "\n";
		wait_until("nobody reads any more", [&] {
			while (::write(ours.get(), line.data(), line.size()) > 0) {
			}
			return errno == EPIPE;
		});
		CHECK(job.wait_for_end().bytes < 4'000'000);
	}

	TEST_CASE("time, memory, output and disk that are used up end a program, and say so") {
		struct Case {
			std::string script;
			JobLimits limits;
			EndCause cause;
		};
		const Case cases[] = {
			{ "sleep 1000", { .seconds = 1, .free_bytes = 0 }, EndCause::time },
			{ "x=$(head -c 40000000 /dev/zero | tr '\\0' x); sleep 1000",
					{ .free_bytes = 0, .memory_bytes = 30'000'000 }, EndCause::memory },
			{ "yes $(head -c 100 /dev/zero | tr '\\0' x)",
					{ .output_bytes = 100'000, .free_bytes = 0 }, EndCause::output },
			{ "while :; do echo more; sleep 0.01; done",
					{ .free_bytes = 1ULL << 60, .disk_seconds = 0 }, EndCause::disk },
		};
		std::vector<std::unique_ptr<HostedJob>> jobs; // side by side
		for (const Case &each : cases) {
			jobs.push_back(std::make_unique<HostedJob>(each.script));
			jobs.back()->order.limits = each.limits;
			jobs.back()->order.epoch += std::to_string(jobs.size());
			jobs.back()->start();
		}
		for (std::size_t i = 0; i < jobs.size(); i++) {
			CAPTURE(cases[i].script);
			const JournalLine ended = jobs[i]->wait_for_end();
			CHECK(ended.cause == cases[i].cause);
			CHECK(ended.signal == SIGTERM);
			CHECK(jobs[i]->noted(JournalKind::ending)->cause == cases[i].cause);
			CHECK(jobs[i]->family() == 0);
		}
		// What was written beyond the limit is kept, but not much of it.
		CHECK(jobs[2]->wait_for(JournalKind::ended).bytes < 2'500'000);
		CHECK(jobs[3]->noted(JournalKind::disk_full).has_value());
	}

	TEST_CASE("a host that is asked to end lets its program end first") {
		HostedJob job("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
		job.start();
		job.wait_for_output("ready");
		::kill(job.host(), SIGHUP);
		::kill(job.host(), SIGINT);
		::kill(job.host(), SIGTERM);
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::host);
		CHECK(ended.exit_code == 0);
		CHECK(job.bytes_of(OutputStream::standard) == "ready\nbye\n");
	}

	TEST_CASE("a program that is not there is said, and there is no host any more") {
		HostedJob job("");
		job.order.program = "no-such-program-anywhere";
		CHECK(job.launch().ok());
		const JournalLine said = job.wait_for(JournalKind::not_started);
		CHECK(said.reason.find("no-such-program-anywhere") != std::string::npos);
		CHECK(said.attempt == 1);
		wait_until("the host ends", [&job] { return !has_host(job.folders).value(); });
		CHECK(job.launch().code() == StatusCode::already_exists);
	}
}

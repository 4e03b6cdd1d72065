#include "hosted_job.h"

#include "../store/child.h"

#include "core/base/clock.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

void append_raw(const std::string &path, const std::string &bytes) {
	std::ofstream(path, std::ios::app | std::ios::binary) << bytes;
}

std::string output_path(const HostedJob &job) {
	return job.folders.output.path() + "/" + job_files::output_name(job.folders.id);
}

} // namespace

TEST_SUITE("a job and those around it") {
	TEST_CASE("of twenty that start a host at once, one does, and the program runs once") {
		HostedJob job("echo x >>runs; echo up; read line");
		REQUIRE(write_order(job.folders, job.order).ok());
		setenv("HOST", host_program().c_str(), 1);
		setenv("FOLDER", job.folders.job.path().c_str(), 1);
		setenv("CODES", job.path("codes").c_str(), 1);
		REQUIRE(std::system("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do "
							"(\"$HOST\" job \"$FOLDER\"; echo $? >>\"$CODES\") & done; wait") == 0);
		const std::string codes = content_of(job.path("codes"));
		CHECK(std::count(codes.begin(), codes.end(), '0') == 1);
		CHECK(std::count(codes.begin(), codes.end(), '3') == 19);
		job.wait_for_output("up");
		CHECK(has_host(job.folders).value());
		CHECK(JobRemains::take(JobFolders::open(job.folders.job.path()).value()).status().code() ==
				StatusCode::unavailable);
		job.kill(0);
		job.wait_for_end();
		CHECK(content_of(job.path("runs")) == "x\n");
		CHECK(job.launch().code() == StatusCode::already_exists); // this attempt is over
	}

	TEST_CASE("an order that cannot be read starts nothing, and says why") {
		HostedJob job("echo x >>runs");
		REQUIRE(write_order(job.folders, job.order).ok());
		const auto refusal = [&job](const std::string &text) {
			CHECK(job.folders.job.write(job_files::ORDER, text).ok());
			return launch_host(host_program(), job.folders);
		};
		CHECK(refusal("{").code() == StatusCode::invalid_argument);
		JobOrder other = job.order;
		other.id = JobId(13);
		CHECK(refusal(other.to_text().value()).message().find("another job") != std::string::npos);
		std::string newer = job.order.to_text().value();
		newer.replace(newer.find("\"format\":1"), 10, "\"format\":2");
		CHECK(refusal(newer).message().find("newer version") != std::string::npos);
		CHECK(job.folders.job.remove(job_files::ORDER).ok());
		CHECK(launch_host(host_program(), job.folders).code() == StatusCode::invalid_argument);
		CHECK(launch_host("/no/such/host", job.folders).code() == StatusCode::not_found);
		CHECK(job.journal().empty());
		CHECK(!std::filesystem::exists(job.path("runs")));
	}

	TEST_CASE("a game starts a job and is killed" * doctest::skip()) {
		const Result<JobFolders> folders = JobFolders::open(std::getenv("JOB_FOLDER"));
		REQUIRE(folders.ok());
		REQUIRE(launch_host(host_program(), folders.value()).ok());
		::kill(getpid(), SIGKILL);
	}

	TEST_CASE("a job goes on when the game is killed, and is found and answered by the next one") {
		HostedJob job("echo $$; read answer; echo answered $answer");
		REQUIRE(write_order(job.folders, job.order).ok());
		{
			Child game("a game starts a job and is killed",
					{ { "JOB_FOLDER", job.folders.job.path() } });
			CHECK(game.wait() == -1);
		}
		CHECK(has_host(job.folders).value());
		CHECK(getsid(job.host()) != getsid(0));
		job.wait_for_output(std::to_string(job.program()));
		CHECK(job.wait_for(JournalKind::started).process.life() == ProcessLife::alive);
		job.write("after all");
		CHECK(job.wait_for_end().exit_code == 0);
		CHECK(job.bytes_of(OutputStream::standard).ends_with("answered after all\n"));
	}

	TEST_CASE("a host that is killed takes its program along, and its strays are found") {
		HostedJob job(
				"setsid sh -c 'trap \"\" TERM; sleep 1000 & wait; wait' & echo ready; read line");
		job.start();
		job.wait_for_output("ready");
		const pid_t program = job.program();
		::kill(job.host(), SIGKILL);
		wait_until("the lock is free", [&job] { return !has_host(job.folders).value(); });
		wait_until("the program ends", [program] { return ::kill(program, 0) != 0; });
		append_raw(output_path(job), "{\"seq\":2,\"ts\":");
		append_raw(job.folders.job.path() + "/journal.jsonl", "{\"n\":3,\"ki");
		Result<JobRemains> remains =
				JobRemains::take(JobFolders::open(job.folders.job.path()).value());
		REQUIRE(remains.ok());
		CHECK(remains.value().journal().attempt() == 1);
		CHECK(!remains.value().journal().is_over());
		CHECK(remains.value().journal().started()->process.life() == ProcessLife::ended);
		CHECK(job.launch().code() == StatusCode::already_exists); // while this holds the lock
		CHECK(remains.value().make_void(1, SystemClock()).ok());
		CHECK(remains.value().make_void(1, SystemClock()).ok()); // once is enough
		CHECK(remains.value().mend_output().value() == 1);
		CHECK(end_strays(job.order.marker(), std::chrono::milliseconds(50)) >= 2);
		CHECK(job.family() == 0);
		CHECK(job.journal().size() == 3);
		CHECK(job.journal().back().kind == JournalKind::void_attempt);
		remains = Status(StatusCode::cancelled, "the lock is given back");
		CHECK(job.launch().code() == StatusCode::already_exists); // void
	}

	TEST_CASE("an order without a host can be made void before one begins") {
		HostedJob job("echo x >>runs");
		REQUIRE(write_order(job.folders, job.order).ok());
		{
			Result<JobRemains> remains =
					JobRemains::take(JobFolders::open(job.folders.job.path()).value());
			REQUIRE(remains.ok());
			CHECK(remains.value().journal().attempt() == 0);
			CHECK(remains.value().make_void(1, SystemClock()).ok());
			CHECK(remains.value().journal().is_over());
		}
		CHECK(job.launch().code() == StatusCode::already_exists);
		CHECK(!std::filesystem::exists(job.path("runs")));
	}

	TEST_CASE("another attempt goes on where a host was killed, and does nothing twice") {
		HostedJob job("echo attempt $AGENT_RUNTIME_JOB; read line; echo got $line; read line");
		job.start();
		job.write("first");
		job.wait_for_output("got first");
		::kill(job.host(), SIGKILL);
		wait_until("the lock is free", [&job] { return !has_host(job.folders).value(); });
		job.write("second"); // belongs to the first attempt, where it was never written
		append_raw(output_path(job), "{\"seq\":3,\"ts\":\"2026-");
		append_raw(job.folders.job.path() + "/journal.jsonl", "{\"n\":5");
		const std::string first_marker = job.order.marker();
		job.order.attempt = 2;
		job.order.first_input = 3;
		job.start();
		job.write("third");
		job.wait_for_output("got third");
		job.kill(0);
		job.wait_for_end();
		CHECK(job.bytes_of(OutputStream::standard) ==
				"attempt " + first_marker + "\ngot first\nattempt " + job.order.marker() +
						"\ngot third\n"); // output() has checked that seq has no gap
		CHECK(!job.noted(JournalKind::writing, 2).has_value());
		CHECK(read_journal(job.folders).value().attempt() == 2);
		CHECK(read_journal(job.folders).value().last_input() == 4);
	}
}

#include "core/io/run_program.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

ProcessSpec script_of(const std::string &script) {
	ProcessSpec spec;
	spec.program = "/bin/sh";
	spec.arguments = { "-c", script };
	return spec;
}

} // namespace

TEST_SUITE("run_program") {
	TEST_CASE("what a program wrote, and how it ended, is what comes back") {
		const Result<ProgramOutcome> outcome =
				run_program(script_of("echo out; echo err >&2; exit 3"));
		REQUIRE(outcome.ok());
		CHECK(outcome.value().output == "out\n");
		CHECK(outcome.value().error == "err\n");
		CHECK(outcome.value().exit.code == 3);
		CHECK_FALSE(outcome.value().succeeded());
		CHECK(run_program(script_of("kill -TERM $$")).value().exit.signal == 15);
	}

	TEST_CASE("one that never ends is ended with all that it has started") {
		const Result<ProgramOutcome> outcome =
				run_program(script_of("sleep 600 & sleep 600"), { .limit = 200ms });
		CHECK(outcome.status().code() == StatusCode::deadline_exceeded);
	}

	TEST_CASE("one that nobody waits for any more is ended") {
		std::atomic<bool> cancelled{ false };
		std::thread impatient([&] {
			std::this_thread::sleep_for(50ms);
			cancelled.store(true);
		});
		const Result<ProgramOutcome> outcome = run_program(
				script_of("sleep 600 & sleep 600"), { .limit = 60s, .cancelled = &cancelled });
		impatient.join();
		CHECK(outcome.status().code() == StatusCode::cancelled);
	}

	TEST_CASE("one that writes without end is ended") {
		const Result<ProgramOutcome> outcome =
				run_program(script_of("yes"), { .limit = 60s, .output_bytes = 10'000 });
		CHECK(outcome.status().code() == StatusCode::exhausted);
	}

	TEST_CASE("what holds its pipes after its end is not waited for") {
		const Result<ProgramOutcome> outcome =
				run_program(script_of("sleep 600 & echo done"), { .limit = 60s });
		REQUIRE(outcome.ok());
		CHECK(outcome.value().output == "done\n");
	}

	TEST_CASE("one that is not there is named") {
		ProcessSpec spec;
		spec.program = "no-such-program-4711";
		const Status status = run_program(spec).status();
		CHECK(status.code() == StatusCode::not_found);
		CHECK(status.message().find("no-such-program-4711") != std::string::npos);
	}

	TEST_CASE("much output comes whole") {
		const Result<ProgramOutcome> outcome =
				run_program(script_of("head -c 300000 /dev/zero | tr '\\0' x"));
		REQUIRE(outcome.ok());
		CHECK(outcome.value().output == std::string(300'000, 'x'));
	}
}

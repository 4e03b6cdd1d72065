#include <doctest/doctest.h>

#include "../hosting/hosted_job.h"
#include "../io/named_pipe.h"
#include "../store/child.h"
#include "world.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include <sys/wait.h>

using namespace agent_runtime;

namespace {

// A program that never answers, and two more that it has started. All hold the pipe, and it writes
// a byte there once it runs.
std::string endless_program(const Folder &folder, const NamedPipe &pipe) {
	const std::filesystem::path path = folder.path() / "program";
	std::ofstream(path) << "#!/bin/sh\nexec 3>'" << pipe.path()
						<< "'\nsleep 1000 &\nsleep 1000 &\nprintf r >&3\nwait\n";
	std::filesystem::permissions(path, std::filesystem::perms::owner_all);
	return path;
}

// The same behind a script. What it starts leaves group and session, and ends when it is made to,
// not when it is asked. All write a byte into the pipe.
std::string stubborn_program(const Folder &folder, const NamedPipe &pipe) {
	const std::filesystem::path path = folder.path() / "program";
	std::ofstream(path)
			<< "#!/bin/sh\nexec 3>'" << pipe.path()
			<< "'\nsetsid sh -c 'trap \"\" TERM HUP; printf r >&3; sleep 1000 & wait' &\n"
			   "sh -c 'setsid sleep 1000 & printf r >&3; wait' &\nprintf r >&3\nwait\n";
	std::filesystem::permissions(path, std::filesystem::perms::owner_all);
	return path;
}

constexpr const char *THINKING = "child: thinks with a program until it is killed";

bool has_no_children() {
	return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

} // namespace

TEST_SUITE("Minds that are programs") {
	TEST_CASE("of two hundred no more run than may, and the end of all leaves none of them") {
		const Folder folder;
		const NamedPipe pipe;
		RuntimeOptions options;
		options.minds.caps = LedgerCaps();
		ProviderSettings &claude = options.minds.of(MindKind::claude);
		claude.program = endless_program(folder, pipe);
		claude.limits = { .in_flight = 8, .calls_per_minute = 0, .tokens_per_minute = 0 };
		claude.timeouts = { 10h, 10h, 10h, 10h };
		TestWorld world{ std::move(options) };
		const Result<std::vector<AgentId>> agents = spawn_agents(*world.runtime,
				{ { "name", "Ada" }, { "cli_backend", "claude" }, { "think_interval", 5 } }, 200);
		REQUIRE(agents.ok());
		std::size_t running = 0;
		REQUIRE(world.pass_until([&] { return (running += pipe.take()) >= 8; }));
		REQUIRE(world.pass_until(
				[&] { return world.state(agents.value().back()).at("state") == "thinking"; }));
		CHECK(running + pipe.take() == 8);
		SUBCASE("when each agent is ended") {
			for (const AgentId agent : agents.value()) {
				REQUIRE(world.runtime->terminate_agent(agent, "asked to").ok());
			}
		}
		SUBCASE("when the runtime stops") {
			world.runtime->stop();
			CHECK(has_no_children());
		}
		CHECK(pipe.ends());
		world.runtime->stop();
		CHECK(has_no_children());
	}
	TEST_CASE("child: thinks with a program until it is killed" * doctest::skip()) {
		const char *const program = std::getenv("TEST_PROGRAM");
		REQUIRE(program != nullptr);
		RuntimeOptions options;
		options.host_program = test::host_program();
		options.minds.of(MindKind::claude).program = program;
		options.minds.of(MindKind::claude).timeouts = { 10h, 10h, 10h, 10h };
		TestWorld world{ std::move(options) };
		REQUIRE(spawn_agent(*world.runtime,
				{ { "name", "Ada" }, { "cli_backend", "claude" }, { "think_interval", 5 } })
						.ok());
		world.pass_until([] { return false; });
	}

	TEST_CASE("when the game is killed, nothing is left of what they have started") {
		const NamedPipe pipe;
		const Folder folder;
		Child game(THINKING, { { "TEST_PROGRAM", stubborn_program(folder, pipe) } });
		std::size_t running = 0;
		REQUIRE(comes_true([&] { return (running += pipe.take()) == 3; }));
		game.kill_hard();
		CHECK(pipe.ends());
	}
}

#include <doctest/doctest.h>

#include "../io/named_pipe.h"
#include "world.h"

#include <cerrno>
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
}

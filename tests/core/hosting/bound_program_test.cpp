#include "hosted_job.h"

#include "core/io/process_family.h"
#include "core/io/spawn.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

// A shell between the test and the host: the game that is killed.
struct Game {
	// `script` is what the host runs; its words follow "bound".
	explicit Game(const std::string &script, const std::string &input = "") :
			mark("BOUND_TEST=" + std::to_string(getpid()) + "." + std::to_string(++count)) {
		ProcessSpec spec;
		spec.program = "sh";
		spec.arguments = { "-c", "\"$HOST\" bound sh -c \"$SCRIPT\"; echo \"code $?\"" };
		spec.environment["HOST"] = host_program();
		spec.environment["SCRIPT"] = script;
		spec.environment["BOUND_TEST"] = mark.substr(mark.find('=') + 1);
		process = spawn_process(spec, SpawnInput::pipe).value();
		REQUIRE(write(process.input.get(), input.data(), input.size()) ==
				static_cast<ssize_t>(input.size()));
		process.input.reset();
	}
	~Game() {
		end_marked_processes(mark, std::chrono::milliseconds(0));
		waitpid(process.pid, nullptr, 0);
	}

	std::size_t family() const { return count_marked_processes(mark); }
	std::string all_output() {
		while (read_more()) {
		}
		return output;
	}
	void wait_for(const std::string &word) {
		wait_until("the program says it", [&] {
			read_more();
			return output.find(word) != std::string::npos;
		});
	}
	bool read_more() {
		std::array<char, 4096> room;
		const ssize_t size = read(process.output.get(), room.data(), room.size());
		output.append(room.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
		return size > 0 || (size < 0 && errno == EAGAIN);
	}

	static inline int count = 0;
	const std::string mark;
	SpawnedProcess process;
	std::string output;
};

} // namespace

TEST_SUITE("a program that is bound to the game") {
	TEST_CASE("it has the game's pipes, and ends as it would have without a host") {
		Game game("cat; echo err >&2; exit 7", "some text\n");
		CHECK(game.all_output() == "some text\ncode 7\n");
		Game killed("kill -USR1 $$");
		CHECK(killed.all_output() == "code " + std::to_string(128 + SIGUSR1) + "\n");
		Game missing("exec no-such-program-anywhere");
		CHECK(missing.all_output() == "code 127\n");
	}

	TEST_CASE("nothing of it is left soon after the game was killed") {
		// A script that wraps the program, whose own children leave group and session, and do not
		// end when they are asked.
		Game game("trap '' TERM; setsid sh -c 'trap \"\" TERM HUP; (sleep 1000 &); "
				  "setsid sleep 1000 & echo far; wait; wait' & sleep 1000 & wait; wait");
		game.wait_for("far");
		wait_until("all have started", [&game] { return game.family() >= 7; });
		kill(game.process.pid, SIGKILL);
		const auto killed = std::chrono::steady_clock::now();
		wait_until("all have ended", [&game] { return game.family() == 0; });
		// The issue says 2 s; ten times as much, since machines differ.
		CHECK(std::chrono::steady_clock::now() - killed < std::chrono::seconds(20));
	}

	TEST_CASE("its family is found in either way that systems offer") {
		Game game("setsid sh -c '(sleep 1000 &); sleep 1000 & echo far; wait' & wait");
		game.wait_for("far");
		wait_until("all have started", [&game] { return game.family() >= 6; });
		const auto found = [&game](FamilyLookup lookup) {
			std::vector<std::int64_t> pids = descendants_of(game.process.pid, lookup);
			std::sort(pids.begin(), pids.end());
			return pids;
		};
		CHECK(found(FamilyLookup::by_children).size() >= 5);
		CHECK(found(FamilyLookup::by_children) == found(FamilyLookup::by_parents));
		CHECK(descendants_of(-1, FamilyLookup::by_parents).empty());
	}

	TEST_CASE("what it leaves behind ends with it") {
		Game game("setsid sleep 1000 >/dev/null 2>&1 & echo left; exit 3");
		CHECK(game.all_output() == "left\ncode 3\n");
		CHECK(game.family() == 0);
	}

	TEST_CASE("a signal to its group reaches it, and the host has no say in it") {
		Game game("trap 'echo heard; exit 4' TERM; echo ready; while :; do sleep 0.01; done");
		game.wait_for("ready");
		wait_until("all have started", [&game] { return game.family() >= 3; });
		end_marked_processes(game.mark, std::chrono::seconds(10));
		CHECK(game.all_output().find("heard") != std::string::npos);
		CHECK(game.family() == 0);
	}
}

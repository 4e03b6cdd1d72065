#include "core/io/asio_process_runner.h"

#include "../patience.h"
#include "../store/child.h"
#include "../store/scratch.h"
#include "core/io/launch_detached.h"
#include "named_pipe.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// Holds the pipe at $FIFO, and so do two processes that it starts. Prints "ready" once they do.
constexpr const char *FAMILY = "exec 3>\"$FIFO\"; sleep 1000 & sleep 1000 & echo ready; wait";

// Records what one process does. `child` is destroyed when the chosen moment comes.
class Ear : public ProcessListener {
public:
	void wrote(std::string_view part) override {
		output += part;
		if (end_at_output) {
			child.reset();
		}
	}
	void wrote_error(std::string_view part) override { error += part; }
	void exited(ProcessExit how) override {
		CHECK(!exit.has_value());
		exit = how;
		child.reset();
	}

	std::unique_ptr<ChildProcess> child;
	std::string output;
	std::string error;
	std::optional<ProcessExit> exit;
	bool end_at_output = false;
};

// A runner whose io thread is the thread of the test.
struct Workshop {
	explicit Workshop(ProcessRunnerOptions options = {}) :
			runner(std::in_place, context, Logger(), std::move(options)) {}

	void start(const ProcessSpec &spec, Ear &ear) {
		Result<std::unique_ptr<ChildProcess>> child = runner->start(spec, ear);
		REQUIRE_MESSAGE(child.ok(), child.status().message());
		ear.child = std::move(child).value();
		CHECK(ear.output.empty());
	}
	void until(const std::function<bool()> &reached) {
		const std::chrono::steady_clock::time_point latest =
				std::chrono::steady_clock::now() + LONGEST_PATIENCE;
		while (!reached()) {
			REQUIRE(std::chrono::steady_clock::now() < latest);
			context.restart();
			context.run_one_for(LONGEST_PATIENCE);
		}
	}
	void until_all_ended() {
		until([this] { return runner->running() == 0; });
	}
	void run(const ProcessSpec &spec, Ear &ear) {
		start(spec, ear);
		until([&ear] { return ear.exit.has_value(); });
	}

	boost::asio::io_context context{ 1 };
	std::optional<AsioProcessRunner> runner;
};

ProcessSpec program(const std::string &name, const std::string &input = "") {
	ProcessSpec spec;
	spec.program = name;
	spec.input = input;
	return spec;
}

ProcessSpec shell(const std::string &script, const std::string &input = "") {
	ProcessSpec spec = program("sh", input);
	spec.arguments = { "-c", script };
	return spec;
}

bool has_no_children() {
	return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

std::size_t open_files() {
	const std::filesystem::directory_iterator files("/proc/self/fd");
	return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

ProcessSpec family(const NamedPipe &pipe, const std::string &script = FAMILY) {
	ProcessSpec spec = shell(script);
	spec.environment["FIFO"] = pipe.path();
	return spec;
}

Status refusal(const ProcessSpec &spec) {
	Workshop workshop;
	Ear ear;
	const Result<std::unique_ptr<ChildProcess>> child = workshop.runner->start(spec, ear);
	CHECK(!child.ok());
	CHECK(has_no_children());
	return child.status();
}

} // namespace

TEST_SUITE("AsioProcessRunner") {
	TEST_CASE("output and errors come apart, and the end comes last with its code") {
		Workshop workshop;
		Ear ear;
		workshop.run(shell("echo out; echo err >&2; exit 7"), ear);
		CHECK(ear.output == "out\n");
		CHECK(ear.error == "err\n");
		CHECK(ear.exit->code == 7);
		CHECK(ear.exit->signal == 0);
		CHECK(has_no_children());
	}

	TEST_CASE("a program that a signal ends says which") {
		Workshop workshop;
		Ear ear;
		workshop.run(shell("kill -KILL $$"), ear);
		CHECK(ear.exit->signal == SIGKILL);
	}

	TEST_CASE("input larger than any pipe goes in while the output comes out") {
		const std::string text(3'000'000, 'x');
		Workshop workshop;
		Ear ear;
		workshop.run(program("cat", text), ear);
		CHECK(ear.exit->code == 0);
		CHECK(ear.output == text);
	}

	TEST_CASE("a program that does not read its input harms nobody") {
		Workshop workshop;
		Ear ear;
		workshop.run(shell("exec <&-; echo done", std::string(3'000'000, 'x')), ear);
		CHECK(ear.output == "done\n");
		CHECK(ear.exit->code == 0);
	}

	TEST_CASE("without input the program reads the end at once") {
		Workshop workshop;
		Ear ear;
		workshop.run(shell("cat; echo end"), ear);
		CHECK(ear.output == "end\n");
	}

	TEST_CASE("it runs in the folder and with the variables that it is given") {
		const ScratchFolder folder;
		setenv("TEST_TAKEN_AWAY", "here", 1);
		setenv("TEST_KEPT", "kept", 1);
		Workshop workshop;
		Ear ear;
		ProcessSpec spec = shell("pwd -P; echo \"$TEST_GIVEN ${TEST_TAKEN_AWAY-away} $TEST_KEPT\"");
		spec.folder = folder.path("");
		spec.environment = { { "TEST_GIVEN", "a=b" }, { "TEST_TAKEN_AWAY", std::nullopt } };
		workshop.run(spec, ear);
		const std::string where = std::filesystem::canonical(folder.path("")).string();
		CHECK(ear.output == where + "\na=b away kept\n");
		unsetenv("TEST_TAKEN_AWAY");
		unsetenv("TEST_KEPT");
	}

	TEST_CASE("of our open files and of our signals it has none") {
		// stays open over an exec, unlike our own files
		const int open_for_all = dup(STDERR_FILENO);
		REQUIRE(open_for_all > 2);
		sigset_t term;
		sigset_t before;
		sigemptyset(&term);
		sigaddset(&term, SIGTERM);
		pthread_sigmask(SIG_BLOCK, &term, &before);
		Workshop workshop;
		Ear ear;
		workshop.run(shell("ls /proc/$$/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status"), ear);
		pthread_sigmask(SIG_SETMASK, &before, nullptr);
		close(open_for_all);
		CHECK(ear.output == "0\n1\n2\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
	}

	TEST_CASE("a program that is not there is named, with what to try") {
		const Status no_name = refusal(program("no-such-program"));
		CHECK(no_name.code() == StatusCode::not_found);
		CHECK(no_name.message() ==
				"there is no program no-such-program in the folders of PATH; install it, or give "
				"its full path");
		const Status no_path = refusal(program("/no/such/program"));
		CHECK(no_path.code() == StatusCode::not_found);
		CHECK(no_path.message() ==
				"/no/such/program is not there, or is no program; give the path of one");
		CHECK(refusal(program("")).code() == StatusCode::not_found);
		CHECK(refusal(program("/")).code() == StatusCode::not_found);
	}

	TEST_CASE("what cannot be run is refused before anything is heard") {
		const ScratchFolder folder;
		const std::string nonsense = folder.path("nonsense");
		std::ofstream(nonsense) << "\x01\x02 no program";
		chmod(nonsense.c_str(), 0700);
		CHECK(refusal(program(nonsense)).code() == StatusCode::failed_precondition);
		const std::string orphan = folder.path("orphan");
		std::ofstream(orphan) << "#!/no/such/interpreter\n";
		chmod(orphan.c_str(), 0700);
		CHECK(refusal(program(orphan)).code() == StatusCode::not_found);
		ProcessSpec lost = shell("true");
		lost.folder = folder.path("not there");
		CHECK(refusal(lost).code() == StatusCode::not_found);
		CHECK(refusal(lost).message().find("not there") != std::string::npos);
		CHECK(refusal(shell(std::string("a\0b", 3))).code() == StatusCode::invalid_argument);
		CHECK(refusal(shell(std::string(3'000'000, 'x'))).code() == StatusCode::invalid_argument);
	}

	TEST_CASE("destroying a child ends all that it has started") {
		const NamedPipe pipe;
		Workshop workshop;
		Ear ear;
		workshop.start(family(pipe), ear);
		workshop.until([&ear] { return ear.output == "ready\n"; });
		ear.child.reset();
		workshop.until_all_ended();
		CHECK(pipe.ends());
		CHECK(!ear.exit.has_value());
		CHECK(has_no_children());
	}

	TEST_CASE("those that do not want to end are ended all the same") {
		const NamedPipe pipe;
		Workshop workshop({ .grace = 1ms });
		Ear ear;
		workshop.start(family(pipe, std::string("trap '' TERM; ") + FAMILY), ear);
		workshop.until([&ear] { return ear.output == "ready\n"; });
		ear.child.reset();
		workshop.until_all_ended();
		CHECK(pipe.ends());
		CHECK(has_no_children());
	}

	TEST_CASE("who has left the group is ended all the same") {
		for (const bool by_runner : { false, true }) {
			const NamedPipe pipe;
			Workshop workshop;
			Ear ear;
			workshop.start(family(pipe,
								   "exec 3>\"$FIFO\"; (setsid sh -c 'sleep 1000 & echo ready; "
								   "wait' & wait) & wait"),
					ear);
			workshop.until([&ear] { return ear.output == "ready\n"; });
			if (by_runner) {
				workshop.runner.reset();
			} else {
				ear.child.reset();
				workshop.until_all_ended();
			}
			CHECK(pipe.ends());
			CHECK(has_no_children());
		}
	}

	TEST_CASE("a program that ends takes along what it has left behind") {
		const NamedPipe pipe;
		Workshop workshop;
		Ear ear;
		workshop.run(family(pipe, "exec 3>\"$FIFO\"; sleep 1000 & echo gone; exit 3"), ear);
		CHECK(ear.exit->code == 3);
		CHECK(ear.output == "gone\n");
		CHECK(pipe.ends());
	}

	TEST_CASE("who leaves the group and holds the pipes does not hold up the end") {
		Workshop workshop;
		Ear ear;
		workshop.run(shell("setsid sleep 1000 & echo $!; exit 0"), ear);
		CHECK(ear.exit->code == 0);
		kill(static_cast<pid_t>(std::stol(ear.output)), SIGKILL);
	}

	TEST_CASE("under a host everything is as without one") {
		Workshop workshop({ .host = std::filesystem::read_symlink("/proc/self/exe").string() });
		Ear ear;
		workshop.run(shell("cat; echo err >&2; exit 7", std::string(300'000, 'x')), ear);
		CHECK(ear.output == std::string(300'000, 'x'));
		CHECK(ear.error == "err\n");
		CHECK(ear.exit->code == 7);
		Ear killed;
		workshop.run(shell("kill -KILL $$"), killed);
		CHECK(killed.exit->signal == SIGKILL);
		const Result<std::unique_ptr<ChildProcess>> missing =
				workshop.runner->start(program("no-such-program-anywhere"), ear);
		CHECK(missing.status().code() == StatusCode::not_found);
		CHECK(has_no_children());
	}

	TEST_CASE("under a host, who has left group and parent is ended, too") {
		for (const bool by_runner : { false, true }) {
			const NamedPipe pipe;
			Workshop workshop({ .host = std::filesystem::read_symlink("/proc/self/exe").string() });
			Ear ear;
			workshop.start(family(pipe,
								   "exec 3>\"$FIFO\"; (setsid sh -c 'trap \"\" TERM; sleep 1000 & "
								   "echo ready; wait; wait' &); sleep 1000"),
					ear);
			workshop.until([&ear] { return ear.output == "ready\n"; });
			if (by_runner) {
				workshop.runner.reset();
			} else {
				ear.child.reset();
				workshop.until_all_ended();
			}
			CHECK(pipe.ends());
			CHECK(has_no_children());
		}
	}

	TEST_CASE("a listener may destroy the child while it hears of it") {
		Workshop workshop;
		Ear ear;
		ear.end_at_output = true;
		workshop.start(shell("while true; do echo more; done"), ear);
		workshop.until_all_ended();
		CHECK(!ear.output.empty());
		CHECK(!ear.exit.has_value());
		CHECK(has_no_children());
	}

	TEST_CASE("the end of the runner ends its children, and leaves no zombie") {
		const NamedPipe pipe;
		Workshop workshop;
		Ear told;
		Ear left;
		workshop.start(family(pipe, std::string("trap '' TERM; ") + FAMILY), told);
		workshop.start(family(pipe), left);
		workshop.until([&] { return told.output == "ready\n" && left.output == "ready\n"; });
		left.child.reset();
		workshop.runner.reset();
		CHECK(has_no_children());
		CHECK(pipe.ends());
		workshop.context.restart();
		workshop.context.poll();
		CHECK(!told.exit.has_value());
	}

	TEST_CASE("where the system does not tell of ends they are asked for") {
		const NamedPipe pipe;
		Workshop workshop({ .told_of_ends = false });
		Ear ear;
		workshop.run(shell("echo out; exit 5"), ear);
		CHECK(ear.output == "out\n");
		CHECK(ear.exit->code == 5);
		Ear other;
		workshop.start(family(pipe), other);
		workshop.until([&other] { return other.output == "ready\n"; });
		other.child.reset();
		workshop.until_all_ended();
		CHECK(pipe.ends());
		CHECK(has_no_children());
	}

	TEST_CASE("a launch whose end the system does not tell is an error, at once") {
		ProcessSpec spec;
		spec.program = "/bin/true";
		std::signal(SIGCHLD, SIG_IGN);
		const Result<int> code = launch_detached(spec);
		std::signal(SIGCHLD, SIG_DFL);
		CHECK(code.status().code() == StatusCode::unavailable);
		CHECK(code.status().message().find("SIGCHLD") != std::string::npos);
		CHECK(launch_detached(spec).value_or(-1) == 0);
	}

	TEST_CASE("two hundred at once come and go, and leave nothing open") {
		const std::size_t before = open_files();
		{
			const NamedPipe pipe;
			Workshop workshop;
			std::vector<Ear> ears(200);
			for (std::size_t i = 0; i < ears.size(); i++) {
				const bool stays = i % 2 == 0;
				workshop.start(stays ? family(pipe, "exec 3>\"$FIFO\"; echo ready; exec sleep 1000")
									 : shell("cat", std::to_string(i)),
						ears[i]);
			}
			CHECK(workshop.runner->running() == 200);
			workshop.until([&ears] {
				return std::all_of(ears.begin(), ears.end(), [](const Ear &ear) {
					return ear.exit.has_value() || ear.output == "ready\n";
				});
			});
			CHECK(ears[199].output == "199");
			CHECK(ears[199].exit->code == 0);
			for (Ear &ear : ears) {
				ear.child.reset();
			}
			workshop.until_all_ended();
			CHECK(pipe.ends());
		}
		CHECK(has_no_children());
		CHECK(open_files() == before);
	}

	TEST_CASE("child of a test: starts a program and waits to be killed" * doctest::skip()) {
		const char *const path = std::getenv("FIFO");
		if (path == nullptr) {
			return;
		}
		Workshop workshop;
		Ear ear;
		workshop.start(shell("exec 3>\"$FIFO\"; echo ready; exec sleep 1000"), ear);
		workshop.until([&ear] { return ear.output == "ready\n"; });
		std::cout << "started" << std::endl;
		workshop.context.restart();
		workshop.context.run_for(1h);
	}

	TEST_CASE("a program dies with a game that is killed") {
		const NamedPipe pipe;
		Child game("child of a test: starts a program and waits to be killed",
				{ { "FIFO", pipe.path() } });
		std::string said;
		while (said.find("started") == std::string::npos) {
			const std::string part = game.read_some();
			REQUIRE(!part.empty());
			said += part;
		}
		game.kill_hard();
		game.wait();
		CHECK(pipe.ends());
	}
}

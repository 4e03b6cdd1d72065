#include "core/io/bound_program.h"

#include "core/io/process_family.h"
#include "core/io/spawn.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr int COULD_NOT_BE_STARTED = 127;
constexpr std::array SIGNALS_TO_END = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };
// What the program has to tidy up when our parent is gone, and when we are asked to end.
constexpr std::chrono::milliseconds WITHOUT_PARENT{ 500 };
constexpr std::chrono::milliseconds WHEN_ASKED{ 5'000 };
constexpr std::chrono::milliseconds BETWEEN_LOOKS_AT_TREE{ 20 };

[[noreturn]] void refuse(std::string_view why) {
	std::string line(why);
	line += '\n';
	if (write(STDERR_FILENO, line.data(), line.size()) < 0) {
		_exit(COULD_NOT_BE_STARTED + 1);
	}
	_exit(COULD_NOT_BE_STARTED);
}

// What this process hears of: signals, and the end of its parent.
class Ears {
public:
	Ears() {
		const pid_t parent = getppid();
		parent_.reset(static_cast<int>(syscall(SYS_pidfd_open, parent, 0)));
		sigset_t heard;
		sigemptyset(&heard);
		sigaddset(&heard, SIGCHLD);
		for (const int signal : SIGNALS_TO_END) {
			sigaddset(&heard, signal);
		}
		sigprocmask(SIG_BLOCK, &heard, nullptr);
		signals_.reset(signalfd(-1, &heard, SFD_NONBLOCK | SFD_CLOEXEC));
		// Until here whoever starts us may have us killed at its end. From here on we hear of it.
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent || !signals_.is_open()) {
			_exit(COULD_NOT_BE_STARTED);
		}
	}

	struct Heard {
		bool asked = false;
		bool parent_gone = false;
	};
	Heard wait(std::optional<std::chrono::milliseconds> longest) {
		std::array<pollfd, 2> files = { pollfd{ signals_.get(), POLLIN, 0 },
			pollfd{ parent_.get(), POLLIN, 0 } };
		poll(files.data(), files.size(), longest ? static_cast<int>(longest->count()) : -1);
		Heard heard;
		heard.parent_gone = files[1].revents != 0;
		if (heard.parent_gone) {
			parent_.reset(); // once is enough
		}
		signalfd_siginfo signal = {};
		while (read(signals_.get(), &signal, sizeof(signal)) == sizeof(signal)) {
			heard.asked = heard.asked || signal.ssi_signo != SIGCHLD;
		}
		return heard;
	}

private:
	UniqueFd parent_;
	UniqueFd signals_;
};

pid_t start(const std::vector<std::string> &words) {
	ProcessSpec spec;
	spec.program = words.front();
	spec.arguments.assign(words.begin() + 1, words.end());
	ChildPlan plan;
	plan.input = STDIN_FILENO;
	plan.output = STDOUT_FILENO;
	plan.error = STDERR_FILENO;
	// A signal to our group reaches it, too, also one that ends us on the spot.
	plan.in_our_group = true;
	const Result<pid_t> pid = spawn_by_plan(spec, plan);
	if (!pid.ok()) {
		refuse(pid.status().message());
	}
	return pid.value();
}

// So that whoever reads from the program meets its end, not ours.
void let_go_of_pipes() {
	const UniqueFd nothing = open_nothing();
	for (const int standard : { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO }) {
		dup2(nothing.get(), standard);
	}
}

// Returns how the program has ended, when nothing that it has started is left.
ProcessExit wait_for_end(Ears &ears, pid_t pid) {
	std::optional<ProcessExit> exit;
	std::optional<std::chrono::steady_clock::time_point> kill_at;
	while (true) {
		const Ears::Heard heard =
				ears.wait(kill_at ? std::optional(BETWEEN_LOOKS_AT_TREE) : std::nullopt);
		if (const std::optional<ProcessExit> ended = reap_children(exit ? -1 : pid)) {
			exit = ended;
			kill_at = std::chrono::steady_clock::now();
		}
		if (heard.asked || heard.parent_gone) {
			signal_descendants(SIGTERM);
			const auto latest = std::chrono::steady_clock::now() +
					(heard.parent_gone ? WITHOUT_PARENT : WHEN_ASKED);
			kill_at = std::min(kill_at.value_or(latest), latest);
		}
		if (!kill_at) {
			continue;
		}
		const bool is_time = std::chrono::steady_clock::now() >= *kill_at;
		if (signal_descendants(is_time ? SIGKILL : 0) == 0 && exit) {
			return *exit;
		}
	}
}

[[noreturn]] void end_like(const ProcessExit &exit) {
	if (exit.signal != 0) {
		prctl(PR_SET_DUMPABLE, 0); // the program has left its own traces, if any
		std::signal(exit.signal, SIG_DFL);
		sigset_t only;
		sigemptyset(&only);
		sigaddset(&only, exit.signal);
		sigprocmask(SIG_UNBLOCK, &only, nullptr);
		raise(exit.signal);
	}
	_exit(exit.code);
}

} // namespace

void become_bound_program(const std::vector<std::string> &words) {
	if (words.empty()) {
		refuse("no program is named; give its name or its path");
	}
	Ears ears;
	adopt_orphans();
	const pid_t pid = start(words);
	let_go_of_pipes();
	end_like(wait_for_end(ears, pid));
}

} // namespace agent_runtime

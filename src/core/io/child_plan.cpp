#include "core/io/child_plan.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr int FIRST_TO_CLOSE = 3;
constexpr int COULD_NOT_START = 127;
constexpr unsigned CLOSE_ON_EXEC = 1U << 2; // CLOSE_RANGE_CLOEXEC

// What the child needs to know about its parent.
struct ParentFacts {
	pid_t pid = 0;
	int highest_fd = 0;
};

[[noreturn]] void give_up(const ChildPlan &plan, bool folder) {
	const ChildReport report{ errno, folder };
	const ssize_t written = write(plan.report, &report, sizeof(report));
	_exit(written == sizeof(report) ? COULD_NOT_START : COULD_NOT_START + 1);
}

void close_others_on_exec(int highest_fd) {
	if (syscall(SYS_close_range, FIRST_TO_CLOSE, ~0U, CLOSE_ON_EXEC) == 0) {
		return;
	}
	for (int fd = FIRST_TO_CLOSE; fd <= highest_fd; fd++) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
}

void tie_to_parent(const ChildPlan &plan, pid_t parent) {
	if (!plan.in_our_group) {
		setpgid(0, 0);
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	// The parent may have died before the line above took effect.
	if (getppid() != parent) {
		_exit(COULD_NOT_START);
	}
}

// Runs between vfork and exec, in the memory of the parent, so it may only make calls that are safe
// in a signal handler. All signals stay blocked until none of them has a handler.
[[noreturn]] void become_program(const ChildPlan &plan, const ParentFacts &parent) {
	struct sigaction default_action = {};
	default_action.sa_handler = SIG_DFL;
	for (int signal = 1; signal < NSIG; signal++) {
		sigaction(signal, &default_action, nullptr);
	}
	if (plan.outlives) {
		setsid();
	} else {
		tie_to_parent(plan, parent.pid);
	}
	if (plan.folder != nullptr && chdir(plan.folder) != 0) {
		give_up(plan, true);
	}
	if (dup2(plan.input, STDIN_FILENO) < 0 || dup2(plan.output, STDOUT_FILENO) < 0 ||
			dup2(plan.error, STDERR_FILENO) < 0) {
		give_up(plan, false);
	}
	close_others_on_exec(parent.highest_fd);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, nullptr);
	execve(plan.program, plan.arguments, plan.environment);
	give_up(plan, false);
}

// vfork rather than fork, since a game has gigabytes mapped. The calling thread waits until the
// child runs its program; other threads go on.
__attribute__((noinline)) pid_t fork_child(const ChildPlan &plan, const ParentFacts &parent) {
	const pid_t child = vfork();
	if (child == 0) {
		become_program(plan, parent);
	}
	return child;
}

int highest_possible_fd() {
	constexpr rlim_t ENOUGH = 65'536;
	rlimit limit = {};
	const bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < ENOUGH;
	return static_cast<int>(known ? limit.rlim_cur : ENOUGH);
}

} // namespace

pid_t start_child(const ChildPlan &plan) {
	const ParentFacts parent{ getpid(), highest_possible_fd() };
	sigset_t all;
	sigset_t before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const pid_t pid = fork_child(plan, parent);
	const int error = errno;
	pthread_sigmask(SIG_SETMASK, &before, nullptr);
	errno = error;
	return pid;
}

ChildReport read_child_report(int fd) {
	ChildReport report;
	ssize_t size = -1;
	do {
		size = read(fd, &report, sizeof(report));
	} while (size < 0 && errno == EINTR);
	return size == sizeof(report) ? report : ChildReport();
}

} // namespace agent_runtime

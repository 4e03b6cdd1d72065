#include "core/io/launch_detached.h"

#include "core/io/spawn.h"

#include <cerrno>
#include <csignal>
#include <optional>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::chrono::milliseconds ASK_AGAIN_AFTER(2);

// Its status once it has ended; nothing when it has not within the limit. An error when the system
// does not say: somebody else waits for all children, or ignores their end.
Result<std::optional<int>> end_within(pid_t pid, std::chrono::milliseconds limit) {
	const auto latest = std::chrono::steady_clock::now() + limit;
	while (true) {
		int status = 0;
		const pid_t ended = waitpid(pid, &status, WNOHANG);
		if (ended == pid) {
			return std::optional(status);
		}
		if (ended < 0 && errno != EINTR) {
			return Status(StatusCode::unavailable,
					"how a program has ended is not known: do not ignore SIGCHLD");
		}
		if (std::chrono::steady_clock::now() >= latest) {
			return std::optional<int>();
		}
		std::this_thread::sleep_for(ASK_AGAIN_AFTER);
	}
}

} // namespace

Result<int> launch_detached(const ProcessSpec &spec, std::chrono::milliseconds limit) {
	const UniqueFd nothing = open_nothing();
	ChildPlan plan;
	plan.input = nothing.get();
	plan.output = nothing.get();
	plan.error = nothing.get();
	plan.outlives = true;
	const Result<pid_t> pid = spawn_by_plan(spec, plan);
	if (!pid.ok()) {
		return pid.status();
	}
	const Result<std::optional<int>> watched = end_within(pid.value(), limit);
	if (!watched.ok()) {
		return watched.status(); // by now its number may be another program's
	}
	const std::optional<int> ended = watched.value();
	if (!ended) {
		kill(pid.value(), SIGKILL);
		while (waitpid(pid.value(), nullptr, 0) < 0 && errno == EINTR) {
		}
		return Status(StatusCode::deadline_exceeded,
				spec.program + " did not say in time whether it has started; it was ended");
	}
	const int status = *ended;
	if (!WIFEXITED(status)) {
		return Status(StatusCode::unavailable,
				spec.program + " was ended by signal " + std::to_string(WTERMSIG(status)) +
						" while it started");
	}
	return WEXITSTATUS(status);
}

Status can_launch_detached() {
#ifdef __linux__
	return {};
#else
	return { StatusCode::unsupported,
		"programs that outlive the game are held on Linux alone; start the game there" };
#endif
}

Status go_on_detached() {
	const pid_t child = fork();
	if (child < 0) {
		return { StatusCode::exhausted, "no process can be made; let fewer programs run at once" };
	}
	if (child > 0) {
		_exit(0);
	}
	return {};
}

} // namespace agent_runtime

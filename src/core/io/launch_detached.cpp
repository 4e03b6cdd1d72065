#include "core/io/launch_detached.h"

#include "core/io/spawn.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

bool ends_within(pid_t pid, std::chrono::milliseconds limit) {
	const UniqueFd end(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
	if (!end.is_open()) {
		return true; // it cannot be watched, so the caller simply waits
	}
	pollfd ended = { end.get(), POLLIN, 0 };
	const auto latest = std::chrono::steady_clock::now() + limit;
	int ready = -1;
	do {
		const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
				latest - std::chrono::steady_clock::now());
		ready = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
	} while (ready < 0 && errno == EINTR);
	return ready > 0;
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
	const bool has_ended = ends_within(pid.value(), limit);
	if (!has_ended) {
		kill(pid.value(), SIGKILL);
	}
	int status = 0;
	while (waitpid(pid.value(), &status, 0) < 0 && errno == EINTR) {
	}
	if (!has_ended) {
		return Status(StatusCode::deadline_exceeded,
				spec.program + " did not say in time whether it has started; it was ended");
	}
	if (!WIFEXITED(status)) {
		return Status(StatusCode::unavailable,
				spec.program + " was ended by signal " + std::to_string(WTERMSIG(status)) +
						" while it started");
	}
	return WEXITSTATUS(status);
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
